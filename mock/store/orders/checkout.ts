import {Page, type View} from '../../operation.ts';
import type {Order} from './order.ts';

/** The checkout of a pending sale as responses show it: another link each time (Create rule 4). */
export function checkoutOf(view: View, order: Order): object {
  const ttl = view.number('orders.checkout_seconds');
  const expires = view.now + ttl * 1000;
  const visit = `${order.key}.${expires}.${view.newNumber('checkout')}`;
  const token = `${visit}.${view.seal('checkout', visit)}`;
  const url = new Page(`/checkout/${order.key}?external-auth-token=${token}`);
  if (view.freedom('orders.checkout') === 'token')
    return {token, url, expires_on: new Date(expires).toISOString()};
  return {url, ttl};
}
