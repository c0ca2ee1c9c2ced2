/**
 * The URL of a checkout, as any client sees it. It is never opened here (Orders, Create rule 4).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isUrl} from '../../../../spec/url.ts';
import {ageAt, sideOf} from '../../../values/ages.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectDifferent,
  expectThat,
  notApplicable,
  undecided,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {sell, whenUrl} from '../../buying.ts';
import {orderIn} from '../../order-rows.ts';
import {byId, byReference, readOrder} from '../../ordering.ts';

/** A pending sale that is read twice by its id, and once by the caller's reference. */
const readTwice = sharedScene({
  id: 'store: a pending sale that is read twice',
  // Each read has to be a separate request.
  consecutive: true,
  act: (s) => {
    const reference = s.fresh('external-id');
    const {created} = sell(s, {external_reference: reference});
    const first = s.call('getOrder', {
      ...byId(created),
      until: {at: '/checkout/url', not: created.at('/data/checkout/url')},
      optional: true,
    });
    const second = s.call('getOrder', {
      ...byId(created),
      until: {at: '/checkout/url', not: first.at('/checkout/url')},
      optional: true,
    });
    const third = s.call('getOrder', {
      ...byReference(reference),
      until: {at: '/checkout/url', not: second.at('/checkout/url')},
      optional: true,
    });
    return {created, first, second, third, ...readApart(s, created)};
  },
});

/** After this time two reads must no longer show the same URL (NS-ST-50). */
const APART = seconds(3);

/** Reads a pending sale twice, some seconds apart, if a hook moves the clock. */
function readApart(s: Script, created: Handle): {earlier?: Handle; later?: Handle} {
  if (!s.offers('control:advance')) return {};
  s.advance(APART);
  const earlier = readOrder(s, created);
  s.advance(APART);
  return {earlier, later: readOrder(s, created)};
}

/** The checkout of an order in a response. */
const checkoutIn = (shown: Exchange): Record<string, unknown> =>
  (orderIn(shown).checkout ?? {}) as Record<string, unknown>;

/**
 * Judges the URL of a checkout. According to an older description a checkout may have a
 * token instead (NS-ST-26).
 */
function whenCheckoutHasUrl(shown: Exchange, judge: (url: URL) => Judgement): Judgement {
  const {url, token} = checkoutIn(shown);
  if (isUrl(url)) return judge(new URL(url));
  return token === undefined
    ? undecided('the checkout has no URL')
    : notApplicable('the checkout is a token (NS-ST-26)');
}

/** A pending order has another checkout than in an earlier read. */
const expectNew = (now: Exchange, before: Exchange, branch: string): Judgement =>
  whenCheckoutHasUrl(now, () =>
    expectDifferent(
      checkoutIn(now).url,
      checkoutIn(before).url,
      branch,
      now,
      `\`checkout.url\` of ${now.op}`,
    ),
  );

/**
 * Two reads that were certainly some seconds apart show different URLs. Earlier reads are repeated
 * until their URL changes, so they would not notice a URL that reads share for a while.
 */
const expectNewSoon = (
  later?: Exchange,
  earlier?: Exchange,
  branch = 'the-url-of-a-read-some-seconds-before',
): Judgement =>
  later && earlier && sideOf(ageAt(later, earlier), 0) === 'after'
    ? expectNew(later, earlier, branch)
    : nothing();

/** How many times a sale is read whose URLs are all compared with each other. */
const MANY = 8;

/** A pending sale that is read many times, each time some seconds later. */
const readManyTimes = sharedScene({
  id: 'store: a pending sale that is read many times',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = sell(s);
    const reads = s.repeat(MANY, (each) => {
      each.advance(APART);
      readOrder(each, created);
    });
    return {created, reads};
  },
});

/** No read shows the URL of the creation, or of any read before it. */
const expectAllNew = (created: Exchange, reads: Exchange[]): Judgement =>
  all(
    ...reads.flatMap((read, index) =>
      [created, ...reads.slice(0, index)].map(
        (before) => () => expectNewSoon(read, before, 'the-url-of-an-earlier-read'),
      ),
    ),
  );

/** A checkout URL carries a token. */
const expectToken = ({searchParams}: URL, shown: Exchange): Judgement =>
  expectThat((searchParams.get('external-auth-token') ?? '') !== '', {
    branch: 'no-token',
    expected: '`checkout.url` to carry the query parameter `external-auth-token`',
    got: [...searchParams.keys()].join(', ') || 'no parameter',
    at: shown,
  });

/** The checks of the form of a checkout URL. */
export const checkoutUrls: Check[] = [
  ...checksOf(readManyTimes, {
    'store.orders.reading-gives-a-new-checkout-url @ of many': ({created, reads}) =>
      whenUrl(created, () => expectAllNew(created, reads)),
  }),
  ...checksOf(readTwice, {
    'store.orders.reading-gives-a-new-checkout-url': ({created, first, second, third, ...apart}) =>
      whenUrl(created, () =>
        all(
          expectNew(first, created, 'the-url-of-the-creation'),
          expectNew(second, first, 'the-url-of-the-read-before'),
          expectNew(second, created, 'the-url-of-the-creation-again'),
          expectNew(third, second, 'the-url-of-the-read-by-id'),
          judgeEach([created, first], (before) =>
            expectNew(third, before, 'the-url-of-an-earlier-read'),
          ),
          () => expectNewSoon(apart.later, apart.earlier),
          judgeEach([created, first, second, third], (before) =>
            expectNewSoon(apart.later, before, 'the-url-of-an-earlier-read'),
          ),
        ),
      ),
    'store.orders.checkout-url-carries-the-token': ({created, first}) =>
      whenUrl(created, () =>
        all(
          ...[created, first].map((shown) =>
            whenCheckoutHasUrl(shown, (url) => expectToken(url, shown)),
          ),
        ),
      ),
  }),
];
