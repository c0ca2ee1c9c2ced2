import {isObject} from '../spec/json.ts';
import type {OpenApiDocument} from '../spec/openapi.ts';
import type {Exchange} from '../spec/exchange.ts';
import {isClientError} from '../spec/status.ts';
import {isLongWait} from './engine/pacing/limit-patience.ts';
import {LIMITS} from './limited.ts';

/** Statuses with which a gateway responds in the deployment's place. */
const STATUSES = [502, 503, 504];

/**
 * Whether a gateway seems to have sent a response: it has such a status, and its body is not the
 * error of the API itself; or it contradicts the deployment's own responses of its scene.
 */
export const isFromGateway = ({
  status,
  ownError,
  notOwn,
}: Pick<Exchange, 'status' | 'ownError' | 'notOwn'>): boolean =>
  notOwn === true || (STATUSES.includes(status) && ownError !== true);

/**
 * Whether a 429 contradicts itself: by its own header requests are left in the minute, and it does
 * not name a longer time, as a daily quota would; or it is a page where both APIs answer JSON. One
 * that is known for the refusal of a limit on runs (NS-WS-21) does not. Where a limit was to be
 * reached, all of its refusals show whether it is the deployment that refuses so; elsewhere nobody
 * can tell.
 */
export const isOddLimit = ({
  status,
  headers,
  problem,
  situations = [],
}: Pick<Exchange, 'status' | 'headers' | 'problem'> & {
  situations?: readonly string[];
}): boolean =>
  status === 429 &&
  !isOfAnotherLimit(situations) &&
  (problem?.kind === 'not-json' ||
    (Number(headers['x-ratelimit-remaining']) > 0 && !isLongWait(headers)));

/** Whether a refusal is known for that of another limit than those on requests. */
const isOfAnotherLimit = (situations: readonly string[]): boolean =>
  situations.length > 0 && !situations.some((one) => LIMITS.includes(one));

/** Members of an error of the document that tell it from others: gateways have a `message`, too. */
const ENOUGH = 2;

/**
 * Whether a gateway seems to have refused a request for a limit of its own, in an API whose
 * responses carry headers of the limit: none of them is there, and the body is a page; or nothing
 * that the document gives every response is there, and the body is no error of the document.
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

/** Whether a body is an error of the document. */
function isFailure(wire: unknown, components: OpenApiDocument['components']): boolean {
  const {required = []} = components?.schemas?.['Failure'] ?? {};
  return isObject(wire) && required.filter((name) => name in wire).length >= ENOUGH;
}

/** Characters of a path that firewalls and web servers look at before a service does. */
const UNUSUAL_CHARACTERS = /[^\w.~/-]/;

/** Signs of a text by which firewalls tell attacks. */
const SIGNS_OF_ATTACKS = /[<>'"`;&%|\\{}]/;

/** What a firewall looks at in a request. */
interface LookedAt {
  /** The path of the URL as it was sent. */
  pathname: string;
  /** The query and the body. */
  values: unknown[];
}

/**
 * Whether something in front of the service seems to have refused a request for characters in it, and
 * not for its limit or credential. Where the path has unusual ones, that is a refusal that is no error
 * of the document; of 403 and 404, whose bodies the documents do not all show, only a page counts,
 * as it does for signs of attacks in the query or in the body.
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

/** Whether a text in a value has such a sign. */
function hasSignsOfAttacks(value: unknown): boolean {
  if (typeof value === 'string') return SIGNS_OF_ATTACKS.test(value);
  const isParent = Array.isArray(value) || isObject(value);
  return isParent && Object.values(value).some(hasSignsOfAttacks);
}
