/** Sales that were paid move like other approved orders (States / Order). */

import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import {pay, readApproved, sell} from '../../buying.ts';
import {orderIn, expectStatus} from '../../order-rows.ts';
import {cancelOrder, readOrder, updateOrder} from '../../ordering.ts';

/** A paid sale is paused, approved again, paused once more and cancelled. */
const life = sharedScene({
  id: 'store: a paid sale is paused, approved and cancelled',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s);
    pay(s, created);
    const paid = readApproved(s, created);
    const pause = updateOrder(s, created, {status: 'paused'});
    const paused = readOrder(s, created);
    const approval = updateOrder(s, created, {status: 'approved'});
    const approved = readOrder(s, created);
    const secondPause = updateOrder(s, created, {status: 'paused'});
    const pausedAgain = readOrder(s, created);
    const cancellation = cancelOrder(s, created);
    return {
      paid,
      pause,
      paused,
      approval,
      approved,
      secondPause,
      pausedAgain,
      cancellation,
      cancelled: readOrder(s, created),
    };
  },
});

type Life = SeenIn<typeof life>;

/** Judges a sale that a read showed in a status. */
const whenIn = (status: string, shown: Life['paid'], judgement: () => Judgement): Judgement =>
  when(orderIn(shown).status === status, `the sale was not ${status}`, judgement);

/** A request is accepted, and the order has another status afterwards. */
const expectMove = (
  request: Life['paid'],
  situation: string,
  shown: Life['paid'],
  status: string,
): Judgement =>
  all(expectOutcome(request, situation, `refused: ${status}`), () =>
    expectStatus(shown, status, `not ${status}`),
  );

const PLACE = 'a sale that was paid';

/** The checks of the moves of paid sales. */
export const paidSales: Check[] = [
  ...checksAt(life, 'store.orders.approved-can-be-paused', {
    [PLACE]: ({paid, pause, paused, approved, secondPause, pausedAgain}) =>
      all(
        () => whenIn('approved', paid, () => expectMove(pause, 'updated', paused, 'paused')),
        () =>
          whenIn('approved', approved, () =>
            expectMove(secondPause, 'updated', pausedAgain, 'paused'),
          ),
      ),
  }),
  ...checksAt(life, 'store.orders.paused-can-be-approved', {
    [PLACE]: ({paused, approval, approved}) =>
      whenIn('paused', paused, () => expectMove(approval, 'updated', approved, 'approved')),
  }),
  ...checksAt(life, 'store.orders.paused-can-be-cancelled', {
    [PLACE]: ({pausedAgain, cancellation, cancelled}) =>
      whenIn('paused', pausedAgain, () =>
        expectMove(cancellation, 'cancelled', cancelled, 'cancelled'),
      ),
  }),
];
