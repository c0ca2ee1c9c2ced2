/** The validity of a checkout URL that a read gave long after the creation begins with that read (Create rule 4). */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {expectThat, notApplicable, notExercised} from '../../../language/judge.ts';
import {BEFORE_AN_END_MS} from '../../../values/ages.ts';
import {minutes, type Script} from '../../../language/script.ts';
import {openCheckout, openUrl, sell, whenUrl} from '../../buying.ts';
import {orderIn} from '../../order-rows.ts';
import {readOrder} from '../../ordering.ts';
import {TYPICAL_MS, validityAt, whenOpened} from './checkout-validity.ts';

/** How long after the creation the order is read, and the longest wait. */
const [LATER_MS, MAX_MS] = [minutes(30), minutes(60 * 24)];

/** A sale that is read half an hour after its creation; the URL of that read is opened shortly before its end. */
const readLate = sharedScene({
  id: 'store: a checkout URL of a late read that is opened shortly before its end',
  consecutive: true,
  onlyOnTestTargets: true,
  act: (s: Script) => {
    const atOnce = sell(s);
    const openedAtOnce = openCheckout(s, atOnce.created);
    const {buyer, created} = sell(s);
    s.advance(LATER_MS);
    const shown = readOrder(s, created);
    s.advanceAsTold(TYPICAL_MS - BEFORE_AN_END_MS, {
      ...validityAt(shown, '/checkout', buyer),
      atMost: MAX_MS,
    });
    const opened = openUrl(s, shown.at('/checkout/url'));
    return {openedAtOnce, buyer, created, shown, opened, after: readOrder(s, created)};
  },
});

/** The checks of such a URL. */
export const checkoutLateRead: Check[] = checksOf(readLate, {
  'store.orders.checkout-opens-within-its-ttl @ of a late read': ({
    openedAtOnce,
    buyer,
    created,
    shown,
    opened,
    after,
  }) =>
    whenUrl(created, () => {
      // What else ends a pending order is not documented.
      if (orderIn(after).status !== 'pending')
        return notApplicable('the order is no longer pending');
      return whenOpened('within', {shown, opened, buyer}, () =>
        openedAtOnce.body?.opens === true && typeof opened.body?.opens === 'boolean'
          ? expectThat(opened.body.opens, {
              branch: 'over-too-early-after-a-late-read',
              expected: 'the checkout URL to open',
              got: 'it does not open',
              at: opened,
            })
          : notExercised('no URL opens by the hook'),
      );
    }),
});
