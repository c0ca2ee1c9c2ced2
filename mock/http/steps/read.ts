import type {IncomingMessage} from 'node:http';
import type {Operation} from '../../../spec/contract.ts';
import type {RefusedRequest} from '../api-interface.ts';
import {inputOf} from '../operation-input.ts';
import {readBytes, type ReadBody, type ReadBytes, type Unreadable} from '../request-body.ts';
import type {OperationContext, RequestContext} from '../request-context.ts';
import type {Step, StepResult} from '../step.ts';

/**
 * Reads path, query, headers and body of a request; 400 for a body that is not JSON.
 * @param parse parses the bytes of a body
 */
export const read =
  (parse: (bytes: Buffer) => ReadBody): Step<OperationContext> =>
  (context) => {
    const {tool, operation, request} = context;
    const {contract} = operation;
    const isEmpty = contract.bodyOptional === true && hasNoBody(request);
    if (tool || !contract.request || isEmpty) {
      context.input = inputOf(context, tool?.body);
      return undefined;
    }
    return bytesOf(context).then((found) => readBody(context, found, parse));
  };

/** Whether the headers of a request announce no body (RFC 9112, 6). */
const hasNoBody = ({headers}: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? '0') === 0;

/** The bytes of a request's body. They are read once. */
export function bytesOf(context: RequestContext): Promise<ReadBytes> {
  context.bytes ??= readBytes(context.request);
  return context.bytes;
}

function readBody(
  context: OperationContext,
  found: ReadBytes,
  parse: (bytes: Buffer) => ReadBody,
): StepResult {
  if ('bytes' in found) context.sent = found.bytes;
  const result = 'bytes' in found ? parse(found.bytes) : found;
  if ('unreadable' in result) return refused(context.operation.contract, result);
  context.input = inputOf(context, result.body);
  return undefined;
}

/** An operation that documents no situation for malformed JSON refuses it as invalid. */
function refused(
  {outcomes, invalid}: Operation,
  {unreadable: why, header}: Unreadable,
): RefusedRequest {
  const documented = outcomes.some(({situation}) => situation === 'body-refused');
  const situation = documented ? 'body-refused' : (invalid ?? 'body-refused');
  if (header === undefined) return {refused: situation, why};
  // The body may be valid JSON: the second form of the refusal does not call it malformed.
  return {refused: situation, why, form: 1, message: `Send JSON with ${header}: application/json.`};
}
