import type {Context} from '../types.ts';

/** Whether a faulty server has no words for the mail about an order: one of subscriptions alone. */
export function isWordless({faults, store}: Context, id: string, kind: string): boolean {
  if (kind !== 'sale-approved' || !faults.has('sale-mail-missing-for-subscriptions')) return false;
  const order = store.commerce.orders.find((one) => one.id === id);
  return order?.products.every(({type}) => type === 'subscription') === true;
}
