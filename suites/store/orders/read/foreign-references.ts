import type {Val} from '../../../../spec/value.ts';
import type {Check} from '../../../language/check.ts';
import {judgeEach} from '../../../language/judge.ts';
import type {Resource} from '../../../tables/resource.ts';
import {apartFromOthers} from '../../../tables/tenants.ts';
import {expectAsBefore} from '../../order-rows.ts';
import {
  byReference,
  cancelOrder,
  content,
  createOrder,
  daysAfter,
  newProduct,
  permission,
  priced,
  updateOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Orders of several types and statuses, which are named by their references alone. */
const referredOrders: Resource<never, 'approved' | 'paused' | 'cancelled' | 'sale'> = {
  kind: 'reference',
  make: (s) => {
    const reader = createUser(s);
    const title = content(s);
    const link = newProduct(s);
    const ordered = (body: Record<string, Val>) => {
      const external_reference = s.fresh('external-id');
      const order = createOrder(s, {...body, external_reference});
      return {order, named: byReference(external_reference)};
    };
    const approved = ordered(permission(s, reader, [title]));
    const paused = ordered(permission(s, reader, [title]));
    const cancelled = ordered(permission(s, reader, [title]));
    const sale = ordered(priced(s, 'sale', reader, [link]));
    updateOrder(s, paused.order, {status: 'paused'}, {}, {expects: 'updated'});
    cancelOrder(s, cancelled.order, undefined, {expects: 'cancelled'});
    const reads = {
      approved: ['getOrder', approved.named],
      paused: ['getOrder', paused.named],
      cancelled: ['getOrder', cancelled.named],
      sale: ['getOrder', sale.named],
    } as const;
    const later = {expiration_date: daysAfter(approved.order, 40)};
    return {
      made: {},
      shown: reads,
      lists: {},
      reads,
      writes: {
        moved: ['updateOrder', {...approved.named, body: later}],
        resumed: ['updateOrder', {...paused.named, body: {status: 'approved'}}],
        ended: ['cancelOrder', sale.named],
      },
    };
  },
  rowsIn: () => [],
  expectAsBefore: (before, after) =>
    judgeEach(['approved', 'paused', 'sale'] as const, (name) =>
      expectAsBefore(before[name], after[name], `the ${name} order changed`),
    ),
};

/** A reference only names orders of the store of the token. */
export const foreignReferences: Check[] = apartFromOthers(
  referredOrders,
  {
    shown: 'store.access.list-shows-own-only @ references of orders',
    written: 'store.access.foreign-write-has-no-effect @ by references of orders',
  },
  {onlyOnTestTargets: true},
);
