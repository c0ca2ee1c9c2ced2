import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {expectNone, expectNoServerError, judgeEach} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {createUser} from '../../people.ts';
import {issueOf, listReading, readBy, walkReading} from '../reading-steps.ts';
import {expectNoneTwice, sessionRows} from '../session-rows.ts';
import {toText} from '../../../../spec/json.ts';

/** Numbers of one digit: a filter that compares prefixes also finds longer numbers. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

type Digit = (typeof DIGITS)[number];

/** Records the lists by each digit. */
const listByDigits = (
  s: Script,
  query: (digit: Digit) => Record<string, Val>,
): Record<Digit, Handle> =>
  Object.fromEntries(DIGITS.map((digit) => [digit, listReading(s, query(digit))])) as Record<
    Digit,
    Handle
  >;

/** All rows of a list have the requested number. */
const expectOnly = (list: Exchange, name: string, digit: Digit): Judgement =>
  list.situations.includes('reading-page')
    ? expectNone(
        sessionRows(list).filter((row) => toText(row[name]) !== digit),
        `session with another ${name}`,
        `another value: ${name}`,
        list,
      )
    : expectNoServerError(list, 'broken down');

const expectOnlyInEach =
  (name: string) =>
  (seen: Record<Digit, Exchange>): Judgement =>
    judgeEach(DIGITS, (digit) => expectOnly(seen[digit], name, digit));

const scene = (what: string, query: (digit: Digit) => Record<string, Val>) =>
  sharedScene({
    id: `store: reading sessions by ${what} of one digit`,
    api: 'store',
    onlyOnTestTargets: true,
    act: (s) => {
      // The set-up records a session with a plan.
      const plan = {
        reason_type: 'global_subscription',
        reason_value: s.sample('subscribable_plan'),
      };
      readBy(s, createUser(s).created, issueOf(s), plan);
      return listByDigits(s, query);
    },
  });

const issues = scene('contents', (digit) => ({issue_id: digit}));
const users = scene('users', (digit) => ({user_id: digit}));
const values = scene('plans', (digit) => ({
  reason_type: 'global_subscription',
  reason_value: digit,
}));

/** The most pages of a walk through all sessions. */
const MAX_PAGES = 60;

/** The whole list, to the oldest session. */
const everything = sharedScene({
  id: 'store: every reading session that there is',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [{created}, issue] = [createUser(s), issueOf(s)];
    s.repeat(27, (each) => void readBy(each, created, issue));
    return {pages: walkReading(s, {}, MAX_PAGES)};
  },
});

/** Short numbers, and long lists. */
export const wholeLists: Check[] = [
  ...checksAt(issues, 'store.reading.issue-id-filters', {
    'by numbers of one digit': expectOnlyInEach('issue_id'),
  }),
  ...checksAt(users, 'store.reading.user-id-filters', {
    'by numbers of one digit': expectOnlyInEach('user_id'),
  }),
  ...checksAt(values, 'store.reading.reason-value-filters', {
    'by numbers of one digit': expectOnlyInEach('reason_value'),
  }),
  ...checksAt(everything, 'store.reading.walk-visits-each-once', {
    'of everything': ({pages}) => expectNoneTwice(pages, 'visited twice'),
  }),
];
