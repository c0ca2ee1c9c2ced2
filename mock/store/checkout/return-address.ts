import {encodedValue} from '../../../spec/encoded-value.ts';
import {isUrl} from '../../../spec/url.ts';
import type {Order} from '../orders/order.ts';

/** The status with which the buyer returns (Orders, Create rule 4). */
export type ReturnStatus = 'approved' | 'pending' | 'cancelled';

/**
 * The URL to which the buyer is sent after the checkout: the `return_url` of the order with three parameters appended
 * to its query (Orders, Create rule 4).
 * @returns null for an order without a web address
 */
export function returnAddress(order: Order, status: ReturnStatus): string | null {
  const {return_url: given} = order;
  if (given === null || !isUrl(given)) return null;
  const {protocol} = new URL(given);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const parameters = {
    'order-id': order.key,
    'order-external-id': order.external_reference ?? '',
    status,
  };
  const added = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodedValue(value)}`)
    .join('&');
  // What was given is kept byte for byte: URL would normalize host, path and query.
  const [, before = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(given) ?? [];
  return `${before}?${query ? `${query}&` : ''}${added}${fragment}`;
}
