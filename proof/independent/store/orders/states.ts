import type {OrderStatus, OrderType} from '../commerce-types.ts';
import type {Context, Json} from '../types.ts';

/** The state in which an order of a type begins. */
export function firstStatus(context: Context, type: OrderType, body: Json): OrderStatus {
  const {faults} = context;
  const {status: asked, unit_price: price} = body;
  if (faults.has('order-status-from-body') && asked === 'paused') return asked;
  if (faults.has('order-sale-approved') && type === 'sale') return 'approved';
  if (faults.has('order-report-pending') && type === 'report') return 'pending';
  if (faults.has('order-permission-pending') && type === 'permission') return 'pending';
  const priced = type === 'permission' && Number(price ?? 0) > 0;
  if (faults.has('order-priced-permission-pending') && priced) return 'pending';
  return type === 'sale' ? 'pending' : 'approved';
}

/** Whether a faulty server lets an update move an order that is pending or cancelled. */
export function movesAnyway(context: Context, status: OrderStatus, asked: unknown): boolean {
  const {faults} = context;
  if (status === 'pending') {
    if (asked === undefined) return faults.has('order-pending-expiration-accepted');
    const fault = asked === 'paused' ? 'paused' : 'approved';
    if (fault === 'paused') return faults.has('order-pending-paused');
    return faults.has('order-pending-approved');
  }
  if (asked === 'approved') return faults.has('order-cancelled-revived');
  return asked === 'paused' && faults.has('order-cancelled-paused');
}
