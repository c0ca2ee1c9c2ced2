import {isObject} from '../../spec/json.ts';
import type {OpenApiDocument} from '../../spec/openapi.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isClientError} from '../../spec/status.ts';
import {isLongWait} from '../engine/send/pacing/rate-limit-retry.ts';
import {LIMITS} from '../rate-limits/limited.ts';

/** Statuses with which a gateway responds instead of the deployment. */
const STATUSES = [502, 503, 504];

/**
 * Whether a response probably comes from a gateway: it has such a status and its body is not an error of
 * the API itself, or it contradicts the deployment's own responses in its scene.
 */
export const isFromGateway = ({
  status,
  ownError,
  probablyFromGateway,
}: Pick<Exchange, 'status' | 'ownError' | 'probablyFromGateway'>): boolean =>
  probablyFromGateway === true || (STATUSES.includes(status) && ownError !== true);

/**
 * Whether a 429 contradicts itself: its header says that requests are left in the minute, and it names no
 * longer time, as a daily quota would; or it is an HTML page, although both APIs respond with JSON. The
 * known refusal of a limit on runs (NS-WS-21) does not count. In a scene that reaches a limit, all of its
 * refusals together show whether the deployment itself refuses in this form.
 */
export const isOddLimit = ({
  status,
  headers,
  problem,
  situations = [],
  gotAt,
}: Pick<Exchange, 'status' | 'headers' | 'problem'> & {
  situations?: readonly string[];
  gotAt?: number;
}): boolean =>
  status === 429 &&
  !isFromAnotherLimit(situations) &&
  (problem?.kind === 'not-json' ||
    (Number(headers['x-ratelimit-remaining']) > 0 && !isLongWait({headers, gotAt})));

/** Whether a refusal is known to come from another limit than those on requests. */
const isFromAnotherLimit = (situations: readonly string[]): boolean =>
  situations.length > 0 && !situations.some((one) => LIMITS.includes(one));

/** How many members identify a documented error: a `message` alone does not, since gateways have one. */
const MIN_MEMBERS_OF_ERROR = 2;

/**
 * Whether a gateway probably refused a request because of a limit of its own, in an API whose responses
 * have headers of the limit: these headers are missing and the body is an HTML page, or all documented
 * headers are missing and the body is no documented error.
 */
export function isLimitOfGateway(
  {status, headers, wire, problem}: Pick<Exchange, 'status' | 'headers' | 'wire' | 'problem'>,
  {'x-headers': groups = {}, components}: OpenApiDocument,
): boolean {
  const ofLimit = Object.keys(groups.authenticated ?? {});
  const has = (name: string): boolean => headers[name] !== undefined;
  if (status !== 429 || !ofLimit.length || ofLimit.some(has)) return false;
  if (problem?.kind === 'not-json') return true;
  return !isFailure(wire, components) && !Object.keys(groups.every ?? {}).some(has);
}

/** Whether a body is a documented error. */
function isFailure(wire: unknown, components: OpenApiDocument['components']): boolean {
  const {required = []} = components?.schemas?.['Failure'] ?? {};
  return isObject(wire) && required.filter((name) => name in wire).length >= MIN_MEMBERS_OF_ERROR;
}

/** Characters of a path that firewalls and web servers inspect before the service. */
const UNUSUAL_CHARACTERS = /[^\w.~/-]/;

/** Patterns in texts by which firewalls detect attacks. */
const SIGNS_OF_ATTACKS = /[<>'"`;&%|\\{}]/;

/** The parts of a request that a firewall inspects. */
interface LookedAt {
  /** The path of the URL as it was sent. */
  pathname: string;
  /** The query and the body. */
  values: unknown[];
}

/**
 * Whether something in front of the service probably refused a request because of characters in it, not
 * because of a limit or the credential. For unusual characters in the path, any refusal counts that is no
 * documented error. For 403 and 404, whose bodies the documents do not always show, and for patterns of
 * attacks in the query or body, only an HTML page counts.
 */
export function isRefusedInFront(
  {status, wire, problem}: Pick<Exchange, 'status' | 'wire' | 'problem'>,
  {pathname, values}: LookedAt,
  {components}: OpenApiDocument,
): boolean {
  const isRefusal = isClientError(status) && status !== 401 && status !== 429;
  if (!isRefusal) return false;
  const isUnusualPath = UNUSUAL_CHARACTERS.test(pathname);
  if (problem?.kind === 'not-json') return isUnusualPath || hasSignsOfAttacks(values);
  return isUnusualPath && status !== 403 && status !== 404 && !isFailure(wire, components);
}

/** Whether a text in a value has such a pattern. */
function hasSignsOfAttacks(value: unknown): boolean {
  if (typeof value === 'string') return SIGNS_OF_ATTACKS.test(value);
  const isParent = Array.isArray(value) || isObject(value);
  return isParent && Object.values(value).some(hasSignsOfAttacks);
}
