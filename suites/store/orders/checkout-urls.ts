import type {Exchange} from '../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, differs, holds, notApplicable, undecided} from '../../judge.ts';
import {sell, whenUrl} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {byId, byReference} from '../ordering.ts';

/** The URL of a checkout, as any client sees it: it is never followed (Orders, Create rule 4). */

/** A pending sale that is read twice by its id, and once by the caller's reference. */
const readTwice = sharedScene({
  id: 'store: a pending sale that is read twice',
  api: 'store',
  // Each read has to be a request of its own.
  unbroken: true,
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
    return {created, first, second, third};
  },
});

/** The checkout of an order that a response shows. */
const checkoutIn = (shown: Exchange): Record<string, unknown> =>
  (orderIn(shown).checkout ?? {}) as Record<string, unknown>;

/**
 * A judgement of the URL of a checkout. By an older description a checkout may have a token in its
 * place (NS-ST-26).
 */
function judgedUrl(shown: Exchange, judge: (url: URL) => Judgement): Judgement {
  const {url, token} = checkoutIn(shown);
  if (typeof url === 'string' && URL.canParse(url)) return judge(new URL(url));
  return token === undefined
    ? undecided('the checkout has no URL')
    : notApplicable('the checkout is a token (NS-ST-26)');
}

/** A pending order has another checkout than a read before. */
const isNew = (now: Exchange, before: Exchange, branch: string): Judgement =>
  judgedUrl(now, () =>
    differs(
      checkoutIn(now).url,
      checkoutIn(before).url,
      branch,
      now,
      `\`checkout.url\` of ${now.op}`,
    ),
  );

/** The checks of what a checkout URL looks like. */
export const checkoutUrls: Check[] = checksOf(readTwice, {
  'store.orders.reading-gives-a-new-checkout-url': ({created, first, second, third}) =>
    whenUrl(created, () =>
      all(
        isNew(first, created, 'the-url-of-the-creation'),
        isNew(second, first, 'the-url-of-the-read-before'),
        isNew(second, created, 'the-url-of-the-creation-again'),
        isNew(third, second, 'the-url-of-the-read-by-id'),
      ),
    ),
  'store.orders.checkout-url-carries-the-token': ({created, first}) =>
    whenUrl(created, () =>
      all(
        ...[created, first].map((shown) =>
          judgedUrl(shown, ({searchParams}) =>
            holds((searchParams.get('external-auth-token') ?? '') !== '', {
              branch: 'no-token',
              expected: '`checkout.url` to carry the query parameter `external-auth-token`',
              got: [...searchParams.keys()].join(', ') || 'no parameter',
              at: shown,
            }),
          ),
        ),
      ),
    ),
});
