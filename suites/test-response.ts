import type {Exchange} from '../spec/step.ts';

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
