import type {Defect} from '../../defect.ts';
import type {Refusal, RefusedRequest} from '../../http/api-interface.ts';
import {inputOf} from '../../http/operation-input.ts';
import type {Pipeline, PipelineParts} from '../../http/pipeline.ts';
import {
  hasOperation,
  hasWorld,
  type OperationContext,
  type RequestContext,
} from '../../http/request-context.ts';
import {bytesOf} from '../../http/steps/read.ts';
import {failure} from '../../http/steps/refuse.ts';
import type {PreparedResponse} from '../../http/prepared-response.ts';
import type {Input} from '../../operation.ts';
import {concerns, ofSeam} from './select.ts';
import type {RefusedWork} from './refused-work.ts';
import type {Turns} from './turns.ts';

/** The data that `refuseWith` needs to change refusals. */
export interface RefuseParts extends Pick<
  PipelineParts,
  'api' | 'outcomes' | 'parse' | 'resources' | 'schemas'
> {
  work: RefusedWork;
  turns: Turns;
}

/**
 * Changes the status, reason or situation of refusals (seam `refusal`), or performs the operation after a refusal
 * (seam `effect`).
 */
export function refuseWith(defects: readonly Defect[], parts: RefuseParts): Pipeline['refuse'] {
  return (context, refused) => {
    const conditions = context.condition === undefined ? [] : [context.condition];
    return hasWorld(context) && hasOperation(context) && needsRequest(defects, context, refused)
      ? refuseKnowing(context, refused)
      : changedRefusal(defects, parts, context, refused, conditions);
  };

  /** Refuses a request whose path and body determine how it is refused, or what is done in spite of the refusal. */
  async function refuseKnowing(
    context: OperationContext,
    refused: RefusedRequest,
  ): Promise<PreparedResponse> {
    const {input, isValid} = await requestOf(parts, context);
    await parts.work.perform(context, input, {situation: refused.refused, isValid});
    const conditions = [
      context.condition,
      parts.resources.conditionOf(context),
      isValid ? undefined : 'invalid',
    ].filter((condition) => condition !== undefined);
    return changedRefusal(defects, parts, context, refused, conditions);
  }
}

/** Whether a defect of this refusal depends on parts of the request that the steps have not read yet. */
const needsRequest = (
  defects: readonly Defect[],
  {operation}: OperationContext,
  {refused: situation}: RefusedRequest,
): boolean =>
  defects.some(
    (defect) =>
      (defect.seam === 'effect' || (defect.seam === 'refusal' && defect.when !== undefined)) &&
      defect.situation === situation &&
      concerns(defect, operation.contract.id),
  );

/** A refused request in the form in which its operation would have received it. */
async function requestOf(
  {parse, schemas}: RefuseParts,
  context: OperationContext,
): Promise<{input: Input; isValid: boolean}> {
  const {contract} = context.operation;
  const read = await bodyOf(parse, context);
  const input = inputOf(context, 'body' in read ? read.body : undefined);
  const invalid = schemas.body(contract, input.body) ?? schemas.query(contract, input.query);
  return {input, isValid: 'body' in read && !invalid};
}

async function bodyOf(
  parse: PipelineParts['parse'],
  context: OperationContext,
): Promise<ReturnType<PipelineParts['parse']>> {
  if (context.tool) return {body: context.tool.body};
  if (!context.operation.contract.request) return {body: undefined};
  const found = await bytesOf(context);
  return 'bytes' in found ? parse(found.bytes) : found;
}

/** The refusal after the defects: with another status or reason, or replaced. */
function changedRefusal(
  defects: readonly Defect[],
  {api, outcomes, turns}: RefuseParts,
  context: RequestContext,
  {refused: situation, form, errors}: RefusedRequest,
  conditions: readonly string[],
): PreparedResponse {
  const operation = context.operation?.contract.id;
  let refusal = outcomes.refusal(operation, situation, form);
  let shown = situation;
  for (const defect of ofSeam(defects, 'refusal')) {
    if (defect.situation !== situation || !turns.take(defect, operation, conditions)) continue;
    const {situation: other, status, reason} = defect.as;
    if (other !== undefined) {
      shown = other;
      refusal = outcomes.refusal(operation, other, 0);
    }
    if (status !== undefined) refusal = {...refusal, status};
    if (reason !== undefined) refusal = withReason(refusal, reason);
  }
  return failure(api, context, shown, errors ? {...refusal, errors} : refusal);
}

/** @param reason null: none */
function withReason(refusal: Refusal, reason: string | null): Refusal {
  const {reason: _documented, ...rest} = refusal;
  return reason === null ? rest : {...rest, reason};
}
