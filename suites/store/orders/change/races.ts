import type {AnyProperty} from '../../../language/check.ts';
import {all, when, whenTimely} from '../../../language/judge.ts';
import {overlapped} from '../../../language/races.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {property} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {expectNoMove, expectStatus} from '../../order-rows.ts';
import {
  cancelOrder,
  daysAfter,
  permission,
  createOrder,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';

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
      const race = s.parallel(
        (b) => void BESIDE[beside](b, created),
        (b) => void cancelOrder(b, created),
      );
      return {
        race,
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
