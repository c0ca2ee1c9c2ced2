import {Page, type View} from '../../operation.ts';
import type {Order} from '../orders/order.ts';
import type {User} from '../users/user.ts';
import {sealedPass} from './pass.ts';

/** Name of the parameter with which a checkout URL signs its buyer in (Authentication 4). */
export const AUTH_TOKEN = 'external-auth-token';

/** The path of the checkout page of an order, below the store's own address. */
const checkoutPath = (order: string): string => `/checkout/${order}`;

/**
 * The member `checkout` of a sale order while it is pending: another URL each time that it is shown
 * (Orders, Create rule 4). By an older description it is a token with the instant of its end
 * (NS-ST-26).
 * @returns undefined for every other order
 */
export function shownCheckout(view: View, order: Order, user: User): object | undefined {
  if (order.type !== 'sale' || order.status !== 'pending') return undefined;
  const ttl = view.number('checkout.ttl_seconds');
  const until = view.now + ttl * 1000;
  const nonce = view.newId('checkout');
  const token = sealedPass(view, {order: order.key, user: user.uuid, nonce, until});
  if (view.freedom('checkout.form') === 'token')
    return {token, expires_on: new Date(until).toISOString()};
  return {url: new Page(`${checkoutPath(order.key)}?${AUTH_TOKEN}=${token}`), ttl};
}
