import {at} from '../../../spec/json.ts';
import {quantity} from '../../../spec/quantity.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement, type Setup} from '../../language/check.ts';
import {
  all,
  brief,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMember,
  expectNone,
  summaryOf,
  undecided,
  when,
} from '../../language/judge.ts';
import {lastOf, missing, rowsAt, whenWalkedToTheEnd} from '../../language/rows.ts';
import {lacking} from '../../language/sent-values.ts';
import {listUntilShown, moreThanAPage, publish, publishAndWait} from '../publishing.ts';
import {idsOf, walk} from './walks.ts';

/** Rows of a full page (Endpoints / list publications). */
export const PAGE = 50;

/** Statuses for a request that lacks something; other statuses mean that there is no list. */
const LACKING = [400, 422];

/** A page with `has_more` has a cursor for the next page. */
function expectCursor(page: Exchange): Judgement {
  const cursor = page.body.next_cursor as unknown;
  return expectThat(typeof cursor === 'string' && cursor !== '', {
    branch: 'no-cursor',
    expected: '`next_cursor` to be a string while `has_more` is true',
    got: brief(cursor),
    at: page,
  });
}

const expectFull = (page: Exchange): Judgement =>
  expectEqual(page.body.data.length, PAGE, 'not-50', page, 'the number of rows');

/** A page after one with `has_more` has rows. */
const expectNotEmpty = (page: Exchange): Judgement =>
  expectThat(page.body.data.length > 0, {
    branch: 'more-after-the-last',
    expected: 'rows on the page after a page with `has_more` true',
    got: 'none',
    at: page,
  });

const expectNoMore = (pages: Exchange[]): Judgement =>
  expectMember(lastOf(pages), '/has_more', false, 'more-after-the-last');

/** Rows of an earlier walk that a later one does not show. */
const lost = (earlier: Exchange[], pages: Exchange[]): unknown[] =>
  missing(idsOf(earlier), idsOf(pages));

/** Those of the lost rows that come after the last row of the later walk. */
function cutOff(earlier: Exchange[], pages: Exchange[]): unknown[] {
  const ids = idsOf(earlier);
  const end = ids.indexOf(idsOf(pages).at(-1));
  return lost(earlier, pages).filter((id) => ids.indexOf(id) > end);
}

/**
 * After one more registration, which fills a new page, the walk still reaches the row where an
 * earlier walk ended. A missing row before the end of the walk, or after a page that is not full,
 * was left out on the way: another rule judges that.
 */
export const expectNothingCutOff = (earlier: Exchange[], pages: Exchange[]): Judgement =>
  expectNone(
    lastOf(pages).body.data.length < PAGE ? [] : cutOff(earlier, pages),
    'row of the earlier walk that this one does not show',
    'no-more-before-the-last',
    pages.at(-1),
  );

/**
 * A walk whose last page is full was not ended before rows that a later walk shows behind its last
 * one: rows that are added in between come first.
 */
export const expectNothingBehind = (pages: Exchange[], later: Exchange[]): Judgement => {
  const ids = idsOf(later);
  const end = ids.indexOf(idsOf(pages).at(-1));
  const isFullAtEnd = lastOf(pages).body.data.length >= PAGE;
  return expectNone(
    isFullAtEnd && end >= 0 ? missing(ids.slice(end + 1), idsOf(pages)) : [],
    'row behind the last one of the earlier walk',
    'no-more-before-the-last',
    pages.at(-1),
  );
};

/** Whether a walk misses a row although it was not ended too early: the list leaves rows out. */
const leavesOut = (earlier: Exchange[], pages: Exchange[]): boolean =>
  lastOf(pages).body.data.length < PAGE && lost(earlier, pages).length > 0;

/** The last page of the list is full. */
export const fullPages: Setup<object> = {
  id: 'workspace: full pages',
  ways: [
    (s) => {
      const rows = walk(s).at('/data');
      s.control('seed-publications', {role: 'full', count: lacking(PAGE, rows)});
      return {};
    },
  ],
};

/** The page begins with the publication, or with another one of the same instant (NS-WS-28). */
function expectToBeginWith(page: Exchange, created: Exchange): Judgement {
  const rows = rowsAt([page], '/data');
  const [first] = rows;
  const own = rows.find((row) => at(row, '/id') === created.body.id);
  const time: unknown = at(own, '/created_at') ?? created.body.created_at;
  const sameInstant = time !== undefined && time === at(first, '/created_at');
  // If a whole page has one creation time, any publication of that time may be on another page.
  if (!own && sameInstant) return undecided('a whole page was created at the same instant');
  return expectThat(own !== undefined && (own === first || sameInstant), {
    branch: 'not-from-the-newest',
    expected: 'the page that begins with the newest publication',
    got: `another one first, of ${quantity(rows.length, 'row')}`,
    at: page,
  });
}

/** Each walk shows the whole list, which has grown since the walk before. */
const expectEachWhole = (walks: Exchange[][]): Judgement =>
  all(
    ...walks.map(expectNoMore),
    ...walks.slice(1).flatMap((pages, index) => {
      const before = walks[index] ?? [];
      return [expectNothingCutOff(before, pages), expectNothingBehind(before, pages)];
    }),
  );

/** Pages of the list: their number of rows, and the cursors from one page to the next. */
export const cursors: Check[] = [
  check({
    rule: 'workspace.publications.page-has-next-cursor',
    given: moreThanAPage,
    act: (s) => ({pages: walk(s)}),
    judge: ({pages}) =>
      all(...pages.filter((page) => page.body?.has_more === true).map(expectCursor)),
  }),
  check({
    rule: 'workspace.publications.page-holds-50-while-more-remain',
    given: moreThanAPage,
    act: (s) => ({pages: walk(s)}),
    judge: ({pages}) =>
      when(pages.length > 1, 'the list has only one page', () =>
        all(...pages.slice(0, -1).map(expectFull)),
      ),
  }),
  check({
    rule: 'workspace.publications.has-more-is-exact',
    given: fullPages,
    act: (s) => {
      const oneMore = () => void listUntilShown(s, publishAndWait(s));
      const one = walk(s);
      oneMore();
      const oneAndARow = walk(s);
      s.control('seed-publications', {role: 'full', count: PAGE - 1});
      const two = walk(s);
      oneMore();
      return {one, oneAndARow, two, twoAndARow: walk(s)};
    },
    judge: ({one, oneAndARow, two, twoAndARow}) => {
      const walks = [one, oneAndARow, two, twoAndARow];
      // A page that leaves rows out should have been followed by others, although none is shown.
      const isWhole = !leavesOut(one, oneAndARow) && !leavesOut(two, twoAndARow);
      const count = idsOf(one).length;
      return when(
        count > 0 && count % PAGE === 0,
        `the last page is not full: there are ${count} publications`,
        () =>
          all(
            ...(isWhole ? walks : []).flatMap((pages) => pages.slice(1)).map(expectNotEmpty),
            whenWalkedToTheEnd(walks, () => expectEachWhole(walks)),
          ),
      );
    },
  }),
  check({
    rule: 'workspace.publications.has-more-is-exact',
    place: 'a full first page',
    given: moreThanAPage,
    act: (s, {early}) => ({early, first: s.call('listPublications', {expects: 'page'})}),
    judge: ({early, first}) =>
      // If no page has `has_more`, the set-up registers a full page after `early`.
      when(
        first.body.data.length === PAGE &&
          (first.body.has_more === true || !idsOf([first]).includes(early.body.id)),
        'the first page is not full, or shows the oldest publication of the set-up',
        () => expectMember(first, '/has_more', true, 'no-more-before-the-last'),
      ),
  }),
  check({
    rule: 'workspace.publications.cursor-is-optional',
    act: (s) => {
      const registration = publish(s);
      return {
        registration,
        first: s.call('listPublications', {
          until: {rows: '/data', at: '/id', has: registration.at('/id')},
        }),
      };
    },
    judge: ({registration, first}) =>
      first.situations.includes('page')
        ? expectToBeginWith(first, registration)
        : when(LACKING.includes(first.status), `the list was answered ${first.status}`, () =>
            expectThat(false, {
              branch: 'refused',
              expected: 'the first page without a cursor',
              got: summaryOf(first),
              at: first,
            }),
          ),
  }),
  check({
    rule: 'workspace.publications.cursor-leads-to-the-next-page',
    given: moreThanAPage,
    act: (s) => {
      const first = s.call('listPublications', {expects: 'page'});
      const query = {cursor: first.at('/next_cursor')};
      return {
        first,
        second: s.call('listPublications', {query}),
        again: s.call('listPublications', {query}),
      };
    },
    judge: ({first, second, again}) => {
      const shownBefore = idsOf([first]);
      return all(
        expectOutcome(second, 'page', 'cursor-refused'),
        () =>
          expectNone(
            idsOf([second]).filter((id) => shownBefore.includes(id)),
            'row that stands on both pages',
            'pages-overlap',
            second,
          ),
        () =>
          expectThat(idsOf([second]).length > 0, {
            branch: 'empty',
            expected: 'the rows after those of the first page',
            got: 'no rows',
            at: second,
          }),
        () =>
          expectEqual(
            idsOf([again]),
            idsOf([second]),
            'cursor-works-once',
            again,
            'the rows when the cursor is used again',
          ),
      );
    },
  }),
];
