import {isUrl} from '../../../spec/url.ts';
import type {Order} from '../orders/order.ts';

/** The status with which the buyer comes back (Orders, Create rule 4). */
export type ReturnStatus = 'approved' | 'pending' | 'cancelled';

/**
 * Where the buyer is sent after the checkout: the `return_url` of the order with three parameters
 * behind whatever its query has (Orders, Create rule 4).
 * @returns null where the order has no address of the web
 */
export function returnAddress(order: Order, status: ReturnStatus): string | null {
  const {return_url: given} = order;
  if (given === null || !isUrl(given)) return null;
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const parameters = {
    'order-id': order.key,
    'order-external-id': order.external_reference ?? '',
    status,
  };
  const added = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
    .join('&');
  // The query is kept as it was written: URLSearchParams would write it anew.
  const query = url.search.slice(1);
  url.search = query === '' ? added : `${query}&${added}`;
  return url.href;
}

/** JSON can carry half a surrogate pair, which a URL cannot: U+FFFD stands for it. */
const wellFormed = (text: string): string => Buffer.from(text).toString();
