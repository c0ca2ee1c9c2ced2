/** Checkout URLs of lists, and sessions that checkout URLs began (Create rule 4; Authentication 4). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {blockedBy} from '../../../language/blocked-by.ts';
import {all, expectThat, notApplicable, notExercised, when} from '../../../language/judge.ts';
import {rowsAt} from '../../../language/rows.ts';
import {ofRow} from '../../../language/sent-values.ts';
import {openCheckout, openUrl, sell, whenUrl} from '../../buying.ts';
import {checkoutOf, orderRow, type OrderRow} from '../../order-rows.ts';
import {byReference, listOrders} from '../../ordering.ts';
import {deactivate} from '../../people.ts';
import {whenOpened} from './checkout-validity.ts';
import {listOf} from '../../sessions.ts';

const OPENS = 'store.orders.checkout-opens-within-its-ttl';

/** The order of a list or of a read, as the response to a read. */
const asRead = (shown: Exchange, row: OrderRow | undefined): Exchange => ({
  ...shown,
  op: 'getOrder',
  body: row ?? {},
});

/** The URL of a pending order opens directly after the response that shows it. */
function expectOpen(
  shown: Exchange,
  {opened, buyer}: Record<'opened' | 'buyer', Exchange>,
  branch: string,
): Judgement {
  const order = shown.body as OrderRow;
  if (order.status !== 'pending' || typeof checkoutOf(order)?.url !== 'string')
    return notApplicable('the response shows no checkout URL of the order');
  if (typeof opened.body?.opens !== 'boolean')
    return notExercised('the response of the hook has no `opens`');
  return whenOpened('within', {shown, opened, buyer}, () =>
    expectThat(opened.body.opens as boolean, {
      branch,
      expected: 'the checkout URL to open',
      got: 'it does not open',
      at: opened,
    }),
  );
}

/** The URL that a list shows is good like that of any other response. */
const ofAList = check({
  rule: OPENS,
  place: 'of a list',
  onlyOnTestTargets: true,
  consecutive: true,
  act: (s) => {
    const {buyer, created, email} = sell(s);
    const list = listOrders(s, {user_email: email});
    const row = {at: '/id', is: created.at('/data/id')};
    const opened = openUrl(s, ofRow(list.at('/data'), row, '/checkout/url'));
    return {buyer, created, list, opened};
  },
  judge: ({buyer, created, list, opened}) =>
    whenUrl(created, () =>
      expectOpen(asRead(list, orderRow(list, created)), {opened, buyer}, 'of a list: not open'),
    ),
});

/** The URL that a read by the caller's reference shows is good like that of any other response. */
const ofAReference = check({
  rule: OPENS,
  place: 'of a read by the reference',
  onlyOnTestTargets: true,
  consecutive: true,
  act: (s) => {
    const reference = s.fresh('external-id');
    const {buyer, created} = sell(s, {external_reference: reference});
    const read = s.call('getOrder', byReference(reference));
    return {buyer, created, read, opened: openUrl(s, read.at('/checkout/url'))};
  },
  judge: ({buyer, created, read, opened}) =>
    whenUrl(created, () =>
      when(read.situations.includes('order'), 'the order was not found', () =>
        expectOpen(
          asRead(read, read.body as OrderRow),
          {opened, buyer},
          'of a reference: not open',
        ),
      ),
    ),
});

/** The number of sessions in a list; none if the filter finds no user (NS-ST-19). */
const sessionsIn = (list: Exchange): number =>
  list.status >= 400 && list.status < 500 ? 0 : rowsAt([list], '/data').length;

/** Two buyers who are signed in by their checkout URLs, of whom one is deactivated and one anonymized. */
const endsWithTheUser = check({
  rule: 'store.auth-sessions.deactivation-ends-sessions',
  place: 'begun by a checkout URL',
  onlyOnTestTargets: true,
  act: (s) => {
    const [gone, nameless] = [sell(s), sell(s)];
    openCheckout(s, gone.created);
    openCheckout(s, nameless.created);
    const [before, namelessBefore] = [listOf(s, gone.buyer), listOf(s, nameless.buyer)];
    deactivate(s, gone.buyer);
    deactivate(s, nameless.buyer, {anonymize: 'true'});
    return {
      created: gone.created,
      before,
      namelessBefore,
      after: listOf(s, gone.buyer),
      namelessAfter: listOf(s, nameless.buyer),
    };
  },
  judge: ({created, before, namelessBefore, after, namelessAfter}) =>
    whenUrl(created, () =>
      sessionsIn(before) === 0 || sessionsIn(namelessBefore) === 0
        ? blockedBy('store.orders.token-signs-the-buyer-in', 'nobody is signed in by a URL')
        : all(
            () => expectNoSession(after, 'signed in after the deactivation'),
            () => expectNoSession(namelessAfter, 'signed in after the anonymization'),
          ),
    ),
});

/** A list shows no session. */
const expectNoSession = (list: Exchange, branch: string): Judgement =>
  expectThat(sessionsIn(list) === 0, {
    branch,
    expected: 'no session of the buyer',
    got: String(sessionsIn(list)),
    at: list,
  });

/** The checks of checkout URLs and their sessions. */
export const checkoutElsewhere: Check[] = [ofAList, ofAReference, endsWithTheUser];
