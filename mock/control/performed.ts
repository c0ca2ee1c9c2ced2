import {defined} from '../../spec/defined.ts';
import type {ControlRequest, ControlResponse} from './handler.ts';
import {handlers} from './handlers.ts';
import type {Operation} from './operation.ts';
import type {Schema, Validator} from './validate.ts';

/** What a caller sent, before it is validated. The query has numbers where the operation expects integers. */
interface Given {
  query: Record<string, unknown>;
  /** Undefined: no body. */
  body: unknown;
}

/**
 * Validates a request by the schemas of its operation, and performs it: over HTTP and in this process alike.
 * @throws Problem
 */
export async function performed(
  validator: Validator,
  operation: Operation,
  request: ControlRequest,
  given: Given,
): Promise<ControlResponse> {
  const {operationId, query = NO_QUERY} = operation;
  const handler = defined(handlers[operationId], `the handler of ${operationId}`);
  validator.checkMembers(query, given.query, 'query');
  checkBody(validator, operation, given.body);
  // The validation above guarantees the type of the body that the handler declares.
  return handler(request as ControlRequest<never>);
}

const NO_QUERY: Record<string, Schema> = {};

const NO_BODY: Schema = {type: 'object', maxProperties: 0};

/** The schema of an absent body: an empty object is accepted as well. */
function checkBody(
  validator: Validator,
  {body: schema, bodyRequired}: Operation,
  body: unknown,
): void {
  if (body === undefined && (!schema || !bodyRequired)) return;
  validator.check(schema ?? NO_BODY, body ?? null, 'body');
}
