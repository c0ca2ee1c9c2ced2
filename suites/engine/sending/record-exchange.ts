import type {Operation} from '../../../spec/contract.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import type {AttemptContext} from './attempt-context.ts';

/**
 * Records in the ledger what a successful request created or changed, and reports the exchange.
 * @param path the path parameters of the request
 */
export function recordExchange(
  exchange: Exchange,
  operation: Operation,
  path: Record<string, string>,
  {ledger, codecs, onExchange}: AttemptContext,
): void {
  const {status, body, as, sent, requestBody, elsewhere} = exchange;
  if (isSuccessStatus(status)) {
    ledger.recordCreation(operation, body, as, requestBody);
    ledger.recordBelonging(operation, body);
    codecs[operation.api].rememberParent(operation.id, path, body);
    const changes = sent.method !== 'GET' && operation.method !== 'GET' && !elsewhere;
    if (changes) ledger.recordChange(operation, path, as);
  }
  onExchange?.(exchange);
}
