import type {Transition} from '../../operation.ts';
import {gatewayOf} from '../orders/currencies.ts';
import type {Order, Payment} from '../orders/order.ts';

/** The order of a hook. */
interface About {
  /** Key of the order. */
  order: string;
}

/** Returns the payment records of an order. Declined attempts and pending payments have none. */
export const readPayments: Transition = (view, {body}) => {
  const {order} = body as About;
  const payments = view
    .all<Payment>('payments', 'order', order)
    .filter(({outcome}) => outcome === 'approved')
    .map(({key, amount, currency_id, gateway}) => ({id: key, amount, currency_id, gateway}));
  return {situation: 'payments-read', body: {payments}};
};

/** Returns which kind of gateway processes the payment of an order; null if none does. */
export const readGateway: Transition = (view, {body}) => {
  const order = view.find<Order>('orders', (body as About).order);
  const gateway = order?.type === 'sale' ? gatewayOf(order.currency_id) : undefined;
  return {situation: 'gateway-read', body: {gateway: gateway ?? null}};
};
