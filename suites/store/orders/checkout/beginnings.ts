/**
 * The initial state of orders of each type: status, checkout, payment record (States / Order;
 * Orders, Create rules).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isUrl} from '../../../../spec/url.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectEqual,
  expectThat,
  notApplicable,
  saw,
  undecided,
  when,
  judgeEach,
  nothing,
  whenServed,
} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {checkoutOf, expectNoCheckout, orderIn, orderRow, expectStatus} from '../../order-rows.ts';
import {byReference, content, listOrders, permission, priced, readOrder} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {paymentRecords} from './payment-records.ts';
import {checkoutEnds} from './checkout-ends.ts';
import {expectStatusOfType} from '../list/status-in-request.ts';

/** An order of each type, with reads and the list. */
const ofEveryType = sharedScene({
  id: 'store: an order of each type at its beginning',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const send = (body: ReturnType<typeof permission>): Handle => s.call('createOrder', {body});
    const permitted = send(permission(s, reader, [product]));
    const reported = send(priced(s, 'report', reader, [product]));
    const reference = s.fresh('external-id');
    const sold = send({
      ...priced(s, 'sale', reader, [product]),
      external_reference: reference,
    });
    return {
      permitted,
      reported,
      sold,
      permittedRead: readOrder(s, permitted),
      reportedRead: readOrder(s, reported),
      soldRead: readOrder(s, sold),
      soldReadByReference: s.call('getOrder', byReference(reference)),
      list: listOrders(s, {user_email: reader.body.email}),
    };
  },
});

type Seen = Record<
  | 'permitted'
  | 'reported'
  | 'sold'
  | 'permittedRead'
  | 'reportedRead'
  | 'soldRead'
  | 'soldReadByReference'
  | 'list',
  Exchange
>;

/** A created order has this status in its creation, in a read, and in the list. */
const expectToBeginAs = (
  created: Exchange,
  read: Exchange,
  list: Exchange,
  status: string,
): Judgement =>
  whenServed(created, () =>
    all(
      expectStatus(created, status, 'another status on create'),
      () => expectStatus(read, status, 'another status when read'),
      () => expectRowStatus(list, created, status),
    ),
  );

/** How the list is paged is open (NS-ST-43): an order that it does not show decides nothing. */
function expectRowStatus(list: Exchange, created: Exchange, status: string): Judgement {
  const row = orderRow(list, created);
  if (!row) return undecided('the list does not show the order');
  return expectEqual(
    row.status,
    status,
    'another status in the list',
    list,
    '`status` of the order',
  );
}

const isPage = (url: unknown): boolean => isUrl(url) && /^https?:/.test(url);

/** "`url` (string)"; the older, "token-based" description does not have it. */
function expectCheckoutUrl(shown: Exchange, branch: string): Judgement {
  const {url, token} = checkoutOf(orderIn(shown)) ?? {};
  const isOlder = url === undefined && typeof token === 'string' && token !== '';
  return all(
    expectThat(isPage(url) || isOlder, {
      branch,
      expected: '`checkout.url` to be a URL (or a `checkout.token`, as in the older description)',
      got: JSON.stringify(orderIn(shown).checkout) ?? 'no checkout',
      at: shown,
    }),
    saw(isOlder ? 'a token' : 'a URL'),
  );
}

/** `ttl` is a number of whole seconds, or a time in the older description. */
function expectCheckoutEnd(shown: Exchange, branch: string): Judgement {
  const checkout = checkoutOf(orderIn(shown));
  if (!checkout) return undecided('there is no checkout');
  const {ttl, expires_on: expiresOn} = checkout;
  const isTtl = Number.isInteger(ttl) && Number(ttl) > 0;
  const isOlder = ttl === undefined && typeof expiresOn === 'string' && /\d/.test(expiresOn);
  return all(
    expectThat(isTtl || isOlder, {
      branch,
      expected:
        '`checkout.ttl` to be a whole number of seconds (or `checkout.expires_on` to be a time)',
      got: JSON.stringify({ttl, expires_on: expiresOn}),
      at: shown,
    }),
    saw(isOlder ? 'expires_on' : 'ttl'),
  );
}

/** Judges every response that shows the pending sale. */
const judgeEachPendingResponse = (
  {sold, soldRead, soldReadByReference}: Seen,
  judge: (shown: Exchange, branch: string) => Judgement,
): Judgement =>
  whenServed(sold, () =>
    all(
      judge(sold, 'on create'),
      () => (isPending(soldRead) ? judge(soldRead, 'when read') : nothing()),
      () =>
        isPending(soldReadByReference)
          ? judge(soldReadByReference, 'when read by its reference')
          : nothing(),
    ),
  );

/** Whether a response shows a pending order; another rule requires that the order is found. */
const isPending = (shown: Exchange): boolean =>
  shown.status < 300 && orderIn(shown).status === 'pending';

/** The checks of the initial state of orders. */
export const beginnings: Check[] = [
  ...checksOf(ofEveryType, {
    'store.orders.permission-is-approved-at-once': ({permitted, permittedRead, list}) =>
      expectToBeginAs(permitted, permittedRead, list, 'approved'),
    'store.orders.report-is-approved-at-once': ({reported, reportedRead, list}) =>
      expectToBeginAs(reported, reportedRead, list, 'approved'),
    'store.orders.sale-is-pending-at-first': ({sold, soldRead, list}) =>
      expectToBeginAs(sold, soldRead, list, 'pending'),
    'store.orders.checkout-is-of-sales-only': ({permitted, permittedRead, reported}) =>
      all(
        () => expectNoCheckout(orderIn(permitted), permitted, 'of a permission'),
        () => expectNoCheckout(orderIn(permittedRead), permittedRead, 'of a permission when read'),
        () => expectNoCheckout(orderIn(reported), reported, 'of a report'),
      ),
    'store.orders.checkout-has-url': (seen) => judgeEachPendingResponse(seen, expectCheckoutUrl),
    'store.orders.checkout-has-ttl': (seen) => judgeEachPendingResponse(seen, expectCheckoutEnd),
    'store.orders.ttl-is-typically-3600': (seen) =>
      judgeEachPendingResponse(seen, (shown, branch) => {
        const {ttl, expires_on: expiresOn} = checkoutOf(orderIn(shown)) ?? {};
        if (ttl === undefined && expiresOn !== undefined)
          return notApplicable('the checkout has `expires_on` instead of `ttl` (NS-ST-26)');
        return expectEqual(ttl, 3600, branch, shown, '`checkout.ttl`');
      }),
    'store.orders.source-is-api': ({permitted, reported}) =>
      judgeEach([permitted, reported], (one) =>
        expectEqual(orderIn(one).source, 'api', 'another source', one, '`source`'),
      ),
    'store.orders.ids-differ': ({permitted, reported, sold}) => {
      const created = [permitted, reported, sold].filter(isCreated);
      const ids = created.map((one) => orderIn(one).id);
      return when(ids.length > 1, 'fewer than two orders were created', () =>
        expectEqual(
          new Set(ids).size,
          ids.length,
          'one id of several',
          created[0],
          'the number of ids',
        ),
      );
    },
  }),
  check({
    rule: 'store.orders.type-alone-sets-the-status',
    act: (s) => {
      const reader = createUser(s);
      const product = content(s);
      const send = (body: ReturnType<typeof permission>, status?: string): Handle =>
        s.call('createOrder', {body: {...body, ...(status !== undefined && {status})}});
      const [bare, sale] = [permission(s, reader, [product]), priced(s, 'sale', reader, [product])];
      return {
        permitted: send(bare),
        cancelled: send(bare, 'cancelled'),
        pending: send(bare, 'pending'),
        paused: send(bare, 'paused'),
        sold: send(sale),
        approved: send(sale, 'approved'),
      };
    },
    judge: ({permitted, cancelled, pending, paused, sold, approved}) =>
      expectStatusOfType([
        [cancelled, permitted],
        [pending, permitted],
        [paused, permitted],
        [approved, sold],
      ]),
  }),
  ...paymentRecords,
  ...checkoutEnds,
];
