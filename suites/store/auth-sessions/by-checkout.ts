/**
 * Sessions that begin with the URL of a checkout, whose token signs the buyer in (Authentication 4). They need no hook:
 * a GET of the page begins one, unless the page signs in by a script.
 */

import type {Exchange} from '../../../spec/exchange.ts';
import {
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
  checksOf,
} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectMember,
  expectNone,
  expectOutcome,
  nothing,
  when,
  notExercised,
} from '../../language/judge.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {createOrder, newProduct, priced, type Buyer} from '../ordering.ts';
import {createUser, idOf} from '../people.ts';
import {idsOn, listOf, sessionsOf, sessions} from '../sessions.ts';
import {expectNoOthersListed} from './list/filters.ts';
import {whenAllDeleted, whenDeleted} from './ends/session-endings.ts';
import {expectBrowserDescribed, expectDevice, expectUnaltered} from './session-data.ts';
import {sessionRows} from './session-rows.ts';
import {expectNothingEnded} from './list/tenancy.ts';

const PLACE = 'begun by the URL of a checkout';

/** Browsers by the kind of their device (Resources, Authentication session). */
const BROWSERS = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
    'Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 ' +
    '(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 ' +
    '(KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
} as const;

/** Records that a user buys something new and opens the checkout, and then the sessions of the user. */
function signInByCheckout(s: Script, reader: Buyer, browser: keyof typeof BROWSERS): Handle {
  const sale = createOrder(s, priced(s, 'sale', reader, [newProduct(s)]));
  s.visit(sale.at('/data/checkout/url'), BROWSERS[browser]);
  s.advance(seconds(1));
  return listOf(s, reader.created);
}

/** Two users who are signed in by their checkouts; one session is ended, then all of a user, and a logout is forced. */
const signedIn = sharedScene({
  id: 'store: sessions that checkouts begin',
  act: (s) => {
    const [reader, other] = [createUser(s), createUser(s)];
    const begun = signInByCheckout(s, reader, 'desktop');
    const beside = signInByCheckout(s, other, 'tablet');
    const named = {path: {id: begun.at('/data/0/id')}, optional: true} as const;
    const as = 'second-store' as const;
    return {
      reader: reader.created,
      other: other.created,
      begun,
      beside,
      byExternalId: s.call('listAuthSessions', {query: {external_id: reader.body.external_id}}),
      unkeyed: s.call('deleteAuthSession', {...named, as: 'nobody'}),
      still: listOf(s, reader.created),
      elsewhere: listOf(s, reader.created, {}, as),
      foreign: s.call('deleteAuthSession', {...named, as}),
      foreignOfAll: s.call('deleteAuthSessionsOfUser', {as, path: sessionsOf(reader.created)}),
      kept: listOf(s, reader.created),
      deletion: s.call('deleteAuthSession', named),
      after: listOf(s, reader.created),
      again: signInByCheckout(s, reader, 'phone'),
      deletionOfAll: s.call('deleteAuthSessionsOfUser', {path: sessionsOf(reader.created)}),
      afterAll: listOf(s, reader.created),
      logout: s.call('forceLogout', {path: idOf(other.created), expects: 'logged-out'}),
      afterLogout: listOf(s, other.created),
    };
  },
});

type Seen = SeenIn<typeof signedIn>;

/** Judges sessions that a checkout has begun, if it has begun any. */
const whenBegun = (list: Exchange, judgement: () => Judgement): Judgement =>
  list.situations.includes('session-page') && sessionRows(list).length > 0
    ? judgement()
    : notExercised(
        'a GET of the URL of a checkout begins no session: the hook `sign-in` begins one',
      );

/** A list shows none of the sessions of an earlier one. */
const expectEnded = (before: Exchange, after: Exchange, branch: string): Judgement =>
  sessions.expectNoneShown(after, idsOn(before), 'that was ended', branch);

/** A list still shows the sessions of an earlier one. */
const expectKept = (before: Exchange, after: Exchange, branch: string): Judgement =>
  sessions.expectNoneLost(after, idsOn(before), branch);

/** Every row of the list of a user shows this user. */
const expectUserShown = (list: Exchange, created: Exchange): Judgement =>
  all(
    ...Object.entries({user_id: 'id', user_email: 'email', user_external_id: 'external_id'}).map(
      ([name, own]) =>
        expectEqual(
          [...new Set(sessionRows(list).map((row) => row[name]))],
          [created.body.data[own]],
          `another ${name}`,
          list,
          `\`${name}\` of the sessions of one user`,
        ),
    ),
  );

/** Every row is that of a browser: nothing else opens a checkout. */
const expectWeb = (list: Exchange): Judgement =>
  expectNone(
    sessionRows(list).filter(
      ({session_data: data}) => (data as {type?: unknown} | null)?.type !== 'web',
    ),
    'session of a browser that is not `web`',
    'another type than web',
    list,
  );

/** Another store sees no session and ends none. */
const expectUnknownElsewhere = ({
  begun,
  still,
  elsewhere,
  foreign,
  foreignOfAll,
  kept,
}: Seen): Judgement =>
  all(
    elsewhere.situations.includes('session-page')
      ? expectEnded(begun, elsewhere, 'listed-by-another-store')
      : nothing(),
    expectNothingEnded(foreign),
    expectNothingEnded(foreignOfAll),
    expectKept(still, kept, 'ended-by-another-store'),
  );

/** The judges, by rule. */
type Judges = Record<string, (seen: Seen) => Judgement>;

/** About the first sessions of a user. */
const OF_FIRST: Judges = {
  'store.auth-sessions.shows-whose-session-it-is': ({begun, reader}) =>
    expectUserShown(begun, reader),
  'store.auth-sessions.session-is-web-or-mobile': ({begun}) => expectWeb(begun),
  'store.auth-sessions.web-session-describes-the-browser': ({begun, beside, again}) =>
    all(
      expectBrowserDescribed(begun),
      expectUnaltered(begun, BROWSERS.desktop),
      expectUnaltered(beside, BROWSERS.tablet),
      expectUnaltered(again, BROWSERS.phone),
    ),
  'store.auth-sessions.web-session-has-device': ({begun, beside, again}) =>
    expectDevice(begun, beside, again),
  'store.auth-sessions.user-id-filters': ({begun, beside, reader, other}) =>
    all(
      expectNone(
        idsOn(begun).filter((id) => idsOn(beside).includes(id)),
        "session of another user in the user's list",
        'sessions-of-others',
        beside,
      ),
      expectNoOthersListed(begun, reader, []),
      expectNoOthersListed(beside, other, []),
    ),
  'store.auth-sessions.external-id-filters': ({begun, byExternalId, reader}) =>
    all(
      expectKept(begun, byExternalId, 'own-session-missing'),
      expectNoOthersListed(byExternalId, reader, []),
    ),
  'store.auth-sessions.sessions-stay-in-their-store': expectUnknownElsewhere,
  'store.auth-sessions.delete-answers-200': ({begun, kept, deletion}) =>
    when(idsOn(kept).includes(idsOn(begun)[0]), 'the session was ended before', () =>
      expectOutcome(deletion, 'session-deleted', 'not deleted'),
    ),
  'store.auth-sessions.delete-all-answers-200': ({deletionOfAll}) =>
    expectOutcome(deletionOfAll, 'sessions-deleted', 'not deleted'),
  'store.auth-sessions.deleted-session-is-gone': ({begun, deletion, after}) =>
    whenDeleted(deletion, () =>
      expectNone(
        idsOn(after).filter((id) => id === idsOn(begun)[0]),
        'ended session on the list',
        'still-listed',
        after,
      ),
    ),
};

/** About the sessions that the user has after the end of one. */
const OF_SECOND: Judges = {
  'store.auth-sessions.delete-all-ends-all-of-the-user': ({again, deletionOfAll, afterAll}) =>
    whenAllDeleted(deletionOfAll, () => expectEnded(again, afterAll, 'still-listed')),
  'store.auth-sessions.count-is-that-of-the-ended': ({again, deletionOfAll}) =>
    whenAllDeleted(deletionOfAll, () =>
      expectMember(deletionOfAll, '/data/deleted_count', idsOn(again).length, 'another-count'),
    ),
};

/** About the sessions of the other user. */
const OF_OTHER: Judges = {
  'store.auth-sessions.force-logout-ends-all-sessions': ({beside, afterLogout}) =>
    expectEnded(beside, afterLogout, 'still-listed'),
};

/** Declares checks that need a list with sessions. */
const checksAbout = (list: 'begun' | 'again' | 'beside', judges: Judges): Check[] =>
  Object.entries(judges).flatMap(([rule, judge]) =>
    checksOf(signedIn, {
      [`${rule} @ ${PLACE}`]: (seen) => whenBegun(seen[list], () => judge(seen)),
    }),
  );

/** The checks of sessions that no hook begins. */
export const byCheckout: Check[] = [
  ...checksAbout('begun', OF_FIRST),
  ...checksAbout('again', OF_SECOND),
  ...checksAbout('beside', OF_OTHER),
  ...checksOf(signedIn, {
    [`store.access.refusal-without-token-has-no-effect @ a session ${PLACE}`]: ({
      begun,
      unkeyed,
      still,
    }) =>
      whenBegun(begun, () =>
        all(
          expectOutcome(unkeyed, 'unauthenticated', 'deleted without a token'),
          expectKept(begun, still, 'ended without a token'),
        ),
      ),
  }),
];
