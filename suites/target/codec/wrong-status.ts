import type {Operation, Outcome} from '../../../spec/contract.ts';
import {isObject} from '../../../spec/json.ts';
import {resolve} from '../../../spec/schema.ts';
import type {WrongStatus} from '../../../spec/exchange.ts';
import {isClientError, isRedirect, isSuccessStatus} from '../../../spec/status.ts';
import {decodeBody} from './bodies.ts';
import {successOf, type EffectiveContract} from './effective-contract.ts';
import {choiceFor, reasonOf} from './outcomes.ts';
import type {WireResponse} from './wire-response.ts';

/**
 * The situation of a response with an undocumented status, if everything else identifies the situation: the
 * body of the success with another status of a success, the location of the redirect with another status of
 * a redirect, or the reason of one refusal with another status of a refusal.
 * @param requestedPath the path of the request, if it is known
 */
export function wrongStatusOf(
  effective: EffectiveContract,
  operation: Operation,
  response: WireResponse,
  requestedPath?: string,
): WrongStatus | undefined {
  const outcome = outcomeBehind(effective, operation, response, requestedPath);
  return outcome && {situation: outcome.situation, documented: outcome.statuses};
}

function outcomeBehind(
  effective: EffectiveContract,
  operation: Operation,
  response: WireResponse,
  requestedPath: string | undefined,
): Outcome | undefined {
  if (isSuccessStatus(response.status)) return successBehind(effective, operation, response);
  if (isRedirect(response.status)) return redirectBehind(operation, response, requestedPath);
  return refusalBehind(effective, operation, response);
}

/**
 * The plain success, if the body has all of its required members. Another status of a success without a body also says
 * that a change was made: it can be read.
 */
function successBehind(
  effective: EffectiveContract,
  operation: Operation,
  {headers, wire}: WireResponse,
): Outcome | undefined {
  const success = successOf(operation);
  if (!success.statuses.some(isSuccessStatus)) return undefined;
  const isChange = operation.method !== 'GET';
  if (!success.schema || (isChange && wire === undefined)) return success;
  const {body} = decodeBody(effective, operation, success, wire, headers);
  const {required = []} = resolve(effective.contract.document, success.schema);
  const isWhole = isObject(body) && required.every((name) => body[name] !== undefined);
  return isWhole ? success : undefined;
}

/** The documented redirect, unless the location is the requested resource again, for example with a final slash. */
function redirectBehind(
  operation: Operation,
  {headers: {location}}: WireResponse,
  requestedPath: string | undefined,
): Outcome | undefined {
  const success = successOf(operation);
  if (location === undefined || !success.statuses.some(isRedirect)) return undefined;
  const [leadsTo = ''] = location.split('?');
  const isSame =
    requestedPath !== undefined && withoutSlash(leadsTo).endsWith(withoutSlash(requestedPath));
  return isSame ? undefined : success;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** The only refusal with this reason in the document or the profile, if a rule is about its status. */
function refusalBehind(
  {profile, contract}: EffectiveContract,
  operation: Operation,
  {status, wire}: WireResponse,
): Outcome | undefined {
  const hasRule = ({situation}: Outcome): boolean =>
    contract.marks.some(
      (mark) => mark.kind === 'outcome' && mark.op === operation.id && mark.situation === situation,
    );
  const reason = reasonOf(wire);
  if (!isClientError(status) || typeof reason !== 'string') return undefined;
  const known = operation.outcomes.filter((outcome) => {
    const chosen = outcome.reason ?? choiceFor(profile, operation, outcome)?.reason ?? [];
    return outcome.statuses.every(isClientError) && [chosen].flat().includes(reason);
  });
  const [first] = known;
  return first && known.length === 1 && hasRule(first) ? first : undefined;
}
