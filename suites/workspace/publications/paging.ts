import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../check.ts';
import {all, equal, holds, is, memberIs, noServerError, when} from '../../judge.ts';
import {column, missing, repeated, rowsAt} from '../../rows.ts';
import {minutes} from '../../script.ts';
import {listed, moreThanAPage, publish, shown} from '../publishing.ts';

/** Pages at most of a walk. */
export const PAGES = 200;
/** What can only be said of walks that saw the end of the list. */
const toTheEnd = (walks: Exchange[][], judgement: () => Judgement): Judgement =>
  when(
    walks.every((pages) => !pages.at(-1)?.cut),
    'the list is longer than what was walked',
    judgement,
  );
const ids = (pages: Parameters<typeof column>[0]): unknown[] => column(pages, '/id');

/** Nothing is repeated, lost or added behind the pages that were there when a row was added. */
const stable = (before: Exchange[], during: Exchange[], after: number): Judgement =>
  all(
    equal(repeated(ids(during)).length, 0, 'repeated', during.at(-1)),
    toTheEnd([before, during], () =>
      all(
        // What was added during the walk before stands on its own first page now.
        equal(missing(ids(before), ids(during)).length, 0, 'lost', during.at(-1)),
        equal(
          missing(ids(during.slice(after)), ids(before)).length,
          0,
          'added-on-a-later-page',
          during.at(-1),
        ),
      ),
    ),
  );

/** The list and its pages. */
export const paging: Check[] = [
  check({
    rule: 'workspace.publications.page-has-next-cursor',
    given: moreThanAPage,
    act: (s) => ({pages: s.walk('listPublications', {atMost: PAGES})}),
    judge: ({pages}) =>
      all(
        ...pages
          .filter((page) => page.body?.has_more === true)
          .map((page) =>
            holds(typeof page.body.next_cursor === 'string' && page.body.next_cursor !== '', {
              branch: 'no-cursor',
              expected: 'a string in next_cursor while has_more is true',
              got: JSON.stringify(page.body.next_cursor) ?? 'nothing',
              at: page,
            }),
          ),
      ),
  }),
  check({
    rule: 'workspace.publications.page-holds-50-while-more-remain',
    given: moreThanAPage,
    act: (s) => ({pages: s.walk('listPublications', {atMost: PAGES})}),
    judge: ({pages}) =>
      when(pages.length > 1, 'one page only', () =>
        all(...pages.slice(0, -1).map((page) => memberIs(page, '/data/length', 50, 'not-50'))),
      ),
  }),
  check({
    rule: 'workspace.publications.has-more-is-exact',
    given: {
      id: 'workspace: exactly one page',
      ways: [
        (s) => {
          s.control('seed-publications', {role: 'full', count: 50});
          return {};
        },
      ],
    },
    act: (s) => {
      const walk = () => s.walk('listPublications', {atMost: PAGES});
      const oneMore = () => void listed(s, shown(s));
      const one = walk();
      oneMore();
      const oneAndARow = walk();
      s.control('seed-publications', {role: 'full', count: 49});
      const two = walk();
      oneMore();
      return {one, oneAndARow, two, twoAndARow: walk()};
    },
    judge: ({one, oneAndARow, two, twoAndARow}) => {
      const walks = [one, oneAndARow, two, twoAndARow];
      return when(
        ids(one).length > 0 && ids(one).length % 50 === 0,
        `${ids(one).length} publications fill no page to the last row`,
        () =>
          all(
            ...walks
              .flatMap((pages) => pages.slice(1))
              .map((page) =>
                holds(page.body.data.length > 0, {
                  branch: 'more-after-the-last',
                  expected: 'further rows after has_more',
                  got: 'none',
                  at: page,
                }),
              ),
            toTheEnd(walks, () =>
              all(
                ...walks.map((pages) =>
                  equal(pages.at(-1)!.body.has_more, false, 'more-after-the-last', pages.at(-1)),
                ),
                equal(
                  missing(ids(one), ids(oneAndARow)).length,
                  0,
                  'no-more-before-the-last',
                  oneAndARow.at(-1),
                ),
                equal(
                  missing(ids(two), ids(twoAndARow)).length,
                  0,
                  'no-more-before-the-last',
                  twoAndARow.at(-1),
                ),
              ),
            ),
          ),
      );
    },
  }),
  check({
    rule: 'workspace.publications.cursor-is-optional',
    act: (s) => {
      const made = publish(s);
      return {
        made,
        first: s.call('listPublications', {until: {rows: '/data', at: '/id', has: made.at('/id')}}),
      };
    },
    judge: ({made, first}) => {
      const rows = first.situations.includes('page') ? rowsAt([first], '/data') : [];
      const own = rows.find((row) => at(row, '/id') === made.body.id);
      // Of the same instant, either may come first (NS-WS-28).
      const same =
        own !== undefined &&
        at(own, '/created_at') !== undefined &&
        at(own, '/created_at') === at(rows[0], '/created_at');
      return all(
        is(first, 'page', 'refused'),
        holds(same || (own !== undefined && own === rows[0]), {
          branch: 'not-from-the-newest',
          expected: 'the page that begins with the newest',
          got: `another first of ${rows.length} rows`,
          at: first,
        }),
      );
    },
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
        is(second, 'page', 'cursor-refused'),
        equal(
          missing(ids([second]), missing(ids([second]), ids([first]))).length,
          0,
          'pages-overlap',
          second,
        ),
        holds(ids([second]).length > 0, {
          branch: 'empty',
          expected: 'the rows that follow',
          got: 'no rows',
          at: second,
        }),
        equal(ids([again]), ids([second]), 'cursor-works-once', again),
      ),
  }),
  check({
    rule: 'workspace.publications.walk-visits-each-once',
    given: moreThanAPage,
    act: (s, {early}) => {
      const made = shown(s);
      listed(s, made);
      const pages = s.walk('listPublications', {atMost: PAGES});
      // One more moves every row a place on: what lies hidden between two pages comes to light.
      const more = shown(s);
      listed(s, more);
      return {early, made, pages, more, again: s.walk('listPublications', {atMost: PAGES})};
    },
    judge: ({early, made, pages, more, again}) =>
      when(pages.length > 1, 'one page only', () =>
        all(
          equal(repeated(ids(pages)).length, 0, 'repeated', pages.at(-1)),
          toTheEnd([pages, again], () =>
            all(
              equal(pages.at(-1)!.body.has_more, false, 'never-ends', pages.at(-1)),
              equal(
                missing(ids(again), [...ids(pages), more.body.id]).length,
                0,
                'lost-on-the-first-walk',
                pages.at(-1),
              ),
              equal(
                missing(ids(pages), ids(again)).length,
                0,
                'lost-on-the-second-walk',
                again.at(-1),
              ),
              holds(ids(pages).includes(early.body.id), {
                branch: 'early-one-lost',
                expected: 'the first of the set-up',
                got: 'not visited',
                at: pages.at(-1),
              }),
            ),
          ),
          holds(ids(pages).includes(made.body.id), {
            branch: 'lost',
            expected: 'the newest publication',
            got: 'not visited',
            at: pages[0],
          }),
          holds(
            pages.slice(0, -1).every((page) => page.body.data.length > 0),
            {
              branch: 'empty-page',
              expected: 'rows on every page but the last',
              got: 'a page without rows',
              at: pages[0],
            },
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.publications.newest-first',
    given: moreThanAPage,
    act: (s) => {
      const older = publish(s);
      s.advance(minutes(0.1));
      const newer = shown(s);
      listed(s, newer);
      return {older, newer, pages: s.walk('listPublications', {atMost: PAGES})};
    },
    judge: ({older, newer, pages}) => {
      const times = column(pages, '/created_at')
        .map((time) => Date.parse(String(time)))
        .filter((time) => !Number.isNaN(time));
      const [first, second] = [newer, older].map((made) => ids(pages).indexOf(made.body.id));
      return all(
        when(first! >= 0 && second! >= 0, 'a registered publication was not listed', () =>
          holds(first! < second!, {
            branch: 'older-first',
            expected: 'the later registration before the earlier',
            got: 'the earlier first',
            at: pages[0],
          }),
        ),
        holds(
          times.every((time, i) => i === 0 || time <= times[i - 1]!),
          {
            branch: 'times-rise',
            expected: 'creation times that never rise down the list',
            got: 'a later row below an earlier',
            at: pages.at(-1),
          },
        ),
      );
    },
  }),
  check({
    rule: 'workspace.publications.page-is-stable',
    given: moreThanAPage,
    act: (s) => ({
      before: s.walk('listPublications', {atMost: PAGES}),
      // What was added shows before the next page is asked for.
      during: s.walk('listPublications', {
        atMost: PAGES,
        between: {after: 1, body: (b) => void listed(b, publish(b))},
      }),
      // Pages behind the second may be counted in another way than those that the first leads to.
      later: s.walk('listPublications', {
        atMost: PAGES,
        between: {after: 2, body: (b) => void listed(b, publish(b))},
      }),
    }),
    judge: ({before, during, later}) =>
      when(during.length > 1, 'one page only: nothing could shift', () =>
        all(stable(before, during, 1), stable(during, later, 2)),
      ),
  }),
  check({
    rule: 'workspace.publications.unknown-cursor-does-no-harm',
    act: (s) => ({
      garbage: s.call('listPublications', {query: {cursor: 'no-such-cursor'}}),
      plain: s.call('listPublications', {expects: 'page'}),
    }),
    judge: ({garbage}) =>
      all(
        noServerError(garbage, 'server-error'),
        is(garbage, ['page', 'cursor-refused'], 'neither-refused-nor-ignored'),
      ),
  }),
];
