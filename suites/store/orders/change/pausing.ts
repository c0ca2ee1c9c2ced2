import type {AnyProperty} from '../../../language/check.ts';
import {all, expectOutcome, when, judgeEach} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import {booleans, classesOf} from '../../../values/values.ts';
import {expirationsOf, expectAsBefore, orderIn, expectStatus} from '../../order-rows.ts';
import {expectEqual} from '../../../language/judge.ts';
import {permission, createOrder, priced, readOrder, updateOrder} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';

/** An approved order of any kind is paused and approved again, and perhaps once more. */
export const pausing: AnyProperty[] = propertiesOf(
  {
    scene: 'store: orders paused and approved again',
    forAll: {
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      hasTwo: booleans,
      isEnding: booleans,
      again: booleans,
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {type, hasTwo, isEnding, again}, {reader, title, other, kept, keptBefore}) => {
      const titles = hasTwo ? [title, other] : [title];
      const products = titles.map((one) =>
        isEnding ? {...one, expiration_date: '2099-03-31'} : one,
      );
      const body =
        type === 'report' ? priced(s, type, reader, products) : permission(s, reader, products);
      const created = createOrder(s, body);
      if (again) {
        updateOrder(s, created, {status: 'paused'});
        updateOrder(s, created, {status: 'approved'});
      }
      const before = readOrder(s, created);
      const paused = updateOrder(s, created, {status: 'paused'});
      const afterPause = readOrder(s, created);
      const approved = updateOrder(s, created, {status: 'approved'});
      return {
        before,
        paused,
        afterPause,
        approved,
        afterApproval: readOrder(s, created),
        keptBefore,
        keptAfter: readOrder(s, kept),
      };
    },
  },
  {
    'store.orders.approved-can-be-paused': ({paused, afterPause}) =>
      all(
        expectOutcome(paused, 'updated', 'refused'),
        () => expectStatus(paused, 'paused', 'the response shows another status'),
        () => expectStatus(afterPause, 'paused', 'not paused'),
      ),
    'store.orders.paused-can-be-approved': ({afterPause, approved, afterApproval}) =>
      when(isPaused(afterPause), 'the order was not paused', () =>
        all(
          expectOutcome(approved, 'updated', 'refused'),
          () => expectStatus(approved, 'approved', 'the response shows another status'),
          () => expectStatus(afterApproval, 'approved', 'not approved'),
        ),
      ),
    'store.orders.update-changes-what-it-names-only': (seen) => {
      const {before, afterPause, afterApproval, keptBefore, keptAfter} = seen;
      const expirations = expirationsOf(orderIn(before));
      return all(
        judgeEach([afterPause, afterApproval], (shown) =>
          expectEqual(
            expirationsOf(orderIn(shown)),
            expirations,
            'an expiration changed by a status',
            shown,
            'the expirations of the products',
          ),
        ),
        () => expectAsBefore(keptBefore, keptAfter, 'another order changed'),
      );
    },
  },
);

const isPaused = (shown: {status: number; body: unknown}): boolean =>
  shown.status === 200 && (shown.body as {status?: unknown}).status === 'paused';
