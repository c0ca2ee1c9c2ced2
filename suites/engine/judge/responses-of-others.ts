import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isServerError} from '../../../spec/status.ts';
import {isOddLimit} from '../../target/gateway.ts';

/** The most responses of one kind in a scene that are taken for a gateway's. */
const MAX_NOT_OWN = 2;

/** How many times as frequent the deployment's own kind has to be. */
const TIMES_AS_MANY_OWN = 3;

/**
 * In a scene that reaches a limit, marks the responses that are probably not the deployment's: a 429
 * that differs from nearly all others, or a server error (5xx) of an operation that was also served, if
 * the scene has one or two of them. The deployment's own mistakes are more frequent.
 * @param hasQuota whether the scene also reaches a daily quota, whose refusals differ from the others
 */
export function markNotOwn(exchanges: readonly Exchange[], hasQuota = false): void {
  const limits = hasQuota ? [] : oddLimits(exchanges);
  const probablyFromGateway = [...limits, ...transientErrors(exchanges)];
  for (const exchange of probablyFromGateway) exchange.probablyFromGateway = true;
}

/** Refusals of a rare form, if another form is common. */
function oddLimits(exchanges: readonly Exchange[]): Exchange[] {
  const byForm = new Map<string, Exchange[]>();
  for (const exchange of exchanges.filter(({status}) => status === 429)) {
    const form = formOf(exchange);
    byForm.set(form, [...(byForm.get(form) ?? []), exchange]);
  }
  const groups = [...byForm.values()];
  const most = Math.max(0, ...groups.map((group) => group.length));
  const rare = groups
    .filter(({length}) => length <= MAX_NOT_OWN && most >= TIMES_AS_MANY_OWN * length)
    .flat();
  const odd = oddOnes(exchanges);
  const hasOtherRefusals = groups.flat().length > odd.length;
  return hasOtherRefusals ? [...rare, ...odd] : rare;
}

/** The one or two refusals of a scene that contradict themselves; none if there are more. */
export function oddOnes(exchanges: readonly Exchange[]): Exchange[] {
  const odd = exchanges.filter(isOddLimit);
  return odd.length <= MAX_NOT_OWN ? odd : [];
}

/** Equal for two refusals of the same limit. */
function formOf({headers, wire, problem}: Exchange): string {
  const members = isObject(wire) ? Object.keys(wire).sort() : [];
  const reason = isObject(wire) ? wire.reason : undefined;
  const limits = Object.keys(headers).filter((name) => name.startsWith('x-ratelimit-'));
  const isLeft = Number(headers['x-ratelimit-remaining']) > 0;
  return JSON.stringify([problem?.kind, members, reason, limits.sort(), isLeft]);
}

/**
 * Whether a deployment responds with server errors of its own instead of rate limiting: a scene that
 * should reach the limit has no 429, but such errors in a row after requests that were served.
 * A transient failure, or one under the load of many requests, does not prevent the limit.
 */
export function refusesWithErrors(exchanges: readonly Exchange[]): boolean {
  if (exchanges.some(({status}) => status === 429)) return false;
  const first = exchanges.findIndex(isOwnError);
  const inARow = exchanges.slice(first, first + MIN_ERRORS_IN_A_ROW);
  return (
    first >= MIN_REQUESTS_BEFORE_LIMIT &&
    inARow.length === MIN_ERRORS_IN_A_ROW &&
    inARow.every(isOwnError)
  );
}

const isOwnError = ({status, ownError}: Exchange): boolean =>
  isServerError(status) && ownError === true;

/** The server errors in a row that are not transient. */
const MIN_ERRORS_IN_A_ROW = 10;

/** The least requests before the first of them, far fewer than a limit permits. */
const MIN_REQUESTS_BEFORE_LIMIT = 30;

function transientErrors(exchanges: readonly Exchange[]): Exchange[] {
  const errors = exchanges.filter(({status}) => isServerError(status));
  const isServedOtherwise = ({op}: Exchange): boolean =>
    exchanges.some((other) => other.op === op && other.status > 0 && other.status < 500);
  return errors.length <= MAX_NOT_OWN ? errors.filter(isServedOtherwise) : [];
}
