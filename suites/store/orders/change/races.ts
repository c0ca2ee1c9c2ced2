import {type AnyProperty, check, type Check, type Judgement} from '../../../language/check.ts';
import {all, when, whenTimely, expectEqual} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {hasSituation, isUpdated} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {expectNoMove, expectStatus, orderIn, productsOf} from '../../order-rows.ts';
import {
  cancelOrder,
  daysAfter,
  permission,
  createOrder,
  readOrder,
  updateOrder,
  type OrderedProduct,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';

/** Requests that are sent in parallel with a cancellation. */
const BESIDE = {
  'a pause': (s: Script, created: Handle) => updateOrder(s, created, {status: 'paused'}),
  'a pause with a new expiration': (s: Script, created: Handle) =>
    updateOrder(s, created, {status: 'paused', expiration_date: daysAfter(created, 25)}),
  'a new expiration': (s: Script, created: Handle) =>
    updateOrder(s, created, {expiration_date: daysAfter(created, 25)}),
  'another cancellation': (s: Script, created: Handle) =>
    cancelOrder(s, created, {reason: 'the other one'}),
};

type Beside = keyof typeof BESIDE;

const isAccepted = hasSituation('cancelled');

/**
 * A cancellation in parallel with another change of the order: in either sequence the order is
 * cancelled in the end, and remains so.
 */
export const races: AnyProperty[] = [
  property({
    rule: 'store.orders.cancelled-is-not-revived',
    place: 'at the same moment',
    forAll: {
      beside: classesOf<Beside>(
        'a pause',
        'a pause with a new expiration',
        'a new expiration',
        'another cancellation',
      ),
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {beside}, {reader, title}) => {
      const created = createOrder(s, permission(s, reader, [title]));
      return {
        race: s.parallel(
          (b) => void BESIDE[beside](b, created),
          (b) => void cancelOrder(b, created),
        ),
        after: readOrder(s, created),
        approval: updateOrder(s, created, {status: 'approved'}),
      };
    },
    judge: ({race, after, approval}, {beside}) =>
      when(race.some(isAccepted), 'the cancellation was not accepted', () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () =>
          all(
            () => expectStatus(after, 'cancelled', `not cancelled beside ${beside}`),
            expectNoMove(approval, 'cancelled', `approved after a cancellation beside ${beside}`),
          ),
        ),
      ),
  }),
];

/** The days on which products of an order expire, in the order of the calendar. */
const daysIn = (shown: Exchange): string[] =>
  productsOf(orderIn(shown))
    .map(({expiration_date: day}) => toText(day))
    .toSorted();

/** The days that updates gave, in the order of the calendar. */
const daysGivenBy = (updates: Exchange[]): string[] =>
  updates.map(({requestBody}) => toText(requestBody?.expiration_date)).toSorted();

/** Both updates took effect. Their days are compared without ids, which may be others (NS-ST-34). */
const expectBothKept = (race: Exchange[], after: Exchange): Judgement =>
  when(race.every(isUpdated), 'an update was not accepted', () =>
    whenTimely(overlapped(race), 'the updates did not overlap', () =>
      expectEqual(
        daysIn(after),
        daysGivenBy(race),
        'one of two updates was lost',
        after,
        '`expiration_date` of the products',
      ),
    ),
  );

/** Updates of two products of an order that are sent at the same moment. */
export const updateRaces: Check[] = [
  check({
    rule: 'store.orders.expiration-applies-to-the-product-named',
    place: 'at the same moment',
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, {reader, title, other}) => {
      const created = createOrder(s, permission(s, reader, [title, other]));
      const expire = (b: Script, {id, type}: OrderedProduct, days: number) => {
        const named = {product_id: id, product_type: type};
        updateOrder(b, created, {expiration_date: daysAfter(created, days)}, named);
      };
      const race = s.parallel(
        (b) => expire(b, title, 40),
        (b) => expire(b, other, 70),
      );
      return {race, after: readOrder(s, created)};
    },
    judge: ({race, after}) => expectBothKept(race, after),
  }),
];
