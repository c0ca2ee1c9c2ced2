import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {isClientError} from '../../../spec/status.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectNone,
  expectNoServerError,
  notExercised,
  when,
  judgeEach,
  nothing,
} from '../../judge.ts';
import {cutOf} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';
import {createUser, update, updateOf} from '../people.ts';
import {idIn, idsOn, listOf, listUntilShown, signIn} from '../sessions.ts';
import {
  expectCursorFits,
  expectPageSize,
  expectNoneTwice,
  saysMore,
  expectWhetherMore,
} from './pages.ts';
import {
  expectSessionsListed,
  expectDataTexts,
  expectData,
  rowOfSession,
  sessionRows,
  whenSideBySide,
} from './session-rows.ts';

const MAX = 200;

/** Two users who are signed in, one of them with a browser and an app. */
const twoPeople = sharedScene({
  id: 'store: sessions of two users',
  api: 'store',
  act: (s: Script) => {
    const one = createUser(s);
    const other = createUser(s);
    const web = signIn(s, one.created, 'web');
    const beside = signIn(s, other.created, 'web');
    const mobile = signIn(s, one.created, 'mobile');
    const externalId = one.body.external_id;
    const both = (created: Handle): Handle => listOf(s, created, {external_id: externalId});
    return {
      created: one.created,
      other: other.created,
      web,
      mobile,
      beside,
      ofOne: listUntilShown(s, one.created, mobile),
      ofOther: listUntilShown(s, other.created, beside),
      byExternalId: s.call('listAuthSessions', {query: {external_id: externalId}}),
      both: both(one.created),
      contradicting: both(other.created),
      everybody: s.walk('listAuthSessions', {
        query: {per_page: String(MAX)},
        atMost: 10,
        until: {rows: '/data', at: '/id', has: mobile.at('/session')},
      }),
    };
  },
});

/** A filter by a user finds no sessions of other users. */
const expectNoOthersListed = (list: Exchange, created: Exchange, others: Exchange[]): Judgement =>
  expectNone(
    sessionRows(list).filter(
      (row) =>
        others.some((other) => row.id === idIn(other)) ||
        (typeof row.user_id === 'number' && row.user_id !== created.body.data.id),
    ),
    "session of another user in the user's list",
    'sessions-of-others',
    list,
  );

/** A filter finds these sessions of a user, and none of other users. */
const expectFound = (
  list: Exchange,
  sessions: Exchange[],
  created: Exchange,
  others: Exchange[],
): Judgement =>
  all(expectOutcome(list, 'session-page', 'refused'), () =>
    all(
      expectSessionsListed(list, sessions, 'own-session-missing'),
      expectNoOthersListed(list, created, others),
    ),
  );

/** Pages filtered by an external_id; two users sign in alternately. */
const pagesOfOne = sharedScene({
  id: 'store: the pages of sessions by an external_id',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const one = createUser(s);
    const other = createUser(s);
    const [first, beside] = [signIn(s, one.created), signIn(s, other.created)];
    const [second, besideToo] = [signIn(s, one.created), signIn(s, other.created)];
    const third = signIn(s, one.created);
    return {
      created: one.created,
      first,
      second,
      third,
      beside,
      besideToo,
      ofOne: listUntilShown(s, one.created, third),
      ofOther: listUntilShown(s, other.created, besideToo),
      pages: s.walk('listAuthSessions', {
        query: {external_id: one.body.external_id, per_page: '1'},
        atMost: 6,
      }),
    };
  },
});

type PagesOfOne = SeenIn<typeof pagesOfOne>;

/** Pages of the sessions of one user, between and around which others sign in. */
const pagesAmongOthers = sharedScene({
  id: 'store: the pages of the sessions of a user among those of others',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const one = createUser(s);
    const others = [createUser(s), createUser(s), createUser(s), createUser(s)].map(
      ({created}) => created,
    );
    const [before, between, betweenToo, after] = others as [Handle, Handle, Handle, Handle];
    const first = signIn(s, before);
    const own = signIn(s, one.created);
    const second = signIn(s, between);
    const ownToo = signIn(s, one.created, 'mobile');
    const third = signIn(s, betweenToo);
    const last = signIn(s, one.created);
    const fourth = signIn(s, after);
    const whole = listUntilShown(s, one.created, last);
    const walk = (query: Record<string, Val>, size: number) =>
      s.walk('listAuthSessions', {query: {...query, per_page: String(size)}, atMost: 6});
    const byId = {user_id: one.created.at('/data/id')};
    return {
      created: one.created,
      first,
      second,
      third,
      fourth,
      own,
      ownToo,
      last,
      whole,
      byId: walk(byId, 1),
      byIdInTwos: walk(byId, 2),
      byExternalId: walk({external_id: one.body.external_id}, 1),
      byExternalIdInTwos: walk({external_id: one.body.external_id}, 2),
    };
  },
});

/** No page of these walks has a session of another user. */
function expectNoOthersOnWalks(
  walks: Exchange[][],
  {
    created,
    first,
    second,
    third,
    fourth,
    own,
    ownToo,
    last,
    whole,
  }: SeenIn<typeof pagesAmongOthers>,
): Judgement {
  const others = [first, second, third, fourth];
  return whenSideBySide(whole, [own, ownToo, last], () =>
    when(
      walks.every((pages) => pages.length > 1),
      'the first page has no next one',
      () => judgeEach(walks.flat(), (page) => expectNoOthersListed(page, created, others)),
    ),
  );
}

/** Judges the pages, if both users have all their sessions at once. */
const whenBothStand = (
  {first, second, third, besideToo, ofOne, ofOther}: PagesOfOne,
  judgement: () => Judgement,
): Judgement => whenSideBySide([ofOne, ofOther], [first, second, third, besideToo], judgement);

/** A session shows a member of the user who signed in. */
function expectMemberShown(
  list: Exchange,
  session: Exchange,
  name: string,
  value: unknown,
): Judgement {
  const row = rowOfSession(list, session);
  return when(row !== undefined, 'the list does not show the session', () =>
    expectEqual(row?.[name], value, `another ${name}`, list, `\`${name}\` of the session`),
  );
}

/** A session shows its user. */
const expectUserShown = (list: Exchange, session: Exchange, created: Exchange): Judgement =>
  all(
    expectMemberShown(list, session, 'user_id', created.body.data.id),
    expectMemberShown(list, session, 'user_email', created.body.data.email),
    expectMemberShown(list, session, 'user_external_id', created.body.data.external_id),
  );

/** A session is shown as the kind that signed in. */
const expectTypeShown = (list: Exchange, session: Exchange, type: string): Judgement =>
  when(rowOfSession(list, session) !== undefined, 'the list does not show the session', () =>
    expectEqual(
      at(rowOfSession(list, session), '/session_data/type'),
      type,
      `another type than ${type}`,
      list,
      '`session_data.type` of the session',
    ),
  );

/**
 * Both filters together find only sessions that at least one of them finds. The combination may
 * also be refused (NS-ST-18).
 */
function expectFoundByEither(list: Exchange, ...found: Exchange[]): Judgement {
  const known = new Set(found.flatMap(idsOn));
  if (!list.situations.includes('session-page'))
    return expectThat(isClientError(list.status), {
      branch: 'neither a list nor a refusal',
      expected: 'a list or a refusal (4xx)',
      got: String(list.status),
      at: list,
    });
  return expectNone(
    idsOn(list).filter((id) => !known.has(id)),
    'session that neither filter finds alone',
    'sessions-of-others',
    list,
  );
}

/** The existing sessions, in pages of several sizes. */
const standing = sharedScene({
  id: 'store: the sessions that there are',
  api: 'store',
  act: (s) => {
    const list = (size: number): Handle =>
      s.call('listAuthSessions', {query: {per_page: String(size)}});
    return {
      plain: s.call('listAuthSessions'),
      one: list(1),
      seven: list(7),
      most: list(MAX),
      walked: s.walk('listAuthSessions', {query: {per_page: '1'}, atMost: 3}),
    };
  },
});

/** Judges the existing sessions, if there are any. */
const whenSome = (list: Exchange, type: 'web' | 'mobile', judgement: () => Judgement): Judgement =>
  sessionRows(list).some((row) => at(row, '/session_data/type') === type)
    ? judgement()
    : notExercised(`no ${type} session exists: the hook \`sign-in\` begins one`);

const BROWSER = ['browser', 'os', 'raw'];
const APP = ['app_name', 'app_version', 'os', 'os_version', 'raw'];
const DEVICES: unknown[] = ['Desktop', 'Mobile', 'Tablet'];

const expectDevice = (list: Exchange): Judgement =>
  expectData(
    list,
    'web',
    'device',
    (value) => DEVICES.includes(value),
    'Desktop, Mobile or Tablet',
  );

/**
 * Cursors and filters that find nothing; the document does not describe their answers (NS-ST-18,
 * 19).
 */
const astray = sharedScene({
  id: 'store: cursors and filters that lead nowhere',
  api: 'store',
  act: (s) => {
    const list = (query: Record<string, Val>): Handle => s.call('listAuthSessions', {query});
    return {
      made: list({cursor: 'presscheck-none'}),
      empty: list({cursor: ''}),
      unknownUser: list({user_id: s.sample('unknown_user')}),
      unknownExternalId: list({external_id: s.fresh('external-id')}),
    };
  },
});

/** A filter by an unknown user finds nothing, or is refused. */
const expectNothingFound = (list: Exchange): Judgement =>
  list.situations.includes('session-page')
    ? expectNone(idsOn(list), 'session of an unknown user', 'sessions-of-nobody', list)
    : expectNoServerError(list, 'broken-down');

/** A user who signs in before an update and after it. */
const updatedBetween = sharedScene({
  id: 'store: sessions of a user who got another address',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createUser(s);
    // A deployment that caches responses has now shown the old address.
    listUntilShown(s, created, signIn(s, created));
    const updated = update(s, created, {...updateOf(body), email: s.fresh('email')});
    const session = signIn(s, created, 'mobile');
    return {created, updated, session, list: listUntilShown(s, created, session)};
  },
});

/** What the list shows, and which sessions its filters find. */
export const lists: Check[] = [
  ...checksAt(pagesOfOne, 'store.auth-sessions.external-id-filters', {
    'on the pages of a walk': (seen) =>
      whenBothStand(seen, () =>
        when(seen.pages.length > 1, 'the first page has no next one', () =>
          judgeEach(seen.pages, (page) =>
            expectNoOthersListed(page, seen.created, [seen.beside, seen.besideToo]),
          ),
        ),
      ),
  }),
  ...checksAt(pagesAmongOthers, 'store.auth-sessions.user-id-filters', {
    'on the pages of a walk': (seen) => expectNoOthersOnWalks([seen.byId, seen.byIdInTwos], seen),
  }),
  ...checksAt(pagesAmongOthers, 'store.auth-sessions.external-id-filters', {
    'on pages among others': (seen) =>
      expectNoOthersOnWalks([seen.byExternalId, seen.byExternalIdInTwos], seen),
  }),
  ...checksAt(pagesOfOne, 'store.auth-sessions.has-more-is-exact', {
    'of the pages by an external_id': (seen) =>
      whenBothStand(seen, () => expectWhetherMore(seen.pages, seen.ofOne)),
  }),
  ...checksOf(astray, {
    'store.auth-sessions.unknown-cursor-does-no-harm': ({made, empty}) =>
      all(
        expectNoServerError(made, 'broken-down'),
        expectNoServerError(empty, 'broken-down-when-empty'),
      ),
  }),
  ...checksAt(astray, 'store.auth-sessions.user-id-filters', {
    'of an unknown user': ({unknownUser}) => expectNothingFound(unknownUser),
  }),
  ...checksAt(astray, 'store.auth-sessions.external-id-filters', {
    'of an unknown user': ({unknownExternalId}) => expectNothingFound(unknownExternalId),
  }),
  ...checksOf(twoPeople, {
    'store.auth-sessions.user-id-filters': ({created, other, web, mobile, beside, ...seen}) =>
      whenSideBySide(seen.byExternalId, [web, mobile], () =>
        all(
          expectFound(seen.ofOne, [web, mobile], created, [beside]),
          expectFound(seen.ofOther, [beside], other, [web, mobile]),
        ),
      ),
    'store.auth-sessions.external-id-filters': ({created, web, mobile, beside, ...seen}) =>
      whenSideBySide(seen.ofOne, [web, mobile], () =>
        expectFound(seen.byExternalId, [web, mobile], created, [beside]),
      ),
    'store.auth-sessions.filters-narrow-the-list': ({web, mobile, everybody, ...seen}) =>
      all(
        whenSideBySide(seen.ofOne, [web, mobile], () =>
          cutOf(everybody)
            ? nothing()
            : expectSessionsListed(everybody, [mobile], 'missing-without-a-filter'),
        ),
        () => expectFoundByEither(seen.both, seen.ofOne, seen.byExternalId),
        () => expectFoundByEither(seen.contradicting, seen.ofOther, seen.byExternalId),
      ),
    'store.auth-sessions.shows-whose-session-it-is': ({
      created,
      other,
      web,
      mobile,
      beside,
      ...seen
    }) =>
      all(
        expectUserShown(seen.ofOne, web, created),
        () => expectUserShown(seen.ofOne, mobile, created),
        () => expectUserShown(seen.ofOther, beside, other),
      ),
  }),
  ...checksAt(updatedBetween, 'store.auth-sessions.shows-whose-session-it-is', {
    'after an update of the user': ({created, updated, session, list}) =>
      all(
        expectMemberShown(list, session, 'user_id', created.body.data.id),
        () => expectMemberShown(list, session, 'user_email', updated.requestBody?.email),
        () => expectMemberShown(list, session, 'user_external_id', created.body.data.external_id),
      ),
  }),
  ...checksAt(twoPeople, 'store.auth-sessions.session-is-web-or-mobile', {
    'as it signed in': ({web, mobile, ofOne}) =>
      all(expectTypeShown(ofOne, web, 'web'), expectTypeShown(ofOne, mobile, 'mobile')),
  }),
  ...checksOf(twoPeople, {
    'store.auth-sessions.web-session-describes-the-browser': ({ofOne}) =>
      expectDataTexts(ofOne, 'web', BROWSER),
    'store.auth-sessions.web-session-has-device': ({ofOne}) => expectDevice(ofOne),
    'store.auth-sessions.mobile-session-describes-the-app': ({ofOne}) =>
      expectDataTexts(ofOne, 'mobile', APP),
  }),
  ...checksAt(standing, 'store.auth-sessions.web-session-describes-the-browser', {
    'of the sessions that there are': ({most}) =>
      whenSome(most, 'web', () => expectDataTexts(most, 'web', BROWSER)),
  }),
  ...checksAt(standing, 'store.auth-sessions.web-session-has-device', {
    'of the sessions that there are': ({most}) => whenSome(most, 'web', () => expectDevice(most)),
  }),
  ...checksAt(standing, 'store.auth-sessions.mobile-session-describes-the-app', {
    'of the sessions that there are': ({most}) =>
      whenSome(most, 'mobile', () => expectDataTexts(most, 'mobile', APP)),
  }),
  ...checksOf(standing, {
    'store.auth-sessions.per-page-defaults-to-100': ({plain}) =>
      all(expectOutcome(plain, 'session-page', 'refused'), () => expectPageSize(plain, 100)),
  }),
  ...checksAt(standing, 'store.auth-sessions.page-says-its-size', {
    'whatever the size': ({one, seven, most}) =>
      all(expectPageSize(one, 1), expectPageSize(seven, 7), expectPageSize(most, MAX)),
  }),
  ...checksOf(standing, {
    'store.auth-sessions.next-cursor-is-null-on-the-last-page': ({plain, one, seven, most}) =>
      all(...[plain, one, seven, most].map(expectCursorFits)),
  }),
  ...checksAt(standing, 'store.auth-sessions.cursor-leads-to-the-next-page', {
    'of the sessions that there are': ({one, walked}) =>
      saysMore(one)
        ? expectNoneTwice(walked, 'pages-overlap')
        : notExercised('fewer than two sessions exist: the hook `sign-in` begins them'),
  }),
];
