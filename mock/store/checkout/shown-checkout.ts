import {Page, type View} from '../../operation.ts';
import type {Order} from '../orders/order.ts';
import type {User} from '../users/user.ts';
import {sealedPass} from './pass.ts';

/** Name of the parameter in a checkout URL that signs its buyer in (Authentication 4). */
export const AUTH_TOKEN = 'external-auth-token';

/** The path of the checkout page of an order, relative to the store's URL. */
const checkoutPath = (order: string): string => `/checkout/${order}`;

/**
 * The member `checkout` of a pending sale order, with another URL in each response (Orders, Create rule 4). In an
 * older description it is a token with the instant of its expiry (NS-ST-26).
 * @returns undefined for every other order
 */
export function shownCheckout(view: View, order: Order, user: User): object | undefined {
  if (order.type !== 'sale' || order.status !== 'pending') return undefined;
  const ttl = view.number('checkout.ttl_seconds');
  const until = view.now + ttl * 1000;
  const nonce = view.newId('checkout');
  const token = sealedPass(view, {order: order.key, user: user.uuid, nonce, until});
  const form = view.freedom('checkout.form');
  const end = {token, expires_on: new Date(until).toISOString()};
  if (form === 'token') return end;
  const url = new Page(`${checkoutPath(order.key)}?${AUTH_TOKEN}=${token}`);
  return form === 'expires_on' ? {url, ...end} : {url, ttl};
}
