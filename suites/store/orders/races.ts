import type {Exchange, Val} from '../../../spec/step.ts';
import {check, type Check} from '../../check.ts';
import {all, overlapped, when, whenRaced} from '../../judge.ts';
import {isNoMove, statusIs} from '../order-rows.ts';
import {cancelOrder, daysAfter, permission, place, readOrder, updateOrder} from '../ordering.ts';
import type {Handle, Script} from '../../script.ts';
import {keptOrder} from './kept-order.ts';

/** What is sent at the same moment as a cancellation. */
const BESIDE: Record<string, (s: Script, created: Handle) => Handle> = {
  'beside a pause': (s, created) => updateOrder(s, created, {status: 'paused'}),
  'beside a new expiration': (s, created) =>
    updateOrder(s, created, {expiration_date: daysAfter(created, 25)} satisfies Record<
      string,
      Val
    >),
  'beside another cancellation': (s, created) => cancelOrder(s, created, {reason: 'the other one'}),
};

const isAccepted = ({situations}: Exchange): boolean => situations.includes('cancelled');

/**
 * A cancellation at the same moment as another change of the order: in both orders of the two the
 * order is cancelled in the end, and stays so.
 */
export const races: Check[] = Object.entries(BESIDE).map(([name, beside]) =>
  check({
    rule: 'store.orders.cancelled-is-not-revived',
    place: `cancelled ${name}`,
    given: keptOrder,
    act: (s, {reader, title}) => {
      const created = place(s, permission(s, reader, [title]));
      const race = s.parallel(
        (b) => void cancelOrder(b, created),
        (b) => void beside(b, created),
      );
      return {
        race,
        after: readOrder(s, created),
        approval: updateOrder(s, created, {status: 'approved'}),
      };
    },
    judge: ({race, after, approval}) =>
      when(race.some(isAccepted), 'the cancellation was not accepted', () =>
        whenRaced(overlapped(race), 'the requests did not overlap', () =>
          all(
            () => statusIs(after, 'cancelled', 'not cancelled after a race'),
            isNoMove(approval, 'cancelled', 'approved after a race'),
          ),
        ),
      ),
  }),
);
