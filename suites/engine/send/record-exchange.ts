import type {Operation} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isClientError, isSuccessStatus} from '../../../spec/status.ts';
import type {CreatingRequest} from './ledger/creations.ts';
import type {AttemptContext} from './attempt-context.ts';

/** A request as the ledger records it before it is sent, and after its response. */
export const creatingRequest = (
  operation: Operation,
  body: unknown,
  by: string,
  {codecs}: AttemptContext,
): CreatingRequest => ({
  operation,
  request: body,
  by,
  operationOf: (id) => codecs[operation.api].operation(id),
});

/**
 * Records in the ledger what a request created or changed, and reports the exchange.
 * @param path the path parameters of the request
 */
export function recordExchange(
  exchange: Exchange,
  operation: Operation,
  path: Record<string, string>,
  attempt: AttemptContext,
): void {
  const {ledger, codecs, onExchange} = attempt;
  const {status, body, as, sent, requestBody, elsewhere} = exchange;
  const request = creatingRequest(operation, requestBody, as, attempt);
  if (isClientError(status)) ledger.recordRefusal(request);
  if (isSuccessStatus(status)) {
    ledger.recordCreation(request, body);
    ledger.recordBelonging(operation, body);
    codecs[operation.api].rememberParent(operation.id, path, body);
    const changes = sent.method !== 'GET' && operation.method !== 'GET' && !elsewhere;
    if (changes) ledger.creations.change(operation, path, as, requestBody);
  }
  onExchange?.(exchange);
}
