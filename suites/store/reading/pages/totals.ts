/** The totals of filtered lists add up to the total. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {READING_COUNTERS} from '../../../../spec/reading-counters.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {allIn, inGroups} from '../../../language/groups.ts';
import {expectEqual, judgeEach, notExercised, when} from '../../../language/judge.ts';
import {cutOf, whenWalkedToTheEnd} from '../../../language/rows.ts';
import type {Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {NO_PLAN_REASONS} from '../any-reading.ts';
import {
  issueOf,
  listSomeReading,
  listUntilShown,
  ofUser,
  otherIssueOf,
  readBy,
  shownIssue,
  walkReading,
} from '../reading-steps.ts';
import {sessionRows} from '../session-rows.ts';

/** Every value of `reason_type`: each session has exactly one of them. */
const REASONS = [...NO_PLAN_REASONS, 'subscription_with_collections', 'global_subscription'];

/** A month long ago, in which no new sessions appear. */
const MONTH = {from: '2001-02-01', to: '2001-02-28'};

/** The same month with extra days on both sides, so that its edges do not matter (NS-ST-25). */
const AROUND = {from_date: '2001-01-25', to_date: '2001-03-07'};

/** The most pages of a walk: earlier runs have generated sessions in the same month. */
const MAX_PAGES = 12;

/** The most pages of a walk through sessions of others. */
const MAX_PAGES_OF_OTHERS = 3;

/** Records walks through a list, whole and by each reason. */
const wholeAndByReason = (s: Script, query: Record<string, Val>, atMost: number) => ({
  whole: walkReading(s, query, atMost),
  ...inGroups({
    part: REASONS.map((reason) => walkReading(s, {...query, reason_type: reason}, atMost)),
  }),
});

/** A generated month, as a whole and by each reason. */
const aMonth = sharedScene({
  id: 'store: a generated month of reading, whole and by each reason',
  act: (s) => {
    s.control('generate-reading', {role: 'admin', sessions: 60, ...MONTH});
    return wholeAndByReason(s, AROUND, MAX_PAGES);
  },
});

/** The sessions of a user, as a whole and by each of two contents. */
const twoContents = sharedScene({
  id: 'store: what a user has read, whole and by content',
  act: (s) => {
    const {created} = createUser(s);
    const [issue, otherIssue] = [issueOf(s), otherIssueOf(s)];
    const read = (one: typeof issue, pages: number) =>
      readBy(s, created, one, {page_changes: pages, seconds_reading: 10 * pages, bookmarks: 1});
    read(issue, 3);
    const ofTitle = read(issue, 5);
    const ofOther = read(otherIssue, 7);
    const list = listUntilShown(s, created, ofOther);
    const by = (session: typeof ofTitle) =>
      walkReading(s, {...ofUser(created), issue_id: shownIssue(list, session)}, 3);
    return {whole: walkReading(s, ofUser(created), 3), title: by(ofTitle), other: by(ofOther)};
  },
});

/**
 * The existing sessions of the content of the first row, without a hook. If there are too many to
 * read all pages, nothing is decided.
 */
const standingContent = sharedScene({
  id: 'store: the reading sessions of a content, whole and by each reason',
  act: (s) => {
    const issue = listSomeReading(s).at('/data/0/issue_id');
    return wholeAndByReason(s, {issue_id: issue}, MAX_PAGES_OF_OTHERS);
  },
});

/** The number of sessions on pages, and the sums of their counters. */
const totalsOf = (pages: Exchange[]): Record<string, number> => {
  const rows = sessionRows(pages);
  const sums = READING_COUNTERS.map((name) => [
    name,
    rows.reduce((sum, row) => sum + Number(row[name]), 0),
  ]);
  return {sessions: rows.length, ...Object.fromEntries(sums)};
};

/** The sums of the parts of a list equal those of the list. */
export const expectSumsAgree = (
  whole: Exchange[],
  parts: Exchange[][],
  branch: string,
): Judgement =>
  whenWalkedToTheEnd([whole, ...parts], () => {
    const got = totalsOf(parts.flat());
    return judgeEach(Object.entries(totalsOf(whole)), ([name, sum]) =>
      expectEqual(got[name], sum, `${branch}: ${name}`, whole[0], `the sum of \`${name}\``),
    );
  });

const partsIn = (seen: object): Exchange[][] => allIn<Exchange[]>(seen, 'part');

/** The sums of the parts equal those of the whole. */
export const totals: Check[] = [
  ...checksOf(aMonth, {
    'store.reading.totals-add-up @ of a month, by reason': (seen) =>
      when(sessionRows(seen.whole).length > 0, 'the month has no sessions', () =>
        expectSumsAgree(seen.whole, partsIn(seen), 'by reason'),
      ),
  }),
  ...checksOf(standingContent, {
    'store.reading.totals-add-up @ of the sessions that there are': (seen) =>
      [seen.whole, ...partsIn(seen)].some((pages) => cutOf(pages))
        ? notExercised('the content has too many sessions to read them all')
        : expectSumsAgree(seen.whole, partsIn(seen), 'by reason'),
  }),
  ...checksOf(twoContents, {
    'store.reading.totals-add-up @ of a user, by content': ({whole, title, other}) =>
      expectSumsAgree(whole, [title, other], 'by content'),
  }),
];
