import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {
  all,
  expectNoServerError,
  expectOutcome,
  saw,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {expectAllExpireOn, expectAsBefore, expectStatus} from '../../order-rows.ts';
import {daysAfter, permission, createOrder, readOrder, updateOrder} from '../../ordering.ts';
import {dayOf} from './expirations-shown.ts';
import {expirationsOfProducts} from './expirations-of-products.ts';
import {keptOrder} from './kept-order.ts';

/** Updates with some members, and without others. */
const members = sharedScene({
  id: 'store: updates of both members, of none and without a product type',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, permission(s, reader, [title]));
    const before = readOrder(s, created);
    const later = {expiration_date: daysAfter(created, 60)};
    return {
      before,
      neither: updateOrder(s, created, {}),
      withoutType: updateOrder(s, created, later, {product_id: title.id}),
      afterRefused: readOrder(s, created),
      both: updateOrder(s, created, {
        expiration_date: daysAfter(created, 50),
        status: 'paused',
      }),
      afterBoth: readOrder(s, created),
      typeAlone: updateOrder(s, created, later, {product_type: 'content'}),
    };
  },
});

/** Both members of an update took effect. */
const expectBothTaken = (shown: Exchange, both: Exchange): Judgement =>
  all(
    expectStatus(shown, 'paused', 'the status of both was lost'),
    expectAllExpireOn(shown, dayOf(both), 'the expiration of both was lost'),
  );

/** An update repeats the expiration that the order already has. */
const expirationAgain = check({
  rule: 'store.orders.update-answers-200',
  place: 'the same once more',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, permission(s, reader, [title]));
    const update = () => updateOrder(s, created, {expiration_date: daysAfter(created, 40)});
    return {first: update(), again: update()};
  },
  judge: ({first, again}) =>
    whenServed(first, () => expectOutcome(again, 'updated', 'refused the second time')),
});

/** Updates of orders (Orders, Update). */
export const updating: Check[] = [
  expirationAgain,
  ...expirationsOfProducts,
  ...checksOf(members, {
    'store.orders.update-names-at-least-one-member': ({neither}) =>
      expectOutcome(neither, 'invalid', 'accepted'),
    'store.orders.product-id-needs-product-type': ({withoutType}) =>
      expectOutcome(withoutType, 'invalid', 'accepted'),
    'store.orders.refused-update-changes-nothing': (seen) => {
      const {before, neither, withoutType, afterRefused} = seen;
      const areRefused = [neither, withoutType].every(({status}) => status >= 400);
      return when(areRefused, 'an update was not refused', () =>
        expectAsBefore(before, afterRefused, 'changed'),
      );
    },
    // Whether both may be sent together is open (NS-ST-44).
    'store.orders.both-members-may-be-given': ({before, both, afterBoth}) =>
      isUpdated(both)
        ? all(() => expectBothTaken(afterBoth, both), saw('both take effect'))
        : all(
            expectNoServerError(both, 'server error'),
            () => expectAsBefore(before, afterBoth, 'refused and changed'),
            saw('both are refused'),
          ),
    'store.orders.product-type-alone-is-no-error': ({typeAlone}) =>
      expectOutcome(typeAlone, 'updated', 'refused'),
  }),
];
