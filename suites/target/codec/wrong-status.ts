import type {Operation, Outcome} from '../../../spec/contract.ts';
import {isObject} from '../../../spec/json.ts';
import {resolve} from '../../../spec/schema.ts';
import type {WrongStatus} from '../../../spec/exchange.ts';
import {isClientError, isSuccessStatus} from '../../../spec/status.ts';
import {decodeBody} from './bodies.ts';
import {successOf, type EffectiveContract} from './effective-contract.ts';
import {choiceFor, reasonOf} from './outcomes.ts';
import type {WireResponse} from './wire-response.ts';

/**
 * The situation of a response with an undocumented status, if everything else identifies the situation: the
 * body of the success with another status of a success, or the reason of one refusal with another status
 * of a refusal.
 */
export function wrongStatusOf(
  effective: EffectiveContract,
  operation: Operation,
  response: WireResponse,
): WrongStatus | undefined {
  const outcome = isSuccessStatus(response.status)
    ? successBehind(effective, operation, response)
    : refusalBehind(effective, operation, response);
  return outcome && {situation: outcome.situation, documented: outcome.statuses};
}

/** The plain success, if the body has all of its required members. */
function successBehind(
  effective: EffectiveContract,
  operation: Operation,
  {headers, wire}: WireResponse,
): Outcome | undefined {
  const success = successOf(operation);
  if (!success.statuses.some(isSuccessStatus)) return undefined;
  if (!success.schema) return success;
  const {body} = decodeBody(effective, operation, success, wire, headers);
  const {required = []} = resolve(effective.contract.document, success.schema);
  const isWhole = isObject(body) && required.every((name) => body[name] !== undefined);
  return isWhole ? success : undefined;
}

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
