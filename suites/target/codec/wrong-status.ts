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
 * The situation of a response whose status the document does not give the operation, where
 * everything else says which one it is: the body of the success under another status of success, or
 * the reason of one refusal under another status of refusals.
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

/** The plain success, where the body has all that the success has to have. */
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

/** The one refusal whose reason the document or the profile gives, if a rule is about its status. */
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
