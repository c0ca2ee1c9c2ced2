/** Lists by each value of a parameter, and the whole list. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, judgeEach, when} from '../../../language/judge.ts';
import {hasSituation} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {pageOf} from '../../../tables/pages-seen.ts';
import {createUser} from '../../people.ts';
import {NO_PLAN_REASONS} from '../any-reading.ts';
import {issueOf, listReading, listUntilShown, readBy, walkReading} from '../reading-steps.ts';
import {expectNoneTwice, uuidIn} from '../session-rows.ts';
import {expectOnlyFitting, expectOnlyFittingIfServed} from './fitting-rows.ts';

type Query = Record<string, Val>;

/** Records the list by each value. */
const listByEach = (
  s: Script,
  values: readonly string[],
  query: (value: string) => Query,
  prefix = '',
): Record<string, Handle> =>
  Object.fromEntries(values.map((value) => [`${prefix}${value}`, listReading(s, query(value))]));

const isServed = hasSituation('reading-page');

/** Numbers of one digit: a filter that compares prefixes also finds longer numbers. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

const OF_PLANS = {reason_type: 'global_subscription'};

/** The check of the lists by every number of one digit. */
const byDigits = (name: string, what: string, beside: Query = {}): Check[] =>
  checksOf(
    sharedScene({
      id: `store: reading sessions by ${what} of one digit`,
      onlyOnTestTargets: true,
      act: (s) => {
        const plan = {...OF_PLANS, reason_value: s.sample('subscribable_plan')};
        readBy(s, createUser(s).created, issueOf(s), plan);
        return listByEach(s, DIGITS, (digit) => ({...beside, [name]: digit}));
      },
    }),
    {
      [`store.reading.${name.replace('_', '-')}-filters @ by numbers of one digit`]: (seen) =>
        judgeEach(Object.values(seen as Record<string, Exchange>), expectOnlyFittingIfServed),
    },
  );

const sessionOf = (reason: string): string => `session ${reason}`;

/** The list by each reason alone: the names of some reasons contain those of others. */
const everyReason: Check = check({
  rule: 'store.reading.reason-type-filters',
  place: 'each reason alone',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const sessions = NO_PLAN_REASONS.map((reason): [string, Handle] => [
      sessionOf(reason),
      readBy(s, created, issue, {reason_type: reason}),
    ]);
    const last = sessions.at(-1)?.[1];
    if (last) listUntilShown(s, created, last);
    const lists = listByEach(s, NO_PLAN_REASONS, (reason) => ({reason_type: reason}));
    return {...Object.fromEntries(sessions), ...lists};
  },
  judge: (seen: Record<string, Exchange>) =>
    judgeEach(NO_PLAN_REASONS, (reason) => {
      const list = pageOf(seen, reason);
      const row = {uuid: uuidIn(pageOf(seen, sessionOf(reason))), reason_type: reason};
      return all(expectOutcome(list, 'reading-page', `refused: ${reason}`), () =>
        expectOnlyFitting(list, [row]),
      );
    }),
});

/** Days that a validation may take for none, although they are in the form YYYY-MM-DD. */
const DAYS = [
  '2000-02-29',
  '2016-02-29',
  '2019-02-28',
  '2019-01-31',
  '2019-04-30',
  '2019-08-09',
  '2018-12-31',
  '2019-01-01',
];

/** Days that no validation refuses. */
const PLAIN = {from_date: '1999-05-14', to_date: '2020-05-15'};

/** Any day may begin or end a period. */
const anyDay: Check = check({
  rule: 'store.reading.dates-filter',
  place: 'with any day',
  onlyOnTestTargets: true,
  act: (s): Record<string, Handle> => ({
    plain: listReading(s, PLAIN),
    ...listByEach(s, DAYS, (day) => ({...PLAIN, from_date: day}), 'from_date '),
    ...listByEach(s, DAYS, (day) => ({...PLAIN, to_date: day}), 'to_date '),
  }),
  judge: ({plain, ...lists}: Record<string, Exchange>): Judgement =>
    when(plain !== undefined && isServed(plain), 'no list of a period is served', () =>
      judgeEach(Object.entries(lists), ([name, list]) =>
        expectOutcome(list, 'reading-page', `refused: ${name}`),
      ),
    ),
});

/** The most pages of a walk through all sessions. */
const MAX_PAGES = 60;

/** The whole list, to the oldest session. */
const wholeList: Check = check({
  rule: 'store.reading.walk-visits-each-once',
  place: 'of everything',
  onlyOnTestTargets: true,
  act: (s) => {
    const [{created}, issue] = [createUser(s), issueOf(s)];
    s.repeat(27, (each) => void readBy(each, created, issue));
    return {pages: walkReading(s, {}, MAX_PAGES)};
  },
  judge: ({pages}) => expectNoneTwice(pages, 'visited twice'),
});

/** Lists by short numbers, by each reason and by any day. */
export const eachValue: Check[] = [everyReason, anyDay];

/** Long lists: these are read last. */
export const wholeLists: Check[] = [
  ...byDigits('issue_id', 'contents'),
  ...byDigits('user_id', 'users'),
  ...byDigits('reason_value', 'plans', OF_PLANS),
  wholeList,
];
