import type {Operation} from '../../../spec/contract.ts';
import type {RefusedRequest} from '../api-interface.ts';
import {inputOf} from '../operation-input.ts';
import {readBytes, type ReadBody, type ReadBytes} from '../request-body.ts';
import type {OperationContext, RequestContext} from '../request-context.ts';
import type {Step, StepResult} from '../step.ts';

/**
 * Reads path, query, headers and body of a request; 400 for a body that is no JSON.
 * @param parse reads the bytes of a body
 */
export const read =
  (parse: (bytes: Buffer) => ReadBody): Step<OperationContext> =>
  (context) => {
    const {tool, operation} = context;
    if (tool || !operation.contract.request) {
      context.input = inputOf(context, tool?.body);
      return undefined;
    }
    return bytesOf(context).then((found) => readBody(context, found, parse));
  };

/** The bytes of a request's body; they are read once. */
export function bytesOf(context: RequestContext): Promise<ReadBytes> {
  context.bytes ??= readBytes(context.request);
  return context.bytes;
}

function readBody(
  context: OperationContext,
  found: ReadBytes,
  parse: (bytes: Buffer) => ReadBody,
): StepResult {
  const result = 'bytes' in found ? parse(found.bytes) : found;
  if ('unreadable' in result) return unreadable(context.operation.contract, result.unreadable);
  context.input = inputOf(context, result.body);
  return undefined;
}

/** An operation that documents no situation for broken JSON refuses it as invalid. */
function unreadable({outcomes, invalid}: Operation, why: RefusedRequest['why']): RefusedRequest {
  const documented = outcomes.some(({situation}) => situation === 'body-refused');
  return {refused: documented ? 'body-refused' : (invalid ?? 'body-refused'), why};
}
