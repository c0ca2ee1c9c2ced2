import {defined} from '../../../spec/defined.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, checksAt, checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMember,
  expectNone,
  overlapped,
  undecided,
  when,
  whenTimely,
} from '../../judge.ts';
import {hasSituation} from '../../outcome.ts';
import {missing} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';
import {createUser, idOf} from '../people.ts';
import {
  idIn,
  idOfSession,
  idsOn,
  askWhetherSignedIn,
  listOf,
  listUntilShown,
  sessionsOf,
  signIn,
} from '../sessions.ts';
import {expectSessionsGone, expectSessionsListed, whenSideBySide} from './session-rows.ts';

const endOne = (s: Script, session: Handle): Handle =>
  s.call('deleteAuthSession', {path: idOfSession(session)});

const endAll = (s: Script, created: Handle): Handle =>
  s.call('deleteAuthSessionsOfUser', {path: sessionsOf(created)});

/** One of three sessions of a user is ended, twice. */
const oneEnded = sharedScene({
  id: 'store: one session is ended',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const other = createUser(s).created;
    const oldest = signIn(s, created);
    const goes = signIn(s, created, 'mobile');
    const newest = signIn(s, created);
    const beside = signIn(s, other);
    const before = listUntilShown(s, created, newest);
    const besideBefore = listUntilShown(s, other, beside);
    return {
      oldest,
      goes,
      newest,
      beside,
      before,
      besideBefore,
      response: endOne(s, goes),
      after: listOf(s, created),
      besideAfter: listOf(s, other),
      again: endOne(s, goes),
      later: listOf(s, created),
    };
  },
});

/** Sessions are listed after a deletion, and after it was sent again. */
const expectListedTwice = (
  {after, later}: Record<'after' | 'later', Exchange>,
  sessions: Exchange[],
): Judgement =>
  all(
    expectSessionsListed(after, sessions, 'another-session-ended'),
    expectSessionsListed(later, sessions, 'another-session-ended-by-the-second-deletion'),
  );

/** Judges the effects of a deletion, if it succeeded. */
const whenDeleted = (response: Exchange, judgement: () => Judgement): Judgement =>
  response.situations.includes('session-deleted')
    ? judgement()
    : undecided('the deletion of the session was not answered as a success');

/** The session of another user, who had one before, is still listed. */
const expectOtherUserKept = ({
  beside,
  besideBefore,
  besideAfter,
}: Record<'beside' | 'besideBefore' | 'besideAfter', Exchange>): Judgement =>
  whenSideBySide(besideBefore, [beside], () =>
    expectSessionsListed(besideAfter, [beside], 'session-of-another-user-ended'),
  );

/** All sessions of a user are ended, twice. */
const allEnded = sharedScene({
  id: 'store: all sessions of a user are ended',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const other = createUser(s).created;
    const oldest = signIn(s, created);
    const beside = signIn(s, other);
    const middle = signIn(s, created, 'mobile');
    const newest = signIn(s, created);
    const before = listUntilShown(s, created, newest);
    const besideBefore = listUntilShown(s, other, beside);
    return {
      oldest,
      middle,
      newest,
      beside,
      before,
      besideBefore,
      response: endAll(s, created),
      after: listOf(s, created),
      besideAfter: listOf(s, other),
      again: endAll(s, created),
    };
  },
});

/** Number of sessions of one user: more than a short page or list holds. */
const MANY = 11;

/** Records this number of sign-ins of a user, alternating between browser and app. */
const signInOften = (s: Script, created: Handle): Handle[] =>
  Array.from({length: MANY}, (_, n) => signIn(s, created, n % 2 ? 'mobile' : 'web'));

/** Users with many sessions: one is logged out in each of two ways, and one is left alone. */
const manyEnded = sharedScene({
  id: 'store: many sessions of a user are ended',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [createUser(s), createUser(s)];
    const sessions = signInOften(s, one.created);
    const forced = signInOften(s, other.created);
    const before = listUntilShown(s, one.created, defined(sessions.at(-1), 'the last sign-in'));
    const forcedBefore = listUntilShown(
      s,
      other.created,
      defined(forced.at(-1), 'the last sign-in'),
    );
    const response = endAll(s, one.created);
    const after = listOf(s, one.created);
    const forcedMeanwhile = listOf(s, other.created);
    s.call('forceLogout', {path: {id: other.body.external_id}, expects: 'logged-out'});
    return {
      before,
      forcedBefore,
      response,
      after,
      forcedMeanwhile,
      forcedAfter: listOf(s, other.created),
    };
  },
});

/** Judges a user who has many sessions at once: a deployment may allow only a few. */
const whenMany = (before: Exchange, judgement: () => Judgement): Judgement =>
  when(idsOn(before).length > 3, 'the user did not have many sessions', judgement);

/** A list shows no session any more. */
const expectEmpty = (list: Exchange): Judgement =>
  expectNone(idsOn(list), 'ended session on the list', 'still-listed', list);

const whenAllDeleted = (response: Exchange, judgement: () => Judgement): Judgement =>
  response.situations.includes('sessions-deleted')
    ? judgement()
    : undecided('the deletion of all sessions was not answered as a success');

/** A session is alive or not, as expected. */
const expectAlive = (seen: Exchange, expected: boolean, branch: string): Judgement =>
  expectEqual(
    seen.body?.alive,
    expected,
    branch,
    seen,
    `whether the session ${idIn(seen) ?? 'without an id'} lives`,
  );

/** Judges only with sessions that were alive before, so that their end can be seen. */
const whenAlive = (before: Exchange[], judgement: () => Judgement): Judgement =>
  when(
    before.every(({body}) => body?.alive === true),
    'a session was not alive before',
    judgement,
  );

/** Sessions of two users that are ended individually, all together, and by a forced logout. */
const logouts = sharedScene({
  id: 'store: whose session ends is logged out',
  api: 'store',
  act: (s) => {
    const one = createUser(s);
    const other = createUser(s);
    const [alone, first, second] = [
      signIn(s, one.created),
      signIn(s, one.created, 'mobile'),
      signIn(s, one.created),
    ];
    const forced = signIn(s, other.created);
    const alive = (session: Handle): Handle => askWhetherSignedIn(s, session);
    const before = {a: alive(alone), b: alive(first), c: alive(second), d: alive(forced)};
    endOne(s, alone);
    const aloneAfter = alive(alone);
    const firstMeanwhile = alive(first);
    endAll(s, one.created);
    const [firstAfter, secondAfter, forcedMeanwhile] = [alive(first), alive(second), alive(forced)];
    s.call('forceLogout', {path: {id: other.body.external_id}, expects: 'logged-out'});
    return {
      ...before,
      aloneAfter,
      firstMeanwhile,
      firstAfter,
      secondAfter,
      forcedMeanwhile,
      forcedAfter: alive(forced),
    };
  },
});

/** An app whose session is deleted, while another app and a browser stay signed in. */
const appEnded = sharedScene({
  id: 'store: the session of an app is ended',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const browser = signIn(s, created);
    const app = signIn(s, created, 'mobile');
    const other = signIn(s, created, 'mobile');
    const alive = (session: Handle): Handle => askWhetherSignedIn(s, session);
    const before = {browser: alive(browser), app: alive(app), other: alive(other)};
    const response = endOne(s, app);
    return {
      ...before,
      response,
      appAfter: alive(app),
      browserAfter: alive(browser),
      otherAfter: alive(other),
    };
  },
});

/** Users who are logged out by force, by either id, and one beside them. */
const forcedLogouts = sharedScene({
  id: 'store: a forced logout ends sessions',
  api: 'store',
  act: (s) => {
    const [byId, byExternalId, other] = [createUser(s), createUser(s), createUser(s)];
    const [web, mobile] = [signIn(s, byId.created), signIn(s, byId.created, 'mobile')];
    const [first, second] = [signIn(s, byExternalId.created), signIn(s, byExternalId.created)];
    const external = signIn(s, byExternalId.created, 'mobile');
    const beside = signIn(s, other.created);
    const before = listUntilShown(s, byId.created, mobile);
    const externalBefore = listUntilShown(s, byExternalId.created, external);
    const besideBefore = listUntilShown(s, other.created, beside);
    s.call('forceLogout', {path: idOf(byId.created), expects: 'logged-out'});
    const after = listOf(s, byId.created);
    const externalMeanwhile = listOf(s, byExternalId.created);
    s.call('forceLogout', {path: {id: byExternalId.body.external_id}, expects: 'logged-out'});
    return {
      web,
      mobile,
      first,
      second,
      external,
      beside,
      before,
      externalBefore,
      besideBefore,
      after,
      externalMeanwhile,
      externalAfter: listOf(s, byExternalId.created),
      besideAfter: listOf(s, other.created),
    };
  },
});

/** How sessions end. */
export const ends: Check[] = [
  ...checksOf(oneEnded, {
    'store.auth-sessions.deleted-session-is-gone': ({goes, before, response, after, again}) =>
      whenSideBySide(before, [goes], () =>
        whenDeleted(response, () =>
          all(
            () => expectSessionsGone(after, [goes], 'still-listed'),
            expectOutcome(again, 'session-not-found', 'deleted-twice'),
          ),
        ),
      ),
    'store.auth-sessions.deletion-leaves-other-sessions': (seen) => {
      const {oldest, goes, newest} = seen;
      return whenDeleted(seen.response, () =>
        all(
          () =>
            whenSideBySide(seen.before, [oldest, goes, newest], () =>
              expectListedTwice(seen, [oldest, newest]),
            ),
          () => expectOtherUserKept(seen),
        ),
      );
    },
  }),
  ...checksOf(allEnded, {
    'store.auth-sessions.delete-all-ends-all-of-the-user': (seen) => {
      const sessions = [seen.oldest, seen.middle, seen.newest];
      return whenAllDeleted(seen.response, () =>
        all(
          () =>
            whenSideBySide(seen.before, sessions, () =>
              expectSessionsGone(seen.after, sessions, 'still-listed'),
            ),
          () => expectOtherUserKept(seen),
        ),
      );
    },
    'store.auth-sessions.count-is-that-of-the-ended': ({before, response, again}) =>
      whenAllDeleted(response, () =>
        all(
          () =>
            expectMember(response, '/data/deleted_count', idsOn(before).length, 'another-count'),
          () =>
            whenAllDeleted(again, () =>
              expectMember(again, '/data/deleted_count', 0, 'sessions-counted-twice'),
            ),
        ),
      ),
  }),
  ...checksAt(manyEnded, 'store.auth-sessions.delete-all-ends-all-of-the-user', {
    'of many': ({before, forcedBefore, response, after, forcedMeanwhile}) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          all(expectEmpty(after), () =>
            expectNone(
              missing(idsOn(forcedBefore), idsOn(forcedMeanwhile)),
              'session of another user that the list lacks',
              'session-of-another-user-ended',
              forcedMeanwhile,
            ),
          ),
        ),
      ),
  }),
  ...checksAt(manyEnded, 'store.auth-sessions.count-is-that-of-the-ended', {
    'of many': ({before, response}) =>
      whenMany(before, () =>
        whenAllDeleted(response, () =>
          expectMember(response, '/data/deleted_count', idsOn(before).length, 'another-count'),
        ),
      ),
  }),
  ...checksAt(manyEnded, 'store.auth-sessions.force-logout-ends-all-sessions', {
    'of many': ({forcedMeanwhile, forcedAfter}) =>
      whenMany(forcedMeanwhile, () => expectEmpty(forcedAfter)),
  }),
  check({
    rule: 'store.auth-sessions.count-is-that-of-the-ended',
    place: 'of a user who never signed in',
    consecutive: true,
    act: (s) => ({response: endAll(s, createUser(s).created)}),
    judge: ({response}) =>
      whenAllDeleted(response, () =>
        expectMember(response, '/data/deleted_count', 0, 'made-up-sessions'),
      ),
  }),
  ...checksOf(logouts, {
    'store.auth-sessions.deletion-logs-out-at-once': (seen) =>
      whenAlive([seen.a, seen.b, seen.c], () =>
        all(
          expectAlive(seen.aloneAfter, false, 'alive-after-its-deletion'),
          expectAlive(seen.firstMeanwhile, true, 'ended-with-another-session'),
          expectAlive(seen.firstAfter, false, 'alive-after-the-deletion-of-all'),
          expectAlive(seen.secondAfter, false, 'alive-after-the-deletion-of-all'),
        ),
      ),
  }),
  ...checksAt(appEnded, 'store.auth-sessions.deletion-logs-out-at-once', {
    'of an app': ({browser, app, other, response, ...seen}) =>
      whenAlive([browser, app, other], () =>
        whenDeleted(response, () =>
          all(
            expectAlive(seen.appAfter, false, 'app-alive-after-its-deletion'),
            expectAlive(seen.browserAfter, true, 'browser-ended-with-an-app'),
            expectAlive(seen.otherAfter, true, 'app-ended-with-another'),
          ),
        ),
      ),
  }),
  ...checksAt(logouts, 'store.auth-sessions.force-logout-ends-all-sessions', {
    'seen by who is signed in': ({d: forcedBefore, forcedMeanwhile, forcedAfter}) =>
      whenAlive([forcedBefore, forcedMeanwhile], () =>
        expectAlive(forcedAfter, false, 'alive-after-the-logout'),
      ),
  }),
  ...checksOf(forcedLogouts, {
    'store.auth-sessions.force-logout-ends-all-sessions': (seen) => {
      const {web, mobile, first, second, external} = seen;
      return all(
        () =>
          whenSideBySide(seen.before, [web, mobile], () =>
            expectSessionsGone(seen.after, [web, mobile], 'still-listed'),
          ),
        () =>
          whenSideBySide(seen.externalBefore, [external], () =>
            all(
              expectSessionsListed(
                seen.externalMeanwhile,
                [external],
                'session-of-another-user-ended',
              ),
              expectSessionsGone(
                seen.externalAfter,
                [first, second, external],
                'still-listed-by-external-id',
              ),
            ),
          ),
        () => expectOtherUserKept(seen),
      );
    },
  }),
  check({
    rule: 'store.auth-sessions.deleted-session-is-gone',
    place: 'at the same moment',
    act: (s) => {
      const {created} = createUser(s);
      const session = signIn(s, created);
      const path = idOfSession(session);
      return {
        session,
        before: listUntilShown(s, created, session),
        race: s.parallel(
          (b) => void b.call('deleteAuthSession', {path}),
          (b) => void b.call('deleteAuthSession', {path}),
        ),
        after: listOf(s, created),
      };
    },
    judge: ({session, before, race, after}) =>
      whenSideBySide(before, [session], () =>
        whenTimely(overlapped(race), 'the requests did not overlap', () =>
          all(expectEndedOnce(race), () => expectSessionsGone(after, [session], 'still-listed')),
        ),
      ),
  }),
];

/** Of two parallel deletions one ends the session, and the other finds none. */
function expectEndedOnce(race: Exchange[]): Judgement {
  const ended = race.filter(hasSituation('session-deleted'));
  const isDecided = race.every(hasSituation('session-deleted', 'session-not-found'));
  return when(isDecided, 'a deletion was answered in another way', () =>
    expectThat(ended.length === 1, {
      branch: 'ended-twice-in-a-race',
      expected: 'one of two deletions of a session to find it',
      got: `${ended.length}`,
      at: race[0],
    }),
  );
}
