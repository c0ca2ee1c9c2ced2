/** Which orders have payment records (States / Order). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  judgeEach,
  notApplicable,
  when,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {readPayments} from '../../buying.ts';
import {
  cancelOrder,
  content,
  createOrder,
  currencyOf,
  daysAfter,
  otherContent,
  permission,
  priced,
  updateOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The number of payment records that a hook has read. */
const countOf = ({body}: Exchange): number =>
  Array.isArray(body?.payments) ? (body.payments as unknown[]).length : NaN;

/** A hook has read no payment record. */
const expectNoRecord = (records: Exchange, branch: string): Judgement =>
  expectEqual(countOf(records), 0, branch, records, 'the number of payment records');

/** The checks of payment records. */
export const paymentRecords: Check[] = [
  check({
    rule: 'store.orders.permission-has-no-payment-record',
    act: (s) => {
      const reader = createUser(s);
      const product = content(s);
      const bare = s.call('createOrder', {
        body: permission(s, reader, [product]),
        expects: 'created',
      });
      const money = {unit_price: 4.5, currency_id: currencyOf(s)};
      const withPrice = s.call('createOrder', {
        body: {...permission(s, reader, [{...product, ...money}]), ...money},
        expects: 'created',
      });
      return {
        ofBare: readPayments(s, bare),
        ofPriced: readPayments(s, withPrice),
      };
    },
    judge: ({ofBare, ofPriced}) =>
      all(expectNoRecord(ofBare, 'a record'), expectNoRecord(ofPriced, 'a record of a price')),
  }),
  check({
    rule: 'store.orders.report-has-a-payment-record',
    act: (s) => {
      const reader = createUser(s);
      const body = priced(s, 'report', reader, [content(s)]);
      const reported = s.call('createOrder', {body, expects: 'created'});
      return {reported, records: readPayments(s, reported)};
    },
    judge: ({records}) =>
      expectThat(countOf(records) > 0, {
        branch: 'no record',
        expected: 'a payment record of the report order',
        got: String(countOf(records)),
        at: records,
      }),
  }),
  check({
    rule: 'store.orders.report-has-a-payment-record',
    place: 'for nothing',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const paid = s.call('createOrder', {
        body: priced(s, 'report', reader, [content(s)]),
        expects: 'created',
      });
      const free = s.call('createOrder', {body: priced(s, 'report', reader, [otherContent(s)], 0)});
      return {free, ofPaid: readPayments(s, paid), ofFree: readPayments(s, free)};
    },
    judge: ({free, ofPaid, ofFree}) =>
      isCreated(free)
        ? when(countOf(ofPaid) > 0, 'a report order with a price has no record', () =>
            expectThat(countOf(ofFree) > 0, {
              branch: 'no record of a free report',
              expected: 'a payment record of the report order that costs nothing',
              got: String(countOf(ofFree)),
              at: ofFree,
            }),
          )
        : notApplicable('a report order needs a price above zero'),
  }),
  check({
    rule: 'store.orders.permission-has-no-payment-record',
    place: 'while it is paused, approved again, dated and cancelled',
    onlyOnTestTargets: true,
    act: (s) => {
      const created = createOrder(s, permission(s, createUser(s), [content(s)]));
      const atFirst = readPayments(s, created);
      updateOrder(s, created, {status: 'paused'}, {}, {expects: 'updated'});
      const paused = readPayments(s, created);
      updateOrder(s, created, {status: 'approved'}, {}, {expects: 'updated'});
      const approved = readPayments(s, created);
      updateOrder(s, created, {expiration_date: daysAfter(created, 40)}, {}, {expects: 'updated'});
      cancelOrder(s, created, undefined, {expects: 'cancelled'});
      return {atFirst, paused, approved, cancelled: readPayments(s, created)};
    },
    judge: ({atFirst, ...later}) =>
      when(countOf(atFirst) === 0, 'the order had a payment record at first', () =>
        judgeEach(Object.entries<Exchange>(later), ([status, records]) =>
          expectNoRecord(records, `a record once ${status}`),
        ),
      ),
  }),
];
