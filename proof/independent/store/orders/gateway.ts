import type {Order} from '../commerce-types.ts';
import type {Context} from '../types.ts';
import {gatewayOf} from './currencies.ts';

/** The gateway of an order: by its currency, but on a faulty server. */
export function gatewayFor({faults, store}: Context, order: Order): string | null {
  const first = store.commerce.orders.find((one) => {
    return one.userId === order.userId && one.type === 'sale' && one.source === 'api';
  });
  const chosen = faults.has('gateway-of-first-sale') ? (first ?? order) : order;
  return gatewayOf(faults, chosen.currency);
}
