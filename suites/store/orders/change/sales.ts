import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  notApplicable,
  when,
  judgeEach,
} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import type {Handle} from '../../../language/script.ts';
import {
  expectAllExpireOn,
  expirationsOf,
  expectAsBefore,
  expectNoMove,
  orderIn,
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
import {expectMove, expectStay, momentOf, recordLife, whenIn, type SeenLife} from './order-life.ts';
import {pay, readApproved, sell} from '../../buying.ts';

/** An unpaid sale: updates of it, and its cancellation. */
const pending = sharedScene({
  id: 'store: a pending sale that updates do not move',
  given: keptOrder,
  act: (s, {reader, title}) => {
    const created = createOrder(s, priced(s, 'sale', reader, [title]));
    return recordLife(s, created, {
      approval: () => updateOrder(s, created, {status: 'approved'}),
      pause: () => updateOrder(s, created, {status: 'paused'}),
      expiration: () => updateOrder(s, created, {expiration_date: daysAfter(created, 45)}),
      cancellation: () => cancelOrder(s, created),
    });
  },
});

/** The same sale by the reference that the caller gave it. */
const pendingByReference = sharedScene({
  id: 'store: a pending sale that updates by its reference do not move',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const reference = s.fresh('external-id');
    const body = {...priced(s, 'sale', reader, [title]), external_reference: reference};
    const created = createOrder(s, body);
    const update = (change: Record<string, Val>): Handle =>
      s.call('updateOrder', {...byReference(reference), body: change});
    return recordLife(s, created, {
      pause: () => update({status: 'paused'}),
      approval: () => update({status: 'approved'}),
      expiration: () => update({expiration_date: daysAfter(created, 45)}),
    });
  },
});

/** The rules about updates of pending sales, whichever name the updates use. */
const PENDING: Record<string, (seen: SeenLife) => Judgement> = {
  'store.orders.pending-is-not-approved-by-an-update': (seen) =>
    expectStay(momentOf(seen, 'approval'), 'pending', 'approved'),
  'store.orders.pending-is-not-paused': (seen) =>
    expectStay(momentOf(seen, 'pause'), 'pending', 'paused'),
  'store.orders.pending-sale-takes-no-expiration': (seen) =>
    whenIn('pending', momentOf(seen, 'expiration'), ({before, response, after}) =>
      all(expectNoMove(response, 'pending', 'moved'), () =>
        expectEqual(
          expirationsOf(orderIn(after)),
          expirationsOf(orderIn(before)),
          'taken while pending',
          after,
          'the expirations of the pending sale',
        ),
      ),
    ),
};

/** Requests on a sale before and after it is paid (States / Order; Orders, Update). */
export const sales: Check[] = [
  ...checksOf(pending, {
    ...PENDING,
    'store.orders.pending-can-be-cancelled': (seen) =>
      expectMove(momentOf(seen, 'cancellation'), 'pending', 'cancelled'),
  }),
  ...Object.entries(PENDING).flatMap(([rule, judge]) =>
    checksOf(pendingByReference, {[`${rule} @ by its reference`]: judge}),
  ),
  ...checksOf(pending, {
    // An update of a pending order may also be answered 200 and change nothing (NS-ST-45).
    'store.orders.refused-update-changes-nothing @ of a pending sale': (seen) => {
      const [approval, pause] = [momentOf(seen, 'approval'), momentOf(seen, 'pause')];
      const responses = [approval.response, pause.response];
      if (responses.some(isUpdated)) return notApplicable('the store accepts such an update');
      const areRefused = responses.every(({status}) => status >= 400);
      return when(areRefused, 'an update was not refused', () =>
        all(
          expectAsBefore(approval.before, approval.after, 'changed by an approval'),
          expectAsBefore(pause.before, pause.after, 'changed by a pause'),
        ),
      );
    },
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

/** A paid sale is paused, approved again, paused once more and cancelled. */
const life = sharedScene({
  id: 'store: a paid sale is paused, approved and cancelled',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s);
    pay(s, created);
    const turn = (status: string) => (): Handle => updateOrder(s, created, {status});
    const requests = {
      pause: turn('paused'),
      approval: turn('approved'),
      'second pause': turn('paused'),
      cancellation: () => cancelOrder(s, created),
    };
    return recordLife(s, created, requests, readApproved(s, created));
  },
});

/** The moves of a paid sale: the requests, from one status to another. */
const MOVES: Record<string, [requests: string[], from: string, to: string]> = {
  'approved-can-be-paused': [['pause', 'second pause'], 'approved', 'paused'],
  'paused-can-be-approved': [['approval'], 'paused', 'approved'],
  'paused-can-be-cancelled': [['cancellation'], 'paused', 'cancelled'],
};

/** The checks of the moves of paid sales. */
export const paidSales: Check[] = Object.entries(MOVES).flatMap(([rule, [requests, from, to]]) =>
  checksOf(life, {
    [`store.orders.${rule} @ a sale that was paid`]: (seen) =>
      judgeEach(requests, (name) => expectMove(momentOf(seen, name), from, to)),
  }),
);
