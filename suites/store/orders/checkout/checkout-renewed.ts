/** A checkout URL that a later read gave is good for its `ttl`, and no longer (Create rule 4). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {expectThat, notExercised} from '../../../language/judge.ts';
import {AFTER_AN_END_MS} from '../../../values/ages.ts';
import {minutes, type Script} from '../../../language/script.ts';
import {blockedBy} from '../../../language/blocked-by.ts';
import {openUrl, sell, whenUrl} from '../../buying.ts';
import {readOrder} from '../../ordering.ts';
import {TYPICAL_MS, validityAt, whenOpened} from './checkout-validity.ts';
import {listOf} from '../../sessions.ts';

const PLACE = 'of a later read';

/** The longest `ttl` whose end is awaited. */
const MAX_MS = minutes(60 * 24);

/** A sale that is read twice, of which the second URL is opened at once, and one of which it is not. */
const renewed = sharedScene({
  id: 'store: checkout URLs of later reads that are opened at two ages',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s: Script) => {
    const [atOnce, afterwards] = [sell(s), sell(s)];
    const readTwice = ({created}: typeof atOnce) => {
      readOrder(s, created);
      return readOrder(s, created);
    };
    const shownAtOnce = readTwice(atOnce);
    const openedAtOnce = openUrl(s, shownAtOnce.at('/checkout/url'));
    const sessionsAtOnce = listOf(s, atOnce.buyer);
    const shown = readTwice(afterwards);
    s.advanceAsTold(TYPICAL_MS + AFTER_AN_END_MS, {
      ...validityAt(shown, '/checkout', afterwards.buyer),
      atMost: MAX_MS,
    });
    return {
      created: atOnce.created,
      buyer: afterwards.buyer,
      openedAtOnce,
      sessionsAtOnce,
      shown,
      opened: openUrl(s, shown.at('/checkout/url')),
      sessions: listOf(s, afterwards.buyer),
    };
  },
});

const opens = ({body}: Exchange): unknown => body?.opens;

/** How many sessions a list shows; where it found nobody, there are none (NS-ST-19). */
const sessionsIn = ({body}: Exchange): number =>
  Array.isArray(body?.data) ? (body.data as unknown[]).length : 0;

/** The checks of checkout URLs that later reads gave. */
export const checkoutRenewed: Check[] = checksOf(renewed, {
  [`store.orders.checkout-is-over-after-its-ttl @ ${PLACE}`]: ({
    created,
    buyer,
    openedAtOnce,
    shown,
    opened,
  }) =>
    whenUrl(created, () =>
      whenOpened('after', {shown, opened, buyer}, () => {
        if (opens(openedAtOnce) === false)
          return blockedBy('store.orders.checkout-opens-within-its-ttl', 'no URL opens');
        if (typeof opens(opened) !== 'boolean')
          return notExercised('the response of the hook has no `opens`');
        return expectThat(opens(opened) === false, {
          branch: 'the URL of a later read opens after its ttl',
          expected: 'the checkout URL not to open',
          got: 'it opens',
          at: opened,
        });
      }),
    ),
  [`store.orders.token-expires-with-the-ttl @ ${PLACE}`]: ({
    created,
    buyer,
    sessionsAtOnce,
    shown,
    opened,
    sessions,
  }) =>
    whenUrl(created, () =>
      whenOpened('after', {shown, opened, buyer}, () =>
        sessionsIn(sessionsAtOnce) === 0
          ? blockedBy('store.orders.token-signs-the-buyer-in', 'nobody is signed in by a URL')
          : expectThat(sessionsIn(sessions) === 0, {
              branch: 'signed in by the URL of a later read after its ttl',
              expected: 'no session of the buyer',
              got: String(sessionsIn(sessions)),
              at: sessions,
            }),
      ),
    ),
});
