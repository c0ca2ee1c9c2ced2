import type {Exchange} from '../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {instantOf} from '../../values/datetimes.ts';
import {all, expectThat, expectMember, expectNone, summaryOf, when} from '../../language/judge.ts';
import {column, lastOf, missing, repeated, whenWalkedToTheEnd} from '../../language/rows.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {
  listUntilShown,
  moreThanAPage,
  publish,
  publishAndWait,
  publishNamed,
} from '../publishing.ts';
import {idsOf, MAX_PAGES, walk} from './walks.ts';

/**
 * Records a walk during which a publication is registered.
 * @param after number of pages that are read before
 * @param look records reads of the list before the next page is read
 */
const walkWithRegistration = (
  s: Script,
  after: number,
  look: (between: Script, registration: Handle) => void = () => undefined,
): Handle<Exchange[]> =>
  s.walk('listPublications', {
    atMost: MAX_PAGES,
    between: {after, body: (between) => look(between, publish(between))},
  });

/** Records a publication as set-up; the name of its file begins with the given text. */
const publishBeginning = (s: Script, begin: string): Handle =>
  publishNamed(s, text(begin, s.sample('good', '/filename'))).registration;

const expectNothingTwice = (pages: Exchange[]): Judgement =>
  expectNone(repeated(idsOf(pages)), 'row that stands twice', 'repeated', pages.at(-1));

/** No row of one walk is missing from another one. */
const expectNoneMissing = (rows: unknown[], pages: Exchange[], branch: string): Judgement =>
  expectNone(missing(rows, idsOf(pages)), 'row that this walk does not show', branch, pages.at(-1));

/**
 * A registration during a walk repeats no row, loses none, and adds none to the pages that follow.
 * @param before a walk before the registration
 * @param after number of pages that were read before the registration
 */
const expectStable = (before: Exchange[], during: Exchange[], after: number): Judgement =>
  all(expectServed(lastOf(during)), () => expectRowsStable(before, during, after));

/** The page after a registration is served: its cursor is that of the page before. */
const expectServed = (page: Exchange): Judgement =>
  expectThat(page.status < 400, {
    branch: 'refused',
    expected: 'the next page to be served although a publication was added',
    got: summaryOf(page),
    at: page,
  });

const expectRowsStable = (before: Exchange[], during: Exchange[], after: number): Judgement =>
  all(
    expectNothingTwice(during),
    whenWalkedToTheEnd([before, during], () =>
      all(
        // What was registered during the previous walk is on the first page of this one.
        () => expectNoneMissing(idsOf(before), during, 'lost'),
        () =>
          expectNone(
            missing(idsOf(during.slice(after)), idsOf(before)),
            'new row on a later page',
            'added-on-a-later-page',
            during.at(-1),
          ),
      ),
    ),
  );

/**
 * The rows of a walk after a publication, which were registered before it (newest first). None, if
 * the walk does not show the publication.
 */
function rowsBehind(pages: Exchange[], {body}: Exchange): unknown[] {
  const ids = idsOf(pages);
  const position = ids.indexOf(body.id);
  return position < 0 ? [] : ids.slice(position + 1);
}

/** The walk shows a publication. */
const expectVisited = (
  pages: Exchange[],
  created: Exchange,
  branch: string,
  at?: Exchange,
): Judgement =>
  expectThat(idsOf(pages).includes(created.body.id), {
    branch,
    expected: 'the walk to show a publication of the set-up',
    got: 'a walk without it',
    at,
  });

/** The later of two registrations comes before the earlier one. */
function expectLaterFirst(pages: Exchange[], later: Exchange, earlier: Exchange): Judgement {
  const ids = idsOf(pages);
  const [first, second] = [ids.indexOf(later.body.id), ids.indexOf(earlier.body.id)];
  return when(first >= 0 && second >= 0, 'a registered publication was not listed', () =>
    expectThat(first < second, {
      branch: 'older-first',
      expected: 'the later registration before the earlier one',
      got: 'the earlier one first',
      at: pages[0],
    }),
  );
}

/** Creation times never rise from row to row. */
export function expectTimesFall(pages: Exchange[]): Judgement {
  const times = column(pages, '/created_at')
    .map(instantOf)
    .filter((time) => !Number.isNaN(time));
  const falling = times.every((time, i) => time <= (times[i - 1] ?? Infinity));
  return expectThat(falling, {
    branch: 'times-rise',
    expected: '`created_at` never to be later than in the row before',
    got: 'a row with a later time after a row with an earlier one',
    at: pages.at(-1),
  });
}

/** Two walks to the end show the same publications, but for the one between them. */
const expectSameWalks = ({
  early,
  registration,
  pages,
  more,
  again,
}: Record<'early' | 'registration' | 'more', Exchange> &
  Record<'pages' | 'again', Exchange[]>): Judgement =>
  all(
    expectMember(lastOf(pages), '/has_more', false, 'never-ends'),
    () =>
      expectNone(
        missing(rowsBehind(again, registration), [...idsOf(pages), more.body.id]),
        'row that only the second walk shows',
        'lost-on-the-first-walk',
        pages.at(-1),
      ),
    () => expectNoneMissing(idsOf(pages), again, 'lost-on-the-second-walk'),
    expectVisited(pages, early, 'early-one-lost', pages.at(-1)),
  );

/** The order of the list: newest first, each publication once, stable while others are added. */
export const sortOrder: Check[] = [
  check({
    rule: 'workspace.publications.walk-visits-each-once',
    given: moreThanAPage,
    act: (s, {early}) => {
      const registration = publishAndWait(s);
      listUntilShown(s, registration);
      const pages = walk(s);
      // One more publication moves every row by one: a row that was lost between two pages of the
      // first walk appears in the second.
      const more = publishAndWait(s);
      listUntilShown(s, more);
      return {early, registration, pages, more, again: walk(s)};
    },
    judge: ({early, registration, pages, more, again}) =>
      when(pages.length > 1, 'the list has only one page', () =>
        all(
          expectNothingTwice(pages),
          whenWalkedToTheEnd([pages, again], () =>
            expectSameWalks({early, registration, pages, more, again}),
          ),
          expectVisited(pages, registration, 'lost', pages[0]),
          expectNone(
            pages.slice(0, -1).filter((page) => page.body.data.length === 0),
            'page without rows before the last one',
            'empty-page',
            pages[0],
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.publications.newest-first',
    given: moreThanAPage,
    act: (s) => {
      // Sorted by name, the older one would be last or first.
      const older = publishBeginning(s, 'z-');
      s.advance(minutes(0.1));
      const newer = publishBeginning(s, 'a-');
      listUntilShown(s, newer);
      return {older, newer, pages: walk(s)};
    },
    judge: ({older, newer, pages}) =>
      all(expectLaterFirst(pages, newer, older), expectTimesFall(pages)),
  }),
  check({
    rule: 'workspace.publications.page-is-stable',
    given: moreThanAPage,
    act: (s) => ({
      before: walk(s),
      // The new publication is listed before the next page is read.
      during: walkWithRegistration(s, 1, (between, registration) => {
        listUntilShown(between, registration);
      }),
      // Pages after the second may be found in another way, and a request between two pages may be
      // what makes the next one right.
      later: walkWithRegistration(s, 2),
    }),
    judge: ({before, during, later}) =>
      when(during.length > 1, 'the list has only one page: no row could move', () =>
        all(expectStable(before, during, 1), expectStable(during, later, 2)),
      ),
  }),
];
