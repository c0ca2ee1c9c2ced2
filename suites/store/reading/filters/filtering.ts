/** The list of reading sessions by each filter alone, and by several (Reading sessions, Read). */

import {READING_COUNTERS} from '../../../../spec/reading-counters.ts';
import {checksOf, type Check, type Judgement} from '../../../language/check.ts';
import {expectEqual, judgeEach, nothing} from '../../../language/judge.ts';
import {checksOfLists, checksOfTwo, judgeEachShown} from '../../../tables/filtered-lists.ts';
import {fewestSets, setsOf, tellingSets, type FilterSet} from '../../../tables/filters.ts';
import {pageOf, type PagesSeen} from '../../../tables/pages-seen.ts';
import {expectGuest} from '../guests.ts';
import {sessionList} from '../read-sessions.ts';
import {listReading} from '../reading-steps.ts';
import {argumentOf} from '../session-rows.ts';
import {expectOnlyFittingIfServed} from './fitting-rows.ts';

const TOGETHER = 'store.reading.filters-find-what-all-find';

/** The lists that decide the rule about each filter. */
const EACH: Record<string, FilterSet[]> = {
  'store.reading.issue-id-filters': [['issue_id of the title'], ['issue_id of the other title']],
  'store.reading.reason-type-filters': [['reason bought'], ['reason subscribed']],
  'store.reading.reason-value-filters': [
    ['reason_value of the subscribed'],
    ['reason_value of collections'],
    ['reason_value of the other plan'],
  ],
  'store.reading.dates-filter': [
    ['days of march'],
    ['days of june'],
    ['days of both'],
    ['days of neither'],
  ],
};

const filtered = checksOfLists(
  sessionList,
  {
    id: 'store: the list of reading sessions by each filter',
    act: (s, {plan}) => ({
      boughtByPlan: listReading(s, {reason_type: 'bought_issue', reason_value: plan}),
    }),
  },
  EACH,
);

/** The list by user, which shows the content ids for other filters. */
const filteredByUser = checksOfLists(
  sessionList,
  {id: 'store: the list of reading sessions by user'},
  {'store.reading.user-id-filters': [['user_id of the one'], ['user_id of the other']]},
);

/** Filters that show whether one of them is ignored: any three, and the fewest by four. */
const MANY = [
  ...tellingSets(sessionList, setsOf(sessionList, 3)),
  ...fewestSets(sessionList, setsOf(sessionList, 4)),
];

const filteredByMany = checksOfLists(
  sessionList,
  {id: 'store: the list of reading sessions by many filters', onlyOnTestTargets: true},
  {[`${TOGETHER} @ three and four at once`]: MANY},
);

/** The lists that show the session of a guest show no user for it. */
const expectGuestToBeNobody = (sets: readonly FilterSet[], seen: PagesSeen): Judgement =>
  judgeEachShown(sessionList, sets, seen, ({row, page, facts}) =>
    facts.reader === 'guest' ? expectGuest(row, page) : nothing(),
  );

/** The lists by many filters show what was recorded of a session. */
const expectAsRecorded =
  (names: readonly string[]) =>
  (seen: PagesSeen): Judgement =>
    judgeEachShown(sessionList, MANY, seen, ({row, page, made}) =>
      judgeEach(names, (name) =>
        expectEqual(
          row[name],
          argumentOf(made, name),
          `another ${name}`,
          page,
          `\`${name}\` of the session`,
        ),
      ),
    );

/** The list by each filter, and by several. */
export const filtering: Check[] = [
  ...filtered.checks,
  ...filteredByUser.checks,
  ...checksOfTwo(sessionList, {rule: TOGETHER, what: 'store: the list of reading sessions'}),
  ...filteredByMany.checks,
  ...checksOf(filtered.scene, {
    // No session has both a reason without a plan and the id of a plan.
    'store.reading.reason-value-filters @ of a reason without plans': (seen) =>
      expectOnlyFittingIfServed(pageOf(seen, 'boughtByPlan')),
    'store.reading.guest-has-no-user @ in lists by each filter': (seen) =>
      expectGuestToBeNobody(Object.values(EACH).flat(), seen),
  }),
  ...checksOf(filteredByMany.scene, {
    'store.reading.guest-has-no-user @ in lists by many filters': (seen) =>
      expectGuestToBeNobody(MANY, seen),
    'store.reading.counters-are-those-of-the-session @ whatever the filters':
      expectAsRecorded(READING_COUNTERS),
    'store.reading.shows-how-it-was-read @ whatever the filters': expectAsRecorded([
      'access_mode',
      'client_type',
      'device_os',
    ]),
  }),
];
