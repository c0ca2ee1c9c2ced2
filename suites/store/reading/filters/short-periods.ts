/** Periods of a few days find a session in the midst of them, whatever is filtered for besides. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectThat, notApplicable, judgeEach} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import {type Handle} from '../../../language/script.ts';
import {dayAfter} from '../../../language/sent-values.ts';
import {createUser} from '../../people.ts';
import {queryNamed, REASON} from './queries.ts';
import {issueOf, listReading, listUntilShown, readBy, shownIssue} from '../reading-steps.ts';
import {isLast, rowOf} from '../session-rows.ts';

/** A day of a year in which little else was read. */
const DAY = '2008-10-15';

/** How many days before and after that of the session the periods begin and end. */
const MARGINS = {wide: 10, short: 2, shortest: 1} as const;

type Margin = keyof typeof MARGINS;

/** The filters beside each period. */
const BESIDE = [
  'a user',
  'a user and a reason',
  'a user and a content',
  'a reason',
  'a reason and its value',
  'a user, a content, a reason and its value',
];

const nameOf = (filters: string, margin: Margin): string => `${filters}, ${margin}`;

/** A session, and the list by each period with each of the filters. */
const shortPeriods = sharedScene({
  id: 'store: periods of a few days around a reading session',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created} = createUser(s);
    const plan = s.sample('subscribable_plan');
    const session = readBy(s, created, issueOf(s), {
      started_at: `${DAY}T12:00:00Z`,
      reason_type: REASON,
      reason_value: plan,
    });
    const issue = shownIssue(listUntilShown(s, created, session), session);
    const seen: Record<string, Handle> = {session};
    for (const filters of BESIDE)
      for (const [margin, days] of Object.entries(MARGINS))
        seen[nameOf(filters, margin as Margin)] = listReading(s, {
          ...queryNamed(filters, {created, issue, plan}),
          from_date: dayAfter(DAY, -days),
          to_date: dayAfter(DAY, days),
        });
    return seen;
  },
});

type Seen = Record<string, Exchange>;

const isPage = hasSituation('reading-page');

/** Whether a list shows the session; undefined if that cannot be told, since there are further pages. */
function finds({session, ...lists}: Seen, filters: string, margin: Margin): boolean | undefined {
  const list = lists[nameOf(filters, margin)];
  if (!session || !list || !isPage(list)) return undefined;
  if (rowOf(list, session)) return true;
  return isLast(list) ? false : undefined;
}

/** A list shows the session, unless that cannot be told. */
const expectFound = (seen: Seen, filters: string, margin: Margin): Judgement =>
  expectThat(finds(seen, filters, margin) !== false, {
    branch: `a ${margin} period finds too little beside ${filters}`,
    expected: 'the session to be in the list',
    got: 'a list without it',
    at: seen[nameOf(filters, margin)],
  });

/**
 * It is open which date of a session is meant, in which time zone a day begins, and whether the first and the
 * last day belong to a period (NS-ST-25). Where the wide period finds the session, so does one with two days
 * before and after it; one with a single day does, if it does beside the user alone.
 */
function expectFoundInShortPeriods(seen: Seen): Judgement {
  const known = BESIDE.filter((filters) => finds(seen, filters, 'wide') === true);
  if (known.length === 0) return notApplicable('no period finds the session (NS-ST-25)');
  const isInShortest = finds(seen, 'a user', 'shortest') === true;
  return all(
    judgeEach(known, (filters) => expectFound(seen, filters, 'short')),
    ...(isInShortest ? known.map((filters) => () => expectFound(seen, filters, 'shortest')) : []),
  );
}

/** Periods of three and of five days. */
export const periodsOfDays: Check[] = checksOf(shortPeriods, {
  'store.reading.dates-filter @ of a few days': expectFoundInShortPeriods,
});
