import type {Order} from '../commerce-types.ts';
import type {Context} from '../types.ts';

/** What the history of an order says whose products another one has pushed from the shelf. */
export const LOST = 'pushed-from-the-shelf';

/** Whether a faulty server has lost what an order gave. */
export function isPushedOut({faults}: Context, {history}: Order): boolean {
  return faults.has('order-race-access-lost') && history.includes(LOST);
}

/** Whether a faulty server stumbles when an order is paid: over content that is gone by then. */
export function stumbles({faults, store}: Context, order: Order): boolean {
  if (!faults.has('sale-of-deleted-content-stuck')) return false;
  return order.products.some(({id, type}) => {
    return type === 'content' && store.commerce.catalog.get(id)?.withdrawn === true;
  });
}

/** Whether a faulty server looks for the orders of a user who leaves in the first store alone. */
export function looksElsewhere({faults, store, world}: Context): boolean {
  return faults.has('leaver-orders-kept-in-second-store') && store !== world.stores[0];
}
