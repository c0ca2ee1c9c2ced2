/** How long a checkout URL is valid, and whom it signs in (Create rule 4; Authentication 4). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../../../values/ages.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectThat, notExercised, undecided, nothing} from '../../../language/judge.ts';
import {rowsAt} from '../../../language/rows.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {blockedBy} from '../../../language/blocked-by.ts';
import {openCheckout, openUrl, sell, whenUrl, type Sale} from '../../buying.ts';
import {orderIn} from '../../order-rows.ts';
import {readOrder} from '../../ordering.ts';
import {deactivate, idOf} from '../../people.ts';
import {stageOf, TYPICAL_MS, validityAt, whenOpened, type Opening} from './checkout-validity.ts';
import {listOf} from '../../sessions.ts';

const OPENS = 'store.orders.checkout-opens-within-its-ttl';
const SIGNS_IN = 'store.orders.token-signs-the-buyer-in';

/** Records that a buyer opens the URL of the creation, and then lists the sessions of the buyer. */
function visit(s: Script, {buyer, created}: Sale): {opened: Handle; sessions: Handle} {
  const opened = openCheckout(s, created);
  return {opened, sessions: listOf(s, buyer)};
}

/** The longest `ttl` whose end is awaited if a hook moves the clock. */
const MAX_TTL_MS = hours(24 * 7);

/** A sale whose checkout is opened at once. */
const openedAtOnce = sharedScene({
  id: 'store: a checkout that is opened at once',
  act: (s) => {
    const sale = sell(s);
    return {buyer: sale.buyer, created: sale.created, ...visit(s, sale)};
  },
});

/**
 * Three sales of one moment, each opened once: it is open whether a URL can be opened twice, or a
 * newer one ends it (NS-ST-50). If a hook moves the clock, a fourth one gets a newer URL before its
 * first one expires.
 */
const openedOnce = sharedScene({
  id: 'store: checkouts that are opened at several ages',
  consecutive: true,
  act: (s) => {
    const sales = {now: sell(s), 'before the end': sell(s), 'after the end': sell(s)};
    const renewed = s.offers('control:advance') ? sell(s).created : undefined;
    const now = visit(s, sales.now);
    s.advanceAsTold(TYPICAL_MS - BEFORE_AN_END_MS, {
      ...validityAt(sales.now.created, '/data/checkout', sales.now.buyer),
      atMost: s.offers('control:advance') ? MAX_TTL_MS : TYPICAL_MS,
    });
    const before = visit(s, sales['before the end']);
    const again = renewed && readOrder(s, renewed);
    s.advance(BEFORE_AN_END_MS + AFTER_AN_END_MS);
    const after = visit(s, sales['after the end']);
    return {
      ...(renewed && again && openBoth(s, renewed, again)),
      buyer: sales.now.buyer,
      'now created': sales.now.created,
      'now opened': now.opened,
      'now sessions': now.sessions,
      'before the end created': sales['before the end'].created,
      'before the end opened': before.opened,
      'after the end created': sales['after the end'].created,
      'after the end opened': after.opened,
      'after the end sessions': after.sessions,
    };
  },
});

/** The exchanges of a sale that gets a newer URL before its first one expires. */
interface Renewed<T = Exchange> {
  renewed?: T;
  again?: T;
  first?: T;
  newer?: T;
}

/** Opens the URL from the creation of a sale, and then the URL from a later read. */
const openBoth = (s: Script, renewed: Handle, again: Handle): Renewed<Handle> => ({
  renewed,
  again,
  first: openCheckout(s, renewed),
  newer: openUrl(s, again.at('/checkout/url')),
});

/** The checkout of an order in a response. */
const checkoutIn = (shown: Exchange): {url?: unknown} => orderIn(shown).checkout ?? {};

const urlIn = (shown: Exchange): unknown => checkoutIn(shown).url;

const opens = ({body}: Exchange): unknown => body?.opens;

/** A checkout URL opens or not, as expected. */
function expectOpening(opened: Exchange, expected: boolean, branch: string): Judgement {
  if (typeof opens(opened) !== 'boolean')
    return notExercised('the response of the hook has no `opens`');
  return expectThat(opens(opened) === expected, {
    branch,
    expected: `the checkout URL ${expected ? 'to open' : 'not to open'}`,
    got: opens(opened) ? 'it opens' : 'it does not open',
    at: opened,
  });
}

/** A URL expires after its `ttl`, although a newer one of the same order still opens. */
function expectOnlyOlderExpired({
  renewed,
  again,
  first,
  newer,
  buyer,
}: Renewed & {buyer: Exchange}): Judgement {
  if (!renewed || !again || !first || !newer) return nothing();
  const isNewer = urlIn(again) !== urlIn(renewed) && opens(newer) === true;
  return isNewer && stageOf({shown: renewed, opened: first, buyer}) === 'after'
    ? expectOpening(first, false, 'lives-as-long-as-a-newer-one')
    : nothing();
}

/** After the end of the first URL that one opens no checkout, and a newer one does. */
const expectOverAfterTheEnd = (seen: SeenIn<typeof openedOnce>): Judgement =>
  whenOpened('after', openingOf(seen, 'after the end'), () =>
    all(expectOpening(seen['after the end opened'], false, 'opens-after-its-ttl'), () =>
      expectOnlyOlderExpired(seen),
    ),
  );

/** How the checkout of one of the sales was opened. */
const openingOf = <Sale extends string>(
  seen: Record<'buyer' | `${Sale} created` | `${Sale} opened`, Exchange>,
  sale: Sale,
): Opening => ({
  shown: seen[`${sale} created`],
  opened: seen[`${sale} opened`],
  buyer: seen.buyer,
});

/** The number of sessions in a list; none if the user was not found (NS-ST-19). */
const sessionsIn = (list: Exchange): number =>
  list.status === 404 ? 0 : rowsAt([list], '/data').length;

/** The buyer has this many sessions. */
const expectSessionCount = (
  list: Exchange,
  expected: 'some' | 'none',
  branch: string,
): Judgement => {
  const count = sessionsIn(list);
  return expectThat(expected === 'none' ? count === 0 : count > 0, {
    branch,
    expected: `${expected} of the buyer's sessions to be listed`,
    got: String(count),
    at: list,
  });
};

/** The checks of how long a checkout is valid. */
export const checkoutTime: Check[] = [
  ...checksOf(openedAtOnce, {
    [OPENS]: ({buyer, created, opened}) =>
      whenUrl(created, () =>
        whenOpened('within', {shown: created, opened, buyer}, () =>
          expectOpening(opened, true, 'does-not-open'),
        ),
      ),
    [SIGNS_IN]: ({created, opened, sessions}) =>
      whenUrl(created, () =>
        opens(opened) === true
          ? expectSessionCount(sessions, 'some', 'not-signed-in')
          : undecided('the checkout did not open'),
      ),
  }),
  ...checksOf(openedOnce, {
    [`${OPENS} @ before the end`]: (seen) =>
      whenUrl(seen['before the end created'], () =>
        whenOpened('within', openingOf(seen, 'before the end'), () =>
          expectOpening(seen['before the end opened'], true, 'over-too-early'),
        ),
      ),
    'store.orders.checkout-is-over-after-its-ttl': (seen) =>
      whenUrl(seen['now created'], () =>
        opens(seen['now opened']) === false
          ? blockedBy(OPENS, 'no URL opens')
          : expectOverAfterTheEnd(seen),
      ),
    'store.orders.token-expires-with-the-ttl': (seen) =>
      whenUrl(seen['now created'], () =>
        whenOpened('after', openingOf(seen, 'after the end'), () =>
          sessionsIn(seen['now sessions']) === 0
            ? blockedBy(SIGNS_IN, 'nobody is signed in by a URL')
            : expectSessionCount(seen['after the end sessions'], 'none', 'signed-in-after-the-ttl'),
        ),
      ),
  }),
  check({
    rule: 'store.auth-sessions.force-logout-ends-all-sessions',
    place: 'begun by a checkout URL',
    act: (s) => {
      const sale = sell(s);
      const {sessions} = visit(s, sale);
      s.call('forceLogout', {path: idOf(sale.buyer), expects: 'logged-out'});
      return {created: sale.created, sessions, after: listOf(s, sale.buyer)};
    },
    judge: ({created, sessions, after}) =>
      whenUrl(created, () =>
        sessionsIn(sessions) === 0
          ? blockedBy(SIGNS_IN, 'nobody is signed in by a URL')
          : expectSessionCount(after, 'none', 'signed-in-after-the-logout'),
      ),
  }),
  check({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'by a checkout URL',
    act: (s) => {
      const active = sell(s);
      const gone = sell(s);
      deactivate(s, gone.buyer);
      const control = visit(s, active).sessions;
      return {created: active.created, control, ...visit(s, gone)};
    },
    judge: ({created, control, sessions}) =>
      whenUrl(created, () =>
        sessionsIn(control) === 0
          ? blockedBy(SIGNS_IN, 'nobody is signed in by a URL')
          : expectSessionCount(sessions, 'none', 'deactivated-signed-in'),
      ),
  }),
];
