/** Walks through the pages of the list by their cursors (Limits). */

import {at} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectNone,
  undecided,
  when,
  judgeEach,
  nothing,
} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {cutOf} from '../../../language/rows.ts';
import {property} from '../../../language/property.ts';
import {seconds, type Args, type Handle, type Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {expectLinksAlike} from '../../links-alike.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listSomeReading,
  listReading,
  ofUser,
  readBy,
  walkReading,
} from '../reading-steps.ts';
import {expectNoneLost, expectNoneTwice, sessionRows, uuidIn, uuidsOn} from '../session-rows.ts';
import {LINKS, expectUrlsFit} from './page-links.ts';
import {expectSumsAgree} from './sums.ts';

/** Rows of a page (Limits). */
const SIZE = 25;

/**
 * The number of sessions of each of two reasons: together they fill two pages and begin a third
 * one.
 */
const EACH = SIZE + 1;

const GIFTED = 'gifted_issue';

const BOUGHT = 'bought_issue';

/** Records this number of sessions of a user. */
const readOften = (
  s: Script,
  created: Handle,
  times: number,
  more: Record<string, string | number> = {},
): Handle<Exchange[]> => {
  const issue = issueOf(s);
  const recorded = s.repeat(times, (each) => void readBy(each, created, issue, more));
  // A deployment may show a session some moments after it was recorded (NS-ST-104).
  s.advance(seconds(5));
  return recorded;
};

/**
 * The pages of a user's sessions forwards and backwards, and walks with and without another filter.
 */
const manyPages = sharedScene({
  id: 'store: walks through three pages of reading sessions',
  api: 'store',
  act: (s: Script) => {
    const {created} = createUser(s);
    const gifted = readOften(s, created, EACH, {reason_type: GIFTED, seconds_reading: 7, notes: 1});
    const bought = readOften(s, created, EACH, {reason_type: BOUGHT, seconds_reading: 11});
    const whose = ofUser(created);
    const page = (cursor: Handle, name: string, more: Args = {}): Handle =>
      listReading(s, {...whose, cursor: cursor.at(`/${name}`)}, more);
    const first = listSomeReading(s, whose);
    const second = page(first, 'next_cursor');
    const third = page(second, 'next_cursor');
    // A list may only lead forwards: the document does not say when `prev_cursor` is null.
    const back = page(third, 'prev_cursor', {optional: true});
    const begin = page(back, 'prev_cursor', {optional: true});
    const again = s.call('listReadingSessions', {
      query: {...whose, cursor: begin.at('/next_cursor')},
      optional: true,
    });
    return {
      gifted,
      bought,
      first,
      second,
      third,
      back,
      begin,
      again,
      // The document has no such parameter.
      larger: s.call('listReadingSessions', {query: {...whose, per_page: '60'}}),
      giftedOnly: walkReading(s, {...whose, reason_type: GIFTED}, 4),
      boughtOnly: walkReading(s, {...whose, reason_type: BOUGHT}, 4),
      walked: walkReading(s, whose, 6),
    };
  },
});

type ManyPages = SeenIn<typeof manyPages>;

/** Judges only with a list that already shows all sessions of the user. */
const whenAllAreShown = (seen: ManyPages, judgement: () => Judgement): Judgement =>
  when(sessionRows(seen.first).length === SIZE, 'the first page is not full', judgement);

/** Whether the third page leads back to the first. */
const leadsBack = ({back, begin}: {back?: Exchange; begin?: Exchange}): boolean =>
  back !== undefined && begin !== undefined;

/** The pages that were read, forwards and backwards. */
const pagesOf = ({first, second, third, back, begin}: ManyPages): Exchange[] =>
  [first, second, third, back, begin].filter((page: Exchange | undefined) => page !== undefined);

/** Whether a request with a parameter that the document does not have was served. */
const isPage = hasSituation('reading-page');

/** Two pages show the same sessions in the same order. */
const expectSameSessions = (page: Exchange, other: Exchange, branch: string): Judgement =>
  expectEqual(uuidsOn(page), uuidsOn(other), branch, page, 'the `uuid` of each row of the page');

/** The third page leads back to the second, and that to the first. */
const expectToLeadBack = (seen: ManyPages): Judgement =>
  when(leadsBack(seen), 'not all of the pages have a `prev_cursor`', () =>
    all(expectSameSessions(seen.back, seen.second, 'back from the third page'), () =>
      expectSameSessions(seen.begin, seen.first, 'back from the second page'),
    ),
  );

/** The URLs of a page, by their names. */
const linksOf = (page: Exchange): [string, unknown][] =>
  LINKS.map(([, name]) => [name, at(page.body, `/${name}`)]);

/** Two pages have no session in common. */
const expectOtherSessions = (page: Exchange, other: Exchange, branch: string): Judgement => {
  const known = new Set(uuidsOn(other));
  return expectNone(
    uuidsOn(page).filter((uuid) => known.has(uuid)),
    'session of the page before',
    branch,
    page,
  );
};

/** A walk that reached the end of the list visits each of these sessions once, and no others. */
function expectEachVisitedOnce(pages: Exchange[], recorded: Exchange[], name: string): Judgement {
  const last = pages.at(-1);
  if (last?.walkEndedBecause)
    return undecided(`the walk did not reach the end of the list: ${last.walkEndedBecause}`);
  const uuids = recorded.map(uuidIn);
  const own = new Set(uuids);
  return all(
    expectNoneTwice(pages, `${name}: visited twice`),
    () => expectNoneLost(pages, uuids, `${name}: not visited`),
    () =>
      expectNone(
        uuidsOn(pages).filter((uuid) => !own.has(uuid)),
        'session of others',
        `${name}: visits others`,
        last,
      ),
  );
}

/** Any number of sessions around the ends of pages. */
export const anyLength: AnyProperty[] = [
  property({
    rule: 'store.reading.walk-visits-each-once',
    place: 'whatever their number',
    forAll: {times: classesOf(SIZE + 1, SIZE, SIZE - 1, 2 * SIZE + 1, 2 * SIZE, 2 * SIZE - 1)},
    maxDrawsOnShared: 1,
    drawFactor: 2,
    act: (s: Script, {times}) => {
      const {created} = createUser(s);
      const recorded = readOften(s, created, Number(times));
      return {recorded, pages: walkReading(s, ofUser(created), 6)};
    },
    judge: ({recorded, pages}) => expectEachVisitedOnce(pages, recorded, 'of a user'),
  }),
];

/** Walks by cursors, and their totals. */
export const walks: Check[] = [
  ...checksOf(manyPages, {
    'store.reading.cursor-leads-to-the-next-page': (seen) =>
      whenAllAreShown(seen, () =>
        all(
          expectOtherSessions(seen.second, seen.first, 'the second page overlaps'),
          () => expectOtherSessions(seen.third, seen.second, 'the third page overlaps'),
          // If the way back is wrong, the way forwards from there cannot be judged.
          (seen.again as Exchange | undefined)
            ? () => expectSameSessions(seen.again, seen.second, 'forwards again leads elsewhere')
            : nothing(),
        ),
      ),
    'store.reading.prev-cursor-leads-back': (seen) =>
      whenAllAreShown(seen, () => expectToLeadBack(seen)),
    'store.reading.page-urls-lead-where-the-cursors-do': (seen) =>
      all(
        judgeEach(pagesOf(seen), (page) => expectUrlsFit(page)),
        () => expectLinksAlike(pagesOf(seen), linksOf, 'all names'),
      ),
    'store.reading.walk-visits-each-once': (seen) =>
      all(
        expectEachVisitedOnce(seen.walked, [...seen.gifted, ...seen.bought], 'of a user'),
        () => expectEachVisitedOnce(seen.giftedOnly, seen.gifted, 'of a user and a reason'),
        () => expectEachVisitedOnce(seen.boughtOnly, seen.bought, 'of a user and another reason'),
      ),
    'store.reading.totals-add-up': ({walked, giftedOnly, boughtOnly}) =>
      expectSumsAgree(walked, [giftedOnly, boughtOnly], 'by reason'),
  }),
  ...checksAt(manyPages, 'store.reading.page-holds-at-most-25', {
    'whatever the page': (seen) =>
      judgeEach([...pagesOf(seen), ...[seen.larger].filter(isPage)], (page) =>
        expectThat(sessionRows(page).length <= SIZE, {
          branch: 'more rows',
          expected: `at most ${SIZE} rows`,
          got: String(sessionRows(page).length),
          at: page,
        }),
      ),
  }),
  check({
    rule: 'store.reading.walk-is-stable',
    act: (s) => {
      const {created} = createUser(s);
      const recorded = readOften(s, created, EACH + 2);
      const issue = issueOf(s);
      return {
        recorded,
        pages: s.walk('listReadingSessions', {
          query: ofUser(created),
          atMost: 6,
          between: {after: 1, body: (b) => void readBy(b, created, issue)},
        }),
      };
    },
    judge: ({recorded, pages}) =>
      cutOf(pages)
        ? undecided('the walk did not reach the end of the list')
        : all(expectNoneTwice(pages, 'visited twice'), () =>
            expectNoneLost(pages, recorded.map(uuidIn), 'not visited'),
          ),
  }),
];
