import type {Contract} from '../../spec/contract.ts';
import type {Exchange} from '../../spec/exchange.ts';

/**
 * A response to `getAccount`, for tests of what judges make of responses.
 * @param situations that the response can be
 * @param more other members of the exchange
 */
export const response = (
  status: number,
  situations: string[] = [],
  more: Partial<Exchange> = {},
): Exchange => ({
  step: 's1',
  op: 'getAccount',
  as: 'full',
  status,
  situations,
  documented: situations,
  headers: {},
  body: {},
  sentAt: 0,
  gotAt: 1,
  sent: {method: 'GET', url: '', headers: {}},
  ...more,
});

/** Makes successes of the operations of a contract, each sent after the one before. */
export function successesOf(
  operations: Contract['operations'],
): (op: string, more?: Partial<Exchange>) => Exchange {
  let sentAt = 0;
  return (op, more) => {
    sentAt += 10;
    const success = operations[op]?.success ?? '';
    const here = {step: `s${sentAt}`, op, as: 'admin', sentAt, gotAt: sentAt + 1};
    return response(200, [success], {...here, ...more});
  };
}
