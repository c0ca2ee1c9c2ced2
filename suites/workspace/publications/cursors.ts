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
  judgeEach,
  summaryOf,
  undecided,
  when,
} from '../../language/judge.ts';
import {lastOf, missing, whenWalkedToTheEnd} from '../../language/rows.ts';
import {lacking} from '../../language/sent-values.ts';
import {listUntilShown, moreThanAPage, publish, publishAndWait} from '../publishing.ts';
import {idsOf, isFullAtEnd, PAGE, publications, walk} from './walks.ts';

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

/** A page after one with `has_more` has rows. */
const expectNotEmpty = (page: Exchange): Judgement =>
  expectThat(idsOf([page]).length > 0, {
    branch: 'more-after-the-last',
    expected: 'rows on the page after a page with `has_more` true',
    got: 'none',
    at: page,
  });

/** What a walk of a grown list does not show of the rows of an earlier one. */
const lost = (earlier: Exchange[], pages: Exchange[]): unknown[] =>
  missing(idsOf(earlier), idsOf(pages));

/** A walk whose last page is full was not ended before rows that stand behind its last one in another walk. */
function expectNoneBehind(pages: Exchange[], others: unknown[]): Judgement {
  const end = others.indexOf(idsOf(pages).at(-1));
  return expectNone(
    isFullAtEnd(pages) ? missing(others.slice(end + 1), idsOf(pages)) : [],
    'row behind the last one of the walk',
    'no-more-before-the-last',
    pages.at(-1),
  );
}

/**
 * A walk shows the whole list, which has grown since an earlier walk. Its last page is the last one: after a registration
 * that fills a new page it still reaches the row where the earlier walk ended, and the earlier one was not ended before
 * rows that this one shows behind its last row; rows that are added in between come first. A missing row before the end
 * of the walk, or after a page that is not full, was left out on the way: another rule judges that.
 */
export const expectWhole = (pages: Exchange[], earlier: Exchange[]): Judgement => {
  const ids = idsOf(pages);
  const isEndShown = ids.includes(idsOf(earlier).at(-1));
  return all(
    expectMember(lastOf(pages), '/has_more', false, 'more-after-the-last'),
    expectNoneBehind(pages, idsOf(earlier)),
    expectNoneBehind(earlier, isEndShown ? ids : []),
  );
};

/** Whether a walk misses a row although it was not ended too early: the list leaves rows out. */
const leavesOut = (earlier: Exchange[], pages: Exchange[]): boolean =>
  !isFullAtEnd(pages) && lost(earlier, pages).length > 0;

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
  const rows = publications.rows(page);
  const [first] = rows;
  const own = publications.rowOf(page, created);
  const time: unknown = own?.created_at ?? created.body.created_at;
  const sameInstant = time !== undefined && time === first?.created_at;
  // If a whole page has one creation time, any publication of that time may be on another page.
  if (!own && sameInstant) return undecided('a whole page was created at the same instant');
  return expectThat(own !== undefined && (own.id === first?.id || sameInstant), {
    branch: 'not-from-the-newest',
    expected: 'the page that begins with the newest publication',
    got: `another one first, of ${quantity(rows.length, 'row')}`,
    at: page,
  });
}

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
        judgeEach(pages.slice(0, -1), (page) =>
          expectEqual(idsOf([page]).length, PAGE, 'not-50', page, 'the number of rows'),
        ),
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
            whenWalkedToTheEnd(walks, () =>
              judgeEach(walks, (pages, at) => expectWhole(pages, walks[at - 1] ?? pages)),
            ),
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
    judge: ({first, second, again}) =>
      all(
        expectOutcome(second, 'page', 'cursor-refused'),
        () => publications.expectOtherRows(second, first, 'pages-overlap'),
        () =>
          expectThat(idsOf([second]).length > 0, {
            branch: 'empty',
            expected: 'the rows after those of the first page',
            got: 'no rows',
            at: second,
          }),
        () => publications.expectSameRows(again, second, 'cursor-works-once'),
      ),
  }),
];
