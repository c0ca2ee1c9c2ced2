/** The list of reading sessions by each filter alone (Reading sessions, Read). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {
  sharedScene,
  checksAt,
  checksOf,
  type SeenIn,
  type Judgement,
  type Check,
} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  judgeEach,
  expectNone,
  expectNoServerError,
} from '../../../language/judge.ts';
import {
  listBy,
  recordedIn,
  listIn,
  expectExactlyFound,
  expectGuestToBeNobody,
  type Recorded,
} from './filtered-sessions.ts';
import {readSessions, type FilterName} from '../read-sessions.ts';
import {listReading} from '../reading-steps.ts';
import {sessionRows, type SessionRow} from '../session-rows.ts';

/** The list by each filter alone. */
const filtered = sharedScene({
  id: 'store: the list of reading sessions by each filter',
  api: 'store',
  given: readSessions,
  act: (s, sessions) => {
    const by = (...names: FilterName[]) => listBy(s, sessions, names);
    return {
      ...recordedIn(sessions),
      byTitle: by('issue_id of the title'),
      byOtherTitle: by('issue_id of the other title'),
      bought: by('reason bought'),
      subscribed: by('reason subscribed'),
      byPlan: by('reason_value of the subscribed'),
      byPlanOfCollections: by('reason_value of collections'),
      byOtherPlan: by('reason_value of the other plan'),
      boughtByPlan: listReading(s, {reason_type: 'bought_issue', reason_value: sessions.plan}),
      march: by('days of march'),
      june: by('days of june'),
      both: by('days of both'),
      neither: by('days of neither'),
    };
  },
});

/** The list by user, which shows the content ids for other filters. */
const filteredByUser = sharedScene({
  id: 'store: the list of reading sessions by user',
  api: 'store',
  given: readSessions,
  act: (s, sessions) => {
    const by = (...names: FilterName[]) => listBy(s, sessions, names);
    return {
      ...recordedIn(sessions),
      byOne: by('user_id of the one'),
      byOther: by('user_id of the other'),
    };
  },
});

type Filtered = SeenIn<typeof filtered>;

/** The lists of a scene by some filters show exactly the sessions that the filters find. */
const expectFound = <S extends Recorded>(
  seen: S & Record<string, Exchange | Exchange[]>,
  ...lists: [name: Exclude<keyof S, keyof Recorded> & string, ...filters: FilterName[]][]
): Judgement =>
  all(
    ...lists.flatMap(([name]) =>
      listIn(seen, name).map((page) => expectOutcome(page, 'reading-page', `${name}: refused`)),
    ),
    judgeEach(lists, ([name, ...filters]) => expectExactlyFound(listIn(seen, name), filters, seen)),
  );

/** No session has both a reason without a plan and the id of a plan. */
const expectNoneOfBoth = ({boughtByPlan}: Filtered): Judgement =>
  boughtByPlan.situations.includes('reading-page')
    ? expectNone(
        sessionRows(boughtByPlan).filter((row) => !hasBoth(row, boughtByPlan)),
        'row with another reason or value',
        'finds too much: a reason without plans, and a plan',
        boughtByPlan,
      )
    : expectNoServerError(boughtByPlan, 'broken down');

/** Whether a row has the reason and the value that were requested. */
const hasBoth = (row: SessionRow, list: Exchange): boolean => {
  const query = new URL(list.sent.url).searchParams;
  return ['reason_type', 'reason_value'].every((name) => toText(row[name]) === query.get(name));
};

/** The checks of each filter. */
export const filtering: Check[] = [
  ...checksAt(filtered, 'store.reading.reason-value-filters', {
    'of a reason without plans': expectNoneOfBoth,
  }),
  ...checksAt(filtered, 'store.reading.guest-has-no-user', {
    'in lists by each filter': ({byTitle, march, both, byAGuest}) =>
      expectGuestToBeNobody([byTitle, march, both].flat(), byAGuest),
  }),
  ...checksOf(filteredByUser, {
    'store.reading.user-id-filters': (seen) =>
      expectFound(seen, ['byOne', 'user_id of the one'], ['byOther', 'user_id of the other']),
  }),
  ...checksOf(filtered, {
    'store.reading.issue-id-filters': (seen) =>
      expectFound(
        seen,
        ['byTitle', 'issue_id of the title'],
        ['byOtherTitle', 'issue_id of the other title'],
      ),
    'store.reading.reason-type-filters': (seen) =>
      expectFound(seen, ['bought', 'reason bought'], ['subscribed', 'reason subscribed']),
    'store.reading.reason-value-filters': (seen) =>
      expectFound(
        seen,
        ['byPlan', 'reason_value of the subscribed'],
        ['byPlanOfCollections', 'reason_value of collections'],
        ['byOtherPlan', 'reason_value of the other plan'],
      ),
    'store.reading.dates-filter': (seen) =>
      expectFound(
        seen,
        ['march', 'days of march'],
        ['june', 'days of june'],
        ['both', 'days of both'],
        ['neither', 'days of neither'],
      ),
  }),
];
