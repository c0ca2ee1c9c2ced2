import type {Exchange} from '../../../../spec/exchange.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {allIn, inGroups} from '../../../language/groups.ts';
import {expectNone, judgeEach, notApplicable, when} from '../../../language/judge.ts';
import {missing, whenWalkedToTheEnd} from '../../../language/rows.ts';
import {seconds, type Handle, type Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {
  idOfSession,
  idsOn,
  listOf,
  listUntilShown,
  sessions as list,
  sessionsOf,
  signIn,
} from '../../sessions.ts';
import {expectCursorFits, expectPageSize, expectWhetherMore} from './pages.ts';

/** The number of sessions; the sizes of the pages are around it. */
const SESSIONS = 5;
const SIZES = [1, 2, SESSIONS - 1, SESSIONS, SESSIONS + 1];

/** Records sessions of a user, alternately of a browser and an app, and the list that shows them. */
function signInOften(s: Script, created: Handle, times: number) {
  const sessions = Array.from({length: times}, (_, n) =>
    signIn(s, created, n % 2 ? 'mobile' : 'web'),
  );
  const whole = listUntilShown(s, created, sessions.at(-1) ?? created);
  return {sessions, steps: {...inGroups({session: sessions}), whole}};
}

/** Walks through the sessions of a user, in pages of several sizes. */
const walks = sharedScene({
  id: 'store: walks through five sessions',
  act: (s) => {
    const {created} = createUser(s);
    const {steps} = signInOften(s, created, SESSIONS);
    const walk = (size: number) =>
      s.walk('listAuthSessions', {
        query: {...sessionsOf(created), per_page: String(size)},
        atMost: SESSIONS + 3,
      });
    return {...steps, ...inGroups({walk: SIZES.map(walk)})};
  },
});

/** The pages of each walk, in the order of the sizes. */
const walksIn = (seen: object): Exchange[][] => allIn<Exchange[]>(seen, 'walk');

/** Judges each walk, given the size of its pages. */
const judgeEachWalk = (
  seen: object,
  judge: (pages: Exchange[], size: number) => Judgement,
): Judgement => judgeEach(walksIn(seen), (pages, index) => judge(pages, SIZES[index] ?? 0));

/** Judges the sessions, if the user has all of them at once. */
const whenSideBySide = (
  seen: {whole: Exchange},
  judge: (sessions: Exchange[]) => Judgement,
): Judgement => {
  const sessions = allIn(seen, 'session');
  return list.whenAllShown(seen.whole, sessions, () => judge(sessions));
};

/** So many sessions that a walk one by one has many pages. */
const MANY = 14;

/** One session more than a page has by default. */
const MORE_THAN_100 = 101;

/** Walks by cursors. */
export const cursorWalks: Check[] = [
  ...checksOf(walks, {
    'store.auth-sessions.walk-visits-each-once': (seen) =>
      whenSideBySide(seen, (sessions) =>
        judgeEachWalk(seen, (pages) => list.expectEachOnce(pages, sessions)),
      ),
    'store.auth-sessions.has-more-is-exact': (seen) =>
      whenSideBySide(seen, () =>
        judgeEachWalk(seen, (pages) => expectWhetherMore(pages, seen.whole)),
      ),
    'store.auth-sessions.cursor-leads-to-the-next-page': (seen) =>
      when(idsOn(seen.whole).length > 2, 'the user has not three sessions', () =>
        judgeEach(walksIn(seen).slice(0, 2), (pages) =>
          list.expectNoneTwice(pages.slice(0, 2), 'pages-overlap'),
        ),
      ),
    'store.auth-sessions.next-cursor-is-null-on-the-last-page @ on every page of a walk': (seen) =>
      judgeEachWalk(seen, (pages) => judgeEach(pages, expectCursorFits)),
    'store.auth-sessions.page-says-its-size @ on every page of a walk': (seen) =>
      judgeEachWalk(seen, (pages, size) => judgeEach(pages, (page) => expectPageSize(page, size))),
  }),
  check({
    rule: 'store.auth-sessions.walk-visits-each-once',
    place: 'one by one through many',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created} = createUser(s, {sessions_limit: 999});
      const {steps} = signInOften(s, created, MANY);
      const query = {...sessionsOf(created), per_page: '1'};
      const pages = s.walk('listAuthSessions', {query, atMost: MANY + 3});
      return {...steps, pages};
    },
    judge: ({pages, ...seen}) =>
      whenSideBySide(seen, (sessions) => list.expectEachOnce(pages, sessions)),
  }),
  check({
    rule: 'store.auth-sessions.walk-is-stable',
    act: (s) => {
      const {created} = createUser(s);
      const {sessions, steps} = signInOften(s, created, 4);
      const [, goes = created] = sessions;
      const pages = s.walk('listAuthSessions', {
        query: {...sessionsOf(created), per_page: '2'},
        atMost: 6,
        between: {
          after: 1,
          body: (b) => {
            signIn(b, created);
            b.call('deleteAuthSession', {path: idOfSession(goes), expects: 'session-deleted'});
          },
        },
      });
      return {...steps, pages};
    },
    // Whether a cursor outlives the sessions of its page is not documented.
    judge: ({pages, ...seen}) =>
      whenSideBySide(seen, ([first, _goes, ...others]) =>
        whenWalkedToTheEnd([pages], () =>
          list.expectEachOnce(pages, [...(first ? [first] : []), ...others]),
        ),
      ),
  }),
  check({
    rule: 'store.auth-sessions.per-page-is-at-most-200',
    place: 'with more than 100 sessions',
    onlyOnTestTargets: true,
    act: (s) => {
      const {created} = createUser(s);
      s.repeat(MORE_THAN_100, (each) => void signIn(each, created));
      // A list may show a session some moments after its sign-in.
      s.advance(seconds(5));
      return {
        walked: s.walk('listAuthSessions', {query: sessionsOf(created), atMost: 5}),
        whole: listOf(s, created, {per_page: '200'}),
      };
    },
    // A page holds as many sessions as it was asked for, up to 200 (Endpoints / Authentication sessions).
    judge: ({walked, whole}) =>
      idsOn(walked).length < MORE_THAN_100
        ? notApplicable('a user cannot have so many sessions, or the list does not show them yet')
        : expectNone(
            missing(idsOn(walked), idsOn(whole)),
            'session that is not on the page of 200',
            'a page of 200 holds fewer',
            whole,
          ),
  }),
];
