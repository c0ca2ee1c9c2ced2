import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {instantOf} from '../../values/datetimes.ts';
import {
  all,
  expectThat,
  expectMember,
  expectNone,
  judgeEach,
  summaryOf,
  when,
} from '../../language/judge.ts';
import {lastOf, missing, whenWalkedToTheEnd} from '../../language/rows.ts';
import {minutes, type Handle, type Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {
  listUntilShown,
  moreThanAPage,
  publish,
  publishAndWait,
  publishNamed,
} from '../publishing.ts';
import {idsOf, MAX_PAGES, publications, walk} from './walks.ts';

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

/** The cursor of a page leads to the next one, whatever was asked in between: it is used at once. */
const expectServedOn = (pages: Exchange[], although: string): Judgement =>
  expectThat(lastOf(pages).status < 400, {
    branch: 'refused',
    expected: `the next page to be served although ${although}`,
    got: summaryOf(lastOf(pages)),
    at: lastOf(pages),
  });

/**
 * A registration during a walk repeats no row, loses none, and adds none to the pages that follow.
 * @param before a walk before the registration
 * @param after number of pages that were read before the registration
 */
const expectStable = (before: Exchange[], during: Exchange[], after: number): Judgement =>
  all(
    expectServedOn(during, 'a publication was added'),
    () => publications.expectNoneTwice(during, 'repeated'),
    () =>
      whenWalkedToTheEnd([before, during], () =>
        all(
          // What was registered during the previous walk is on the first page of this one.
          publications.expectNoneLost(during, idsOf(before), 'lost'),
          publications.expectNoOthers(
            during.slice(after),
            idsOf(before),
            'that is new on a later page',
            'added-on-a-later-page',
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
  const times = publications
    .rows(pages)
    .map(({created_at: time}) => instantOf(time))
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
    () => publications.expectNoneLost(again, idsOf(pages), 'lost-on-the-second-walk'),
    publications.expectListed(pages, early, 'early-one-lost'),
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
          publications.expectNoneTwice(pages, 'repeated'),
          whenWalkedToTheEnd([pages, again], () =>
            expectSameWalks({early, registration, pages, more, again}),
          ),
          publications.expectListed(pages, registration, 'lost'),
          expectNone(
            pages.slice(0, -1).filter((page) => idsOf(page).length === 0),
            'page without rows before the last one',
            'empty-page',
            pages[0],
          ),
        ),
      ),
  }),
  check({
    rule: 'workspace.publications.walk-visits-each-once',
    place: 'while another key reads the first page',
    given: moreThanAPage,
    onlyOnTestTargets: true,
    act: (s) => {
      const walkBeside = (after: number, as: Role): Handle<Exchange[]> =>
        s.walk('listPublications', {
          atMost: MAX_PAGES,
          between: {after, body: (b) => void b.call('listPublications', {as})},
        });
      return {
        before: walk(s),
        own: walkBeside(1, 'full'),
        early: walkBeside(1, 'other-key'),
        late: walkBeside(2, 'other-key'),
      };
    },
    judge: ({before, own, early, late}) =>
      when(before.length > 1, 'the list has only one page', () =>
        judgeEach([own, early, late], (pages) =>
          all(
            expectServedOn(pages, 'the first page was read in between'),
            () => publications.expectNoneTwice(pages, 'repeated'),
            () =>
              whenWalkedToTheEnd([before, pages], () =>
                publications.expectNoneLost(pages, idsOf(before), 'lost'),
              ),
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
