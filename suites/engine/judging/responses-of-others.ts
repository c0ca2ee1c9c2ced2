import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isServerError} from '../../../spec/status.ts';
import {isOddLimit} from '../../gateway.ts';

/** Responses of one kind that a scene has at most and that are not the deployment's own. */
const MOST_NOT_OWN = 2;

/** How many times as often the deployment's own kind has to be seen. */
const TIMES_AS_MANY_OWN = 3;

/**
 * Marks the responses of a scene that reaches a limit which seem not to be the deployment's: a 429
 * unlike nearly all others of the scene, and a server error (5xx) of an operation that was served,
 * where the scene has one or two of them. What the deployment does wrong itself comes more often.
 * @param hasQuota the scene reaches a daily quota as well, whose refusals are unlike the others
 */
export function markNotOwn(exchanges: readonly Exchange[], hasQuota = false): void {
  const limits = hasQuota ? [] : oddLimits(exchanges);
  const notOwn = [...limits, ...transientErrors(exchanges)];
  for (const exchange of notOwn) exchange.notOwn = true;
}

/** Refusals of a form that is rare, where another one is common. */
function oddLimits(exchanges: readonly Exchange[]): Exchange[] {
  const byForm = new Map<string, Exchange[]>();
  for (const exchange of exchanges.filter(({status}) => status === 429)) {
    const form = formOf(exchange);
    byForm.set(form, [...(byForm.get(form) ?? []), exchange]);
  }
  const groups = [...byForm.values()];
  const most = Math.max(0, ...groups.map((group) => group.length));
  const rare = groups
    .filter(({length}) => length <= MOST_NOT_OWN && most >= TIMES_AS_MANY_OWN * length)
    .flat();
  const odd = oddOnes(exchanges);
  const hasOtherRefusals = groups.flat().length > odd.length;
  return hasOtherRefusals ? [...rare, ...odd] : rare;
}

/** The one or two refusals of a scene that contradict themselves; none, where there are more. */
export function oddOnes(exchanges: readonly Exchange[]): Exchange[] {
  const odd = exchanges.filter(isOddLimit);
  return odd.length <= MOST_NOT_OWN ? odd : [];
}

/** What two refusals of one limit have in common. */
function formOf({headers, wire, problem}: Exchange): string {
  const members = isObject(wire) ? Object.keys(wire).sort() : [];
  const reason = isObject(wire) ? wire.reason : undefined;
  const limits = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit-'));
  const isLeft = Number(headers['x-ratelimit-remaining']) > 0;
  return JSON.stringify([problem?.kind, members, reason, limits.sort(), isLeft]);
}

/**
 * Whether a deployment answers its own server errors where a limit on requests is due: a scene that
 * reaches the limit has no refusal by it, and such errors in a row after requests that were served.
 * A transient failure, or one under the load of many requests, does not prevent the limit.
 */
export function refusesWithErrors(exchanges: readonly Exchange[]): boolean {
  if (exchanges.some(({status}) => status === 429)) return false;
  const first = exchanges.findIndex(isOwnError);
  const inARow = exchanges.slice(first, first + IN_A_ROW);
  return first >= SERVED && inARow.length === IN_A_ROW && inARow.every(isOwnError);
}

const isOwnError = ({status, ownError}: Exchange): boolean =>
  isServerError(status) && ownError === true;

/** Server errors in a row that do not pass. */
const IN_A_ROW = 10;

/** Requests before the first of them: far fewer than a limit lets pass. */
const SERVED = 30;

function transientErrors(exchanges: readonly Exchange[]): Exchange[] {
  const errors = exchanges.filter(({status}) => isServerError(status));
  const isServedOtherwise = ({op}: Exchange): boolean =>
    exchanges.some((other) => other.op === op && other.status > 0 && other.status < 500);
  return errors.length <= MOST_NOT_OWN ? errors.filter(isServedOtherwise) : [];
}
