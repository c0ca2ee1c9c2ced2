/** Walks through the pages of the list by their cursors (Limits). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  check,
  checksOf,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectThat, judgeEach, nothing, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {whenWalkedToTheEnd} from '../../../language/rows.ts';
import {property} from '../../../language/property.ts';
import {seconds, type Args, type Handle, type Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser} from '../../people.ts';
import {
  issueOf,
  listSomeReading,
  listReading,
  ofUser,
  readBy,
  walkReading,
  type Reading,
} from '../reading-steps.ts';
import {reading, sessionRows, uuidIn} from '../session-rows.ts';
import {expectUrlsLead} from './page-links.ts';
import {expectSumsAgree} from './totals.ts';

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
function readOften(
  s: Script,
  created: Handle,
  times: number,
  more: Reading = {},
): Handle<Exchange[]> {
  const issue = issueOf(s);
  const recorded = s.repeat(times, (each) => void readBy(each, created, issue, more));
  // A deployment may show a session some moments after it was recorded (NS-ST-104).
  s.advance(seconds(5));
  return recorded;
}

/**
 * The pages of a user's sessions forwards and backwards, and walks with and without another filter.
 */
const manyPages = sharedScene({
  id: 'store: walks through three pages of reading sessions',
  act: (s: Script) => {
    const {created} = createUser(s);
    const gifted = readOften(s, created, EACH, {reason_type: GIFTED, seconds_reading: 7, notes: 1});
    const bought = readOften(s, created, EACH, {reason_type: BOUGHT, seconds_reading: 11});
    const whose = ofUser(created);
    const page = (from: Handle, cursor: string, more: Args = {}): Handle =>
      listReading(s, {...whose, cursor: from.at(`/${cursor}`)}, more);
    const first = listSomeReading(s, whose);
    const second = page(first, 'next_cursor');
    const third = page(second, 'next_cursor');
    // A list may only lead forwards: the document does not say when `prev_cursor` is null.
    const back = page(third, 'prev_cursor', {optional: true});
    const begin = page(back, 'prev_cursor', {optional: true});
    return {
      gifted,
      bought,
      first,
      second,
      third,
      back,
      begin,
      again: page(begin, 'next_cursor', {optional: true}),
      // The document has no such parameter.
      larger: listReading(s, {...whose, per_page: '60'}),
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

/** The pages that were read, forwards and backwards. */
const pagesOf = ({first, second, third, back, begin}: ManyPages): Exchange[] =>
  [first, second, third, back, begin].filter((page: Exchange | undefined) => page !== undefined);

/** Whether a request with a parameter that the document does not have was served. */
const isPage = hasSituation('reading-page');

/** The third page leads back to the second, and that to the first. */
const expectToLeadBack = (seen: ManyPages): Judgement =>
  when(pagesOf(seen).length === 5, 'not all of the pages have a `prev_cursor`', () =>
    all(reading.expectSameRows(seen.back, seen.second, 'back from the third page'), () =>
      reading.expectSameRows(seen.begin, seen.first, 'back from the second page'),
    ),
  );

/** A walk that reached the end of the list visits each of these sessions once, and no others. */
const expectEachVisitedOnce = (pages: Exchange[], recorded: Exchange[], name: string): Judgement =>
  whenWalkedToTheEnd([pages], () =>
    all(reading.expectEachOnce(pages, recorded, `${name}: `), () =>
      reading.expectNoOthers(pages, recorded.map(uuidIn), 'of others', `${name}: visits others`),
    ),
  );

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
          reading.expectOtherRows(seen.second, seen.first, 'the second page overlaps'),
          () => reading.expectOtherRows(seen.third, seen.second, 'the third page overlaps'),
          // If the way back is wrong, the way forwards from there cannot be judged.
          (seen.again as Exchange | undefined)
            ? () =>
                reading.expectSameRows(seen.again, seen.second, 'forwards again leads elsewhere')
            : nothing(),
        ),
      ),
    'store.reading.prev-cursor-leads-back': (seen) =>
      whenAllAreShown(seen, () => expectToLeadBack(seen)),
    'store.reading.page-urls-lead-where-the-cursors-do': (seen) => expectUrlsLead(pagesOf(seen)),
    'store.reading.walk-visits-each-once': (seen) =>
      all(
        expectEachVisitedOnce(seen.walked, [...seen.gifted, ...seen.bought], 'of a user'),
        () => expectEachVisitedOnce(seen.giftedOnly, seen.gifted, 'of a user and a reason'),
        () => expectEachVisitedOnce(seen.boughtOnly, seen.bought, 'of a user and another reason'),
      ),
    'store.reading.totals-add-up': ({walked, giftedOnly, boughtOnly}) =>
      expectSumsAgree(walked, [giftedOnly, boughtOnly], 'by reason'),
    'store.reading.page-holds-at-most-25 @ whatever the page': (seen) =>
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
      whenWalkedToTheEnd([pages], () => reading.expectEachOnce(pages, recorded)),
  }),
];
