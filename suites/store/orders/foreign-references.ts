import {checksAt, sharedScene, type Check} from '../../check.ts';
import {all, expectThat, summaryOf} from '../../judge.ts';
import type {Val} from '../../../spec/value.ts';
import {
  byReference,
  cancelOrder,
  content,
  createOrder,
  newLink,
  permission,
  priced,
  updateOrder,
} from '../ordering.ts';
import {create} from '../people.ts';

/**
 * Orders of every type and status, read by their references with the token of another store. The
 * scene only reads there, so it also runs where ids of two stores may be equal.
 */
const readElsewhere = sharedScene({
  id: 'store: references of another store',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = create(s);
    const title = content(s);
    const link = {type: 'content' as const, id: s.fresh('external-id'), ...newLink(s)};
    const ordered = (body: Record<string, Val>) => {
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
    return Object.fromEntries(
      Object.entries(orders).map(([name, {reference}]) => {
        // The own store finds each order by its reference.
        s.call('getOrder', {...byReference(reference), expects: 'order'});
        return [name, s.call('getOrder', {...byReference(reference), as: 'second-store'})];
      }),
    );
  },
});

/** A reference only names orders of the store of the token: 404, or 403 (NS-ST-78). */
export const foreignReferences: Check[] = checksAt(
  readElsewhere,
  'store.access.list-shows-own-only',
  {
    'references of orders': (reads) =>
      all(
        ...Object.entries(reads).map(([name, read]) =>
          expectThat(read.status >= 300, {
            branch: `${name}: answered as a success`,
            expected: `${read.op} with the token of the role second-store to be refused for a reference of another store`,
            got: summaryOf(read),
            at: read,
          }),
        ),
      ),
  },
);
