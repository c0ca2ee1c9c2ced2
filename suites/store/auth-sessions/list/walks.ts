import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, undecided, when, judgeEach} from '../../../language/judge.ts';
import {cutOf} from '../../../language/rows.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {idIn, idOfSession, idsOn, listUntilShown, sessionsOf, signIn} from '../../sessions.ts';
import {
  expectCursorFits,
  expectPageSize,
  expectNoneLost,
  expectNoneTwice,
  expectWhetherMore,
} from './pages.ts';
import {whenSideBySide} from '../session-rows.ts';

/** The number of sessions; the sizes of the pages are around it. */
const SESSIONS = 5;
const SIZES = [1, 2, SESSIONS - 1, SESSIONS, SESSIONS + 1] as const;

const walk = (s: Script, created: Handle, size: number): Handle<Exchange[]> =>
  s.walk('listAuthSessions', {
    query: {...sessionsOf(created), per_page: String(size)},
    atMost: SESSIONS + 3,
  });

/** Walks through the sessions of a user, in pages of several sizes. */
const walks = sharedScene({
  id: 'store: walks through five sessions',
  api: 'store',
  act: (s) => {
    const {created} = createUser(s);
    const sessions = Array.from({length: SESSIONS}, (_, n) =>
      signIn(s, created, n % 2 ? 'mobile' : 'web'),
    );
    const [first, second, third, fourth, fifth] = sessions as [
      Handle,
      Handle,
      Handle,
      Handle,
      Handle,
    ];
    const whole = listUntilShown(s, created, fifth);
    return {
      first,
      second,
      third,
      fourth,
      fifth,
      whole,
      ones: walk(s, created, SIZES[0]),
      twos: walk(s, created, SIZES[1]),
      oneLess: walk(s, created, SIZES[2]),
      exact: walk(s, created, SIZES[3]),
      oneMore: walk(s, created, SIZES[4]),
    };
  },
});

type Walks = Record<'ones' | 'twos' | 'oneLess' | 'exact' | 'oneMore', Exchange[]>;

/** Judges each walk, given the size of its pages. */
const judgeEachWalk = (
  {ones, twos, oneLess, exact, oneMore}: Walks,
  judge: (pages: Exchange[], size: number) => Judgement,
): Judgement =>
  judgeEach([ones, twos, oneLess, exact, oneMore], (pages, index) =>
    judge(pages, SIZES[index] ?? 0),
  );

/** Each of these sessions is on the pages exactly once. */
const expectEachOnce = (pages: Exchange[], sessions: Exchange[]): Judgement =>
  all(expectNoneTwice(pages, 'visited-twice'), () =>
    expectNoneLost(pages, sessions.map(idIn), 'not-visited'),
  );

/** Walks by cursors. */
export const cursorWalks: Check[] = [
  ...checksOf(walks, {
    'store.auth-sessions.walk-visits-each-once': ({
      first,
      second,
      third,
      fourth,
      fifth,
      ...seen
    }) => {
      const sessions = [first, second, third, fourth, fifth];
      return whenSideBySide(seen.whole, sessions, () =>
        judgeEachWalk(seen, (pages) => expectEachOnce(pages, sessions)),
      );
    },
    'store.auth-sessions.has-more-is-exact': ({first, second, third, fourth, fifth, ...seen}) =>
      whenSideBySide(seen.whole, [first, second, third, fourth, fifth], () =>
        judgeEachWalk(seen, (pages) => expectWhetherMore(pages, seen.whole)),
      ),
    'store.auth-sessions.cursor-leads-to-the-next-page': ({ones, twos, whole}) =>
      when(idsOn(whole).length > 2, 'the user has not three sessions', () =>
        all(expectNoneTwice(ones.slice(0, 2), 'pages-overlap'), () =>
          expectNoneTwice(twos.slice(0, 2), 'pages-overlap'),
        ),
      ),
  }),
  ...checksAt(walks, 'store.auth-sessions.next-cursor-is-null-on-the-last-page', {
    'on every page of a walk': (seen) =>
      judgeEachWalk(seen, (pages) => all(...pages.map(expectCursorFits))),
  }),
  ...checksAt(walks, 'store.auth-sessions.page-says-its-size', {
    'on every page of a walk': (seen) =>
      judgeEachWalk(seen, (pages, size) => all(...pages.map((page) => expectPageSize(page, size)))),
  }),
  check({
    rule: 'store.auth-sessions.walk-is-stable',
    act: (s) => {
      const {created} = createUser(s);
      const first = signIn(s, created);
      const goes = signIn(s, created, 'mobile');
      const third = signIn(s, created);
      const fourth = signIn(s, created, 'mobile');
      const whole = listUntilShown(s, created, fourth);
      return {
        first,
        goes,
        third,
        fourth,
        whole,
        pages: s.walk('listAuthSessions', {
          query: {...sessionsOf(created), per_page: '2'},
          atMost: 6,
          between: {
            after: 1,
            body: (b) => {
              signIn(b, created);
              b.call('deleteAuthSession', {path: idOfSession(goes), expects: 'session-deleted'});
            },
          },
        }),
      };
    },
    // Whether a cursor outlives the sessions of its page is not documented.
    judge: ({first, goes, third, fourth, whole, pages}) =>
      whenSideBySide(whole, [first, goes, third, fourth], () =>
        cutOf(pages)
          ? undecided(`the walk did not reach the end of the list: ${cutOf(pages)}`)
          : expectEachOnce(pages, [first, third, fourth]),
      ),
  }),
];
