import type {AnyProperty} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {property} from '../../../language/property.ts';
import {booleans, classesOf, days} from '../../../values/values.ts';
import {expectAllExpireOn} from '../../order-rows.ts';
import {createOrder, orderOf, readOrder, updateOrder} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';

/** Every response shows the expiration day that was given last. */
export const expirationDays: AnyProperty[] = [
  property({
    rule: 'store.orders.expiration-is-kept-as-written',
    forAll: {
      first: days,
      second: days,
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      isPaused: booleans,
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {first, second, type, isPaused}, {reader, title, other}) => {
      const products = [{...title, expiration_date: first}, other];
      const created = createOrder(s, orderOf(s, type, reader, products));
      const updated = updateOrder(s, created, {expiration_date: second});
      if (isPaused) updateOrder(s, created, {status: 'paused'});
      return {updated, after: readOrder(s, created)};
    },
    judge: ({updated, after}, {second}) =>
      all(
        expectOutcome(updated, 'updated', 'refused'),
        () => expectAllExpireOn(updated, second, 'the response shows another day'),
        () => expectAllExpireOn(after, second, 'another day is read'),
      ),
  }),
];
