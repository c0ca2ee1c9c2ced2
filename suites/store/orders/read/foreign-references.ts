import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {expectForeignRefused} from '../../foreign-refused.ts';
import {expectAsBefore} from '../../order-rows.ts';
import {
  byReference,
  cancelOrder,
  content,
  createOrder,
  daysAfter,
  permission,
  priced,
  readOrder,
  updateOrder,
  newProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** An order, and the reference by which its client names it. */
interface Referred {
  reference: Val;
  order: Handle;
}

const as = 'second-store' as const;

/** Records orders of several types and statuses, each with a reference, as set-up. */
function createReferredOrders(s: Script) {
  const reader = createUser(s);
  const title = content(s);
  const link = newProduct(s);
  const ordered = (body: Record<string, Val>): Referred => {
    const reference = s.fresh('external-id');
    return {reference, order: createOrder(s, {...body, external_reference: reference})};
  };
  const orders = {
    approved: ordered(permission(s, reader, [title])),
    paused: ordered(permission(s, reader, [title])),
    cancelled: ordered(permission(s, reader, [title])),
    sale: ordered(priced(s, 'sale', reader, [link])),
  };
  updateOrder(s, orders.paused.order, {status: 'paused'}, {}, {expects: 'updated'});
  cancelOrder(s, orders.cancelled.order, undefined, {expects: 'cancelled'});
  return orders;
}

/**
 * Reads by references with the token of another store. Nothing is written there, so this scene also
 * runs where ids of two stores may be equal.
 */
const readElsewhere = sharedScene({
  id: 'store: reads by references of another store',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) =>
    Object.fromEntries(
      Object.entries(createReferredOrders(s)).map(([name, {reference}]) => {
        // The own store finds each order by its reference.
        s.call('getOrder', {...byReference(reference), expects: 'order'});
        return [name, s.call('getOrder', {...byReference(reference), as})];
      }),
    ),
});

/** Updates and cancellations by references with the token of another store. */
const writtenElsewhere = sharedScene({
  id: 'store: writes by references of another store',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {approved, paused, sale} = createReferredOrders(s);
    const named = ({reference}: Referred) => ({...byReference(reference), as});
    const later = {expiration_date: daysAfter(approved.order, 40)};
    return {
      approvedBefore: readOrder(s, approved.order),
      pausedBefore: readOrder(s, paused.order),
      saleBefore: readOrder(s, sale.order),
      moved: s.call('updateOrder', {...named(approved), body: later}),
      resumed: s.call('updateOrder', {...named(paused), body: {status: 'approved'}}),
      cancelled: s.call('cancelOrder', named(sale)),
      approvedAfter: readOrder(s, approved.order),
      pausedAfter: readOrder(s, paused.order),
      saleAfter: readOrder(s, sale.order),
    };
  },
});

/** A reference only names orders of the store of the token. */
export const foreignReferences: Check[] = [
  ...checksAt(readElsewhere, 'store.access.list-shows-own-only', {
    'references of orders': (reads) =>
      all(
        ...Object.entries(reads).map(([name, read]) =>
          expectForeignRefused(read, name, 'a reference'),
        ),
      ),
  }),
  ...checksAt(writtenElsewhere, 'store.access.foreign-write-has-no-effect', {
    'by references of orders': (seen) =>
      all(
        expectForeignRefused(seen.moved, 'update of an approved order', 'a reference'),
        expectForeignRefused(seen.resumed, 'update of a paused order', 'a reference'),
        expectForeignRefused(seen.cancelled, 'cancellation of a sale order', 'a reference'),
        () => expectAsBefore(seen.approvedBefore, seen.approvedAfter, 'the approved order changed'),
        () => expectAsBefore(seen.pausedBefore, seen.pausedAfter, 'the paused order changed'),
        () => expectAsBefore(seen.saleBefore, seen.saleAfter, 'the sale order changed'),
      ),
  }),
];
