/** Defects of who may read what by which orders (States / Order; Orders, Cancel). */

import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {todayOf} from '../../../store/orders/today.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, findingAll} from '../../breaking.ts';
import {changedAtOnce} from '../../families/at-once.ts';
import {together} from '../../families/seams.ts';
import {GIVEN} from '../../families/when.ts';
import {withRows} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {
  approved,
  areSeveral,
  BY_REFERENCE,
  CANCEL,
  isOfPlans,
  ORDER,
  UPDATE,
  withEnd,
  withProducts,
  type Noted,
} from './changed-orders.ts';

type Which = (order: Noted) => boolean;

/** Lets access depend on other orders of the user than there are. */
const seeingOrders = (other: (orders: Noted[], view: View) => Noted[]): Seam =>
  findingAll<Noted>(['readAccess', 'openReader'], (orders, {table, view}) =>
    table === 'orders' ? other(orders, view) : orders,
  );

/** Lets access depend on changed orders. */
const seeing = (which: Which, other: (order: Noted) => Noted): Seam =>
  seeingOrders((orders) => orders.map((order) => (which(order) ? other(order) : order)));

/** Orders of which access does not depend. */
const overlooking = (which: Which): Seam =>
  seeingOrders((orders) => orders.filter((order) => !which(order)));

/** An order of the same title takes the access by others. */
const takenBy = (which: (order: Noted, view: View) => boolean): Seam =>
  seeingOrders((orders, view) =>
    orders.filter(
      ({products: [title]}) =>
        !orders.some(
          (other) => which(other, view) && other.products[0]?.product === title?.product,
        ),
    ),
  );

const open = (order: Noted): Noted => ({...order, ...approved(order)});
const endless = (order: Noted): Noted => ({...order, ...withEnd(order, null)});
const openForEver = (order: Noted): Noted => endless(open(order));
const ending = (order: Noted, day: string): Noted => ({...order, ...withEnd(order, day)});
const withFirst = (order: Noted): Noted => ({...order, products: order.products.slice(0, 1)});
const openButFirst = (order: Noted): Noted => open({...order, products: order.products.slice(1)});

const all =
  (...tests: Which[]): Which =>
  (order) =>
    tests.every((test) => test(order));
const any: Which = () => true;
const isPaused: Which = ({status}) => status === 'paused';
const isCancelled: Which = ({status}) => status === 'cancelled';
const isSale: Which = ({type}) => type === 'sale';
const isEndless: Which = ({products}) => products.every(({expiration_date: day}) => day === null);
const isMovedByReference: Which = ({by}) => by === 'external';
const wasPaused =
  (times: number): Which =>
  ({pauses = 0}) =>
    pauses >= times;

const notingPauses = ORDER.storing(UPDATE, {body: {status: 'paused'}}, (_order, {before}) => ({
  pauses: (before?.pauses ?? 0) + 1,
}));
const notingNames = (operations: string[]): Seam =>
  ORDER.storing(operations, {}, (_order, {query}) => ({by: query['id_type']}));

/** Orders that were paused give other access. */
const afterPauses = (which: Which, other: (order: Noted) => Noted): Seam =>
  together(notingPauses, seeing(which, other));
const nothingAfterPauses = (which: Which): Seam => together(notingPauses, overlooking(which));

/** A move by the reference takes the access to the first product, and leaves the others. */
const byReferenceOnly = (isMoved: Which, operations: string[], other = openButFirst): Seam =>
  together(notingNames(operations), seeing(all(isMoved, isMovedByReference), other));

/** A cancellation with a day ends access at once, or never. */
const endingAtOnce = (when: Parameters<typeof ORDER.storing>[1]): Seam =>
  ORDER.storing(CANCEL, when, (order) => withProducts(order, () => ({access_until: null})));
const endingNever = (query = {}): Seam =>
  ORDER.storing(CANCEL, {...DATED, query}, (order) =>
    withProducts(order, () => ({expiration_date: null, access_until: '2999-12-31'})),
  );

const DATED = {body: {expiration_date: GIVEN}} as const;

/** Whether access by an order is over. */
const hasEnded = ({products}: Noted, view: View): boolean =>
  products.some(({expiration_date: day}) => day !== null && day < todayOf(view));

/** Defects of the access by orders that are not cancelled. */
const ofOrders: Defect[] = defects({
  'store.orders.permission-grants-access': {
    'a permission grants nothing': overlooking(({type}) => type === 'permission'),
    'the first order of a user grants nothing': seeingOrders((orders) => orders.slice(1)),
  },
  'store.orders.permission-grants-access @ when another order of the title ends': {
    'a cancelled order takes the access by other orders of its title': takenBy(isCancelled),
    'a paused order takes the access by other orders of its title': takenBy(isPaused),
  },
  'store.orders.report-grants-access': {
    'a report grants nothing': overlooking(({type}) => type === 'report'),
    'an order with a price grants nothing': overlooking(({unit_price: price}) => price !== 0),
  },
  'store.orders.report-grants-access @ orders of one user made at once': {
    'of two reports at once one grants nothing': together(
      changedAtOnce('createOrder', 'orders', {crowded: true}),
      overlooking(({crowded}) => crowded === true),
    ),
  },
  'store.orders.pause-takes-access': {
    'a paused order gives access': seeing(isPaused, open),
    'a paused permission without an end gives access': seeing(all(isPaused, isEndless), open),
    'of a paused order only the first product is withheld': seeing(isPaused, openButFirst),
    'the second pause of an order takes no access': afterPauses(all(isPaused, wasPaused(2)), open),
    'a new end lets a paused order go on': seeing(
      all(isPaused, (order) => !isEndless(order)),
      open,
    ),
    'a paused order of a subscription gives access': seeing(all(isPaused, isOfPlans), open),
  },
  'store.orders.pause-takes-access @ two titles of a paid sale': {
    'a paused sale gives access': seeing(all(isSale, isPaused), open),
  },
  'store.orders.pause-takes-access @ two titles, by its reference': {
    'a pause by the reference takes the access to the first product only': byReferenceOnly(
      isPaused,
      UPDATE,
    ),
  },
  'store.orders.approval-gives-access-back': {
    'an order that was paused never gives access again': nothingAfterPauses(wasPaused(1)),
    'an order that was paused twice never gives access again': nothingAfterPauses(wasPaused(2)),
    'of an order that was paused only the first product comes back': afterPauses(
      wasPaused(1),
      withFirst,
    ),
    'a permission that was paused expires': afterPauses(
      all(wasPaused(1), ({type}) => type === 'permission'),
      (order) => ending(order, '2020-01-01'),
    ),
  },
  'store.orders.approval-gives-access-back @ two titles of a paid sale': {
    'a sale that was paused never gives access again': nothingAfterPauses(
      all(isSale, wasPaused(1)),
    ),
  },
  'store.orders.approval-gives-access-back @ two titles, by its reference': {
    'an approval by the reference gives the access to the first product only': byReferenceOnly(
      ({status}) => status === 'approved',
      UPDATE,
      withFirst,
    ),
  },
  'store.orders.access-follows-the-orders': {
    'an expired order gives access': seeing(any, endless),
    'of several orders only the newest counts': seeingOrders((orders) => orders.slice(-1)),
    'any order of a user opens every title': seeingOrders((orders, view) => {
      const titles = view.oldest<Row>('issues', {limit: 100});
      const openingEvery = ({products}: Noted) =>
        titles.flatMap(({key}) => products.map((product) => ({...product, product: key})));
      return orders.map((order) => ({...order, products: openingEvery(order)}));
    }),
    'a later expiration is shown, and access ends when the first one did': together(
      ORDER.storing(UPDATE, DATED, (_order, {before}) => {
        const ended = before?.ended ?? before?.products[0]?.expiration_date;
        return ended ? {ended} : undefined;
      }),
      seeing(
        ({ended}) => Boolean(ended),
        (order) => ending(order, order.ended ?? ''),
      ),
    ),
  },
  'store.orders.access-follows-the-orders @ over every turn of the calendar': {
    'orders of last year give no access': seeingOrders((orders, view) =>
      orders.filter(({created_day: day}) => day.slice(0, 4) === todayOf(view).slice(0, 4)),
    ),
  },
  'store.orders.access-follows-the-orders @ a sale that is not paid': {
    'a pending sale gives access': seeing(({status}) => status === 'pending', open),
  },
  'store.orders.access-follows-the-orders @ by two orders of which one ends': {
    'access to a title ends with the first of its orders that ends': takenBy(hasEnded),
  },
  'store.orders.access-follows-the-orders @ after a reactivation of the user': {
    'orders that a deactivation cancelled give access after the return': together(
      afterwards(['deactivateUser'], (done) =>
        withRows(done, 'orders', (): Partial<Noted> => ({left: true})),
      ),
      seeing(({left}) => left === true, open),
    ),
  },
});

/** Defects of the access that a cancellation ends, at once or on a day. */
const afterCancels: Defect[] = defects({
  'store.orders.cancel-ends-access-at-once': {
    'of a cancelled order the last product can be read': seeing(
      all(isCancelled, ({products}) => areSeveral(products)),
      (order) => open({...order, products: order.products.slice(-1)}),
    ),
    'a cancelled order gives access': seeing(isCancelled, open),
    'a cancellation takes the access of every reader of the title': ORDER.touching(
      CANCEL,
      any,
      (order) => withEnd(order, '2020-01-01'),
    ),
  },
  'store.orders.cancel-ends-access-at-once @ two titles of a paid sale': {
    'a cancelled sale gives access': seeing(all(isSale, isCancelled), openForEver),
  },
  'store.orders.cancel-ends-access-at-once @ two titles, by its reference': {
    'a cancellation by the reference takes the access to the first product only': byReferenceOnly(
      isCancelled,
      CANCEL,
    ),
  },
  'store.orders.cancel-ends-access-at-once @ cancelled again with a later day': {
    'a second cancellation with a day gives access until then': together(
      ORDER.moving(CANCEL, 'cancelled', {...DATED, before: {status: 'cancelled'}}, {revived: true}),
      seeing(({revived}) => revived === true, openForEver),
    ),
  },
  'store.orders.cancel-date-ends-access': {
    'a cancellation with a day ends access at once': endingAtOnce(DATED),
    'a subscription that is cancelled with a day ends at once': endingAtOnce(
      ({body, row}) => body.expiration_date !== undefined && row && isOfPlans(row),
    ),
    'a cancellation with a day never ends access': endingNever(),
  },
  'store.orders.cancel-date-ends-access @ with a reason': {
    'a reason makes the day of a cancellation forgotten': endingAtOnce({body: {reason: GIVEN}}),
  },
  'store.orders.cancel-date-ends-access @ by its reference': {
    'a cancellation by the reference with a day ends access at once': endingAtOnce({
      ...DATED,
      query: BY_REFERENCE,
    }),
    'a cancellation by the reference with a day never ends access': endingNever(BY_REFERENCE),
  },
});

/** Defects of access. */
export const access: Defect[] = [...ofOrders, ...afterCancels];
