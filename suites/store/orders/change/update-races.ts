import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectEqual, when, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {isUpdated} from '../../../language/outcome.ts';
import type {Script} from '../../../language/script.ts';
import {toText} from '../../../../spec/json.ts';
import {orderIn, productsOf} from '../../order-rows.ts';
import {
  createOrder,
  daysAfter,
  permission,
  readOrder,
  updateOrder,
  type OrderedProduct,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';

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
