/** Defects by which a store finds the orders and products of others, or what is gone. */

import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {Row} from '../../../world/change.ts';
import {findingAll, seeing} from '../../breaking.ts';
import {ANY} from '../../families/searches.ts';
import {foreignFound, together} from '../../families/seams.ts';
import {defects} from '../../table.ts';
import {hiding, notedAsGone} from '../content/changed-issues.ts';
import {fromEveryStore} from '../from-every-store.ts';
import {CANCEL, LIST, READ, UPDATE} from './changed-orders.ts';
import {CREATE} from './created-orders.ts';

const MISSING = 'store.orders.permission-of-a-missing-product-is-refused';

type Which = (order: Order, input: Input) => boolean;

/** Lets requests find some orders of every store: by the reference, and by the id. */
const inEveryStore = (operations: string[], byTheReference: Which, byTheId?: Which): Seam =>
  together(
    foreignFound(operations),
    seeing(operations, (view, input) => {
      const found = <R extends Row>(table: string, row: Row | undefined, which?: Which) => {
        const isFound = table !== 'orders' || row?.tenant === view.tenant;
        return (row && (isFound || which?.(row as Order, input)) ? row : undefined) as
          | R
          | undefined;
      };
      return {
        by: <R extends Row>(table: string, index: string, value: string) =>
          found<R>(table, view.by(table, index, value), byTheReference),
        find: <R extends Row>(table: string, key: string) =>
          found<R>(table, view.find(table, key), byTheId),
      };
    }),
  );

/** Keeps deleted content in the catalog of products. */
const orderedAfterDeletion: Seam = together(notedAsGone(), hiding(ANY, {gone: true}));

/** Defects by which a store finds orders and products of others, or what is gone. */
export const otherStores: Defect[] = defects({
  [`${MISSING} @ content that was deleted`]: {
    'deleted content can be ordered': orderedAfterDeletion,
  },
  [`${MISSING} @ content of another store`]: {
    'content of every store can be ordered': fromEveryStore(CREATE, 'issues'),
  },
  [`${MISSING} @ a plan of another store`]: {
    'plans of every store can be ordered': fromEveryStore(CREATE, 'plans'),
  },
  'store.access.list-shows-own-only @ orders': {
    'reads find orders of all stores': foreignFound(READ),
    'lists of orders cover all stores': foreignFound(LIST),
  },
  'store.access.list-shows-own-only @ references of orders': {
    'a reference is found in every store': inEveryStore(READ, () => true),
    'the reference of a cancelled order is found in every store': inEveryStore(
      READ,
      ({status}) => status === 'cancelled',
    ),
    'the reference of a sale order is found in every store': inEveryStore(
      READ,
      ({type}) => type === 'sale',
    ),
  },
  'store.access.list-shows-own-only @ orders of one email in two stores': {
    'a list by an email has the orders of that email in every store': together(
      foreignFound(LIST),
      findingAll(LIST, (rows, {table, view, input: {query}}) =>
        query['user_email'] !== undefined && table === 'orders'
          ? rows
          : rows.filter(({tenant}) => tenant === view.tenant),
      ),
    ),
  },
  'store.access.foreign-write-has-no-effect @ on orders': {
    'updates change orders of all stores': foreignFound(UPDATE),
    'updates of one product change orders of all stores': inEveryStore(
      UPDATE,
      () => true,
      (_order, {query}) => query['product_id'] !== undefined,
    ),
    'cancellations end orders of all stores': foreignFound(CANCEL),
    'a reference is looked up in all stores': inEveryStore(CANCEL, () => true),
  },
  'store.access.foreign-write-has-no-effect @ by references of orders': {
    'the reference of a paused order is updated from every store': inEveryStore(
      UPDATE,
      ({status}) => status === 'paused',
    ),
    'the reference of a sale order is cancelled from every store': inEveryStore(
      CANCEL,
      ({type}) => type === 'sale',
    ),
  },
});
