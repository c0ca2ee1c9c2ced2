import type {User} from '../users/user.ts';
import type {Day, Order, OrderProduct, ProductType} from './order.ts';

/** A product that a user wants to read. */
export interface WantedProduct {
  type: ProductType;
  /** Key of the catalog row or of the plan. */
  product: string;
}

/**
 * Whether a user may read a product now. Access depends on the state of the user and on each of the user's orders: its
 * state, its pause, its expiration and its cancellation (States / Order).
 * @param orders of the user
 * @param today the current day in the store's time zone; the last day of access is included
 */
export const mayRead = (
  user: Pick<User, 'state'>,
  orders: readonly Order[],
  {type, product: wanted}: WantedProduct,
  today: Day,
): boolean =>
  user.state === 'active' &&
  orders.some((order) =>
    order.products.some(
      (product) =>
        product.type === type && product.product === wanted && givesAccess(order, product, today),
    ),
  );

/** Whether one product of an order gives access on a day. */
export function givesAccess(order: Order, product: OrderProduct, today: Day): boolean {
  const {expiration_date: expiration, access_until: until} = product;
  const isOver = expiration !== null && expiration < today;
  if (isOver) return false;
  if (order.status === 'cancelled') return until !== null && today <= until;
  return order.status === 'approved' && product.status === 'approved';
}
