import type {Val} from '../../../../spec/value.ts';
import {check, checksAt, checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectEqual, expectOutcome, notApplicable, when} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {
  expectAllExpireOn,
  expirationsOf,
  expectAsBefore,
  expectNoMove,
  orderIn,
  expectStatus,
} from '../../order-rows.ts';
import {
  byReference,
  cancelOrder,
  daysAfter,
  createOrder,
  priced,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';

/** An unpaid sale: updates of it, and its cancellation. */
const pending = sharedScene({
  id: 'store: a pending sale that updates do not move',
  api: 'store',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, priced(s, 'sale', reader, [title]));
    const before = readOrder(s, created);
    const approval = updateOrder(s, created, {status: 'approved'});
    const afterApproval = readOrder(s, created);
    const pause = updateOrder(s, created, {status: 'paused'});
    const afterPause = readOrder(s, created);
    const expiration = updateOrder(s, created, {expiration_date: daysAfter(created, 45)});
    const afterExpiration = readOrder(s, created);
    return {
      before,
      approval,
      afterApproval,
      pause,
      afterPause,
      expiration,
      afterExpiration,
      cancelled: cancelOrder(s, created),
      after: readOrder(s, created),
    };
  },
});

/** The same sale by the reference that the caller gave it. */
const pendingByReference = sharedScene({
  id: 'store: a pending sale that updates by its reference do not move',
  api: 'store',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const reference = s.fresh('external-id');
    const body = {...priced(s, 'sale', reader, [title]), external_reference: reference};
    const created = createOrder(s, body);
    const update = (change: Record<string, Val>): Handle =>
      s.call('updateOrder', {...byReference(reference), body: change});
    const before = readOrder(s, created);
    const pause = update({status: 'paused'});
    const afterPause = readOrder(s, created);
    const approval = update({status: 'approved'});
    const afterApproval = readOrder(s, created);
    const expiration = update({expiration_date: daysAfter(created, 45)});
    return {
      before,
      pause,
      afterPause,
      approval,
      afterApproval,
      expiration,
      afterExpiration: readOrder(s, created),
    };
  },
});

const BY_REFERENCE = 'by its reference';

/** Whether an order was pending, as the later judgements require. */
const isPending = (shown: {status: number; body: unknown}): boolean =>
  shown.status === 200 && (shown.body as {status?: unknown}).status === 'pending';

const NOT_PENDING = 'the order was not pending';

/** Requests on a sale before and after it is paid (States / Order; Orders, Update). */
export const sales: Check[] = [
  ...checksOf(pending, {
    'store.orders.pending-is-not-approved-by-an-update': ({before, approval, afterApproval}) =>
      when(isPending(before), NOT_PENDING, () =>
        all(expectNoMove(approval, 'pending', 'approved'), () =>
          expectStatus(afterApproval, 'pending', 'approved by an update'),
        ),
      ),
    'store.orders.pending-is-not-paused': ({afterApproval, pause, afterPause}) =>
      when(isPending(afterApproval), NOT_PENDING, () =>
        all(expectNoMove(pause, 'pending', 'paused'), () =>
          expectStatus(afterPause, 'pending', 'paused by an update'),
        ),
      ),
    'store.orders.pending-sale-takes-no-expiration': ({afterPause, expiration, afterExpiration}) =>
      when(isPending(afterPause), NOT_PENDING, () =>
        all(expectNoMove(expiration, 'pending', 'moved'), () =>
          expectEqual(
            expirationsOf(orderIn(afterExpiration)),
            expirationsOf(orderIn(afterPause)),
            'taken while pending',
            afterExpiration,
            'the expirations of the pending sale',
          ),
        ),
      ),
    'store.orders.pending-can-be-cancelled': ({afterExpiration, cancelled, after}) =>
      when(isPending(afterExpiration), NOT_PENDING, () =>
        all(expectOutcome(cancelled, 'cancelled', 'refused'), () =>
          expectStatus(after, 'cancelled', 'not cancelled'),
        ),
      ),
  }),
  ...checksAt(pendingByReference, 'store.orders.pending-is-not-paused', {
    [BY_REFERENCE]: ({before, pause, afterPause}) =>
      when(isPending(before), NOT_PENDING, () =>
        all(expectNoMove(pause, 'pending', 'paused'), () =>
          expectStatus(afterPause, 'pending', 'paused by an update'),
        ),
      ),
  }),
  ...checksAt(pendingByReference, 'store.orders.pending-is-not-approved-by-an-update', {
    [BY_REFERENCE]: ({afterPause, approval, afterApproval}) =>
      when(isPending(afterPause), NOT_PENDING, () =>
        all(expectNoMove(approval, 'pending', 'approved'), () =>
          expectStatus(afterApproval, 'pending', 'approved by an update'),
        ),
      ),
  }),
  ...checksAt(pendingByReference, 'store.orders.pending-sale-takes-no-expiration', {
    [BY_REFERENCE]: ({afterApproval, expiration, afterExpiration}) =>
      when(isPending(afterApproval), NOT_PENDING, () =>
        all(expectNoMove(expiration, 'pending', 'moved'), () =>
          expectEqual(
            expirationsOf(orderIn(afterExpiration)),
            expirationsOf(orderIn(afterApproval)),
            'taken while pending',
            afterExpiration,
            'the expirations of the pending sale',
          ),
        ),
      ),
  }),
  ...checksAt(pending, 'store.orders.refused-update-changes-nothing', {
    // An update of a pending order may also be answered 200 and change nothing (NS-ST-45).
    'of a pending sale': ({before, approval, afterApproval, pause, afterPause}) =>
      [approval, pause].some(isUpdated)
        ? notApplicable('the store accepts such an update')
        : when(
            [approval, pause].every(({status}) => status >= 400),
            'an update was not refused',
            () =>
              all(
                expectAsBefore(before, afterApproval, 'changed by an approval'),
                expectAsBefore(afterApproval, afterPause, 'changed by a pause'),
              ),
          ),
  }),
  check({
    rule: 'store.orders.approved-sale-takes-an-expiration',
    given: keptOrder,
    act: (s, {reader, title}) => {
      const created = createOrder(s, priced(s, 'sale', reader, [title]));
      s.control('complete-payment', {
        role: 'admin',
        order: created.at('/data/id'),
        outcome: 'approved',
      });
      const before = readOrder(s, created);
      const updated = updateOrder(s, created, {expiration_date: daysAfter(created, 45)});
      return {before, updated, after: readOrder(s, created)};
    },
    judge: ({before, updated, after}) =>
      when(orderIn(before).status === 'approved', 'the sale was not approved', () =>
        all(expectOutcome(updated, 'updated', 'refused'), () =>
          expectAllExpireOn(after, updated.requestBody.expiration_date, 'not kept'),
        ),
      ),
  }),
];
