/**
 * Existing sessions of any readers, without a hook that records one. The values of filters are those
 * of the first row, and of the first row with a plan.
 */

import {DAY_MS} from '../../../spec/durations.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {
  all,
  expectOutcome,
  expectNone,
  notExercised,
  when,
  judgeEach,
  nothing,
} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {dayAfter} from '../../language/sent-values.ts';
import {instantOf} from '../../values/datetimes.ts';
import {createUser} from '../people.ts';
import {issueOf, listSomeReading, readBy, recordReading} from './reading-steps.ts';
import {expectGuest} from './guests.ts';
import {isLast, expectNoneTwice, sessionRows, uuidsOn, type SessionRow} from './session-rows.ts';
import {expectUrlsFit} from './pages/page-links.ts';
import {whenSome, expectOnly, firstRow, NO_ROWS, judgeEachRow} from './existing-rows.ts';

/** Days on each side of the beginning of the first row: edges and zones are open (NS-ST-25). */
const AROUND = 3;

/** Records sessions of every kind that the checks look for, where a hook can: nobody may have read before. */
function recordSomeReading(s: Script): void {
  if (!s.offers('control:record-reading') || !s.offers('sample:content_product')) return;
  const issue = issueOf(s);
  const plan = {reason_type: 'global_subscription', reason_value: s.sample('subscribable_plan')};
  const {created} = createUser(s);
  recordReading(s, issue);
  readBy(s, created, issue, {access_mode: 'offline', client_type: 'app'});
  if (s.offers('sample:subscribable_plan')) readBy(s, created, issue, plan);
  readBy(s, created, issue);
}

const existing = sharedScene({
  id: 'store: the reading sessions that there are',
  act: (s) => {
    recordSomeReading(s);
    const plain = listSomeReading(s);
    const list = (query: Record<string, Val>): Handle =>
      s.call('listReadingSessions', {query, optional: true});
    const of = (name: string): Val => plain.at(`/data/0/${name}`);
    const second = list({cursor: plain.at('/next_cursor')});
    const subscribed = list({reason_type: 'global_subscription'});
    return {
      plain,
      second,
      back: list({cursor: second.at('/prev_cursor')}),
      larger: list({per_page: 100}),
      byIssue: list({issue_id: of('issue_id')}),
      byUser: list({user_id: of('user_id')}),
      byNextUser: list({user_id: plain.at('/data/1/user_id')}),
      byReason: list({reason_type: of('reason_type')}),
      byBoth: list({issue_id: of('issue_id'), reason_type: of('reason_type')}),
      subscribed,
      byPlan: list({
        reason_type: 'global_subscription',
        reason_value: subscribed.at('/data/0/reason_value'),
      }),
      around: list({
        from_date: dayAfter(of('started_at'), -AROUND),
        to_date: dayAfter(of('started_at'), AROUND),
      }),
      longAgo: list({from_date: '1990-01-01', to_date: '1990-12-31'}),
    };
  },
});

const DAYS = ['from_date', 'to_date'];

const OF_PLANS: unknown[] = ['subscription_with_collections', 'global_subscription'];

/** Whether a page has a cursor to the previous page: a list may only lead forwards. */
const leadsBack = ({body}: Exchange): boolean =>
  (body as {prev_cursor?: unknown}).prev_cursor != null;

/** The pages that were requested. */
const sent = (...pages: (Exchange | undefined)[]): Exchange[] =>
  pages.filter((page) => page?.situations.includes('reading-page')) as Exchange[];

/** Whether a session was certainly processed before it began, whatever the clocks and zones. */
const isProcessedBefore = ({started_at: started, processed_at: processed}: SessionRow): boolean =>
  instantOf(processed) < instantOf(started) - DAY_MS;

type Seen = SeenIn<typeof existing>;

/** A list by what the first row of another list shows has only rows that fit, and this one. */
const expectFiltered = (from: Exchange, list: Exchange | undefined, ...names: string[]) =>
  whenSome(from, list, (one) => expectOnly(one, firstRow(from), ...names));

/** The judgements about the existing sessions, by rule. */
const OF_EXISTING: Record<string, (seen: Seen) => Judgement> = {
  'issue-id-filters': ({plain, byIssue}) => expectFiltered(plain, byIssue, 'issue_id'),
  'user-id-filters': ({plain, byUser, byNextUser}) =>
    firstRow(plain)?.user_id === null
      ? whenSome(plain, byNextUser, (list) => expectOnly(list, sessionRows(plain)[1], 'user_id'))
      : expectFiltered(plain, byUser, 'user_id'),
  'reason-type-filters': ({plain, byReason, subscribed}) =>
    all(expectFiltered(plain, byReason, 'reason_type'), () =>
      expectOnly(subscribed, undefined, 'reason_type'),
    ),
  'reason-value-filters': ({subscribed, byPlan}) =>
    expectFiltered(subscribed, byPlan, 'reason_type', 'reason_value'),
  'filters-find-what-all-find': ({plain, byBoth}) =>
    expectFiltered(plain, byBoth, 'issue_id', 'reason_type'),
  'dates-filter': ({plain, around, longAgo}) =>
    all(
      // A datetime that does not begin with a day gives no period.
      around ? expectFiltered(plain, around, ...DAYS) : nothing(),
      () => whenSome(plain, longAgo, (list) => expectOnly(list, undefined, ...DAYS)),
    ),
  'cursor-leads-to-the-next-page': ({plain, second}) =>
    second && !isLast(plain)
      ? all(expectOutcome(second, 'reading-page', 'refused'), () =>
          expectNoneTwice([plain, second], 'pages-overlap'),
        )
      : notExercised('the sessions from before the run do not fill a page'),
  'prev-cursor-leads-back': ({plain, second, back}) =>
    second && back && !isLast(plain) && leadsBack(second)
      ? all(expectOutcome(back, 'reading-page', 'refused'), () =>
          expectNone(
            uuidsOn(back).filter((uuid) => uuidsOn(second).includes(uuid)),
            'session of the page that it leads back from',
            'no way back',
            back,
          ),
        )
      : notExercised('the sessions from before the run do not fill a page'),
  'page-urls-lead-where-the-cursors-do': ({plain, second, back}) =>
    judgeEach(sent(plain, second, back), (page) => expectUrlsFit(page)),
  'uuid-is-unique': ({plain}) =>
    firstRow(plain) ? expectNoneTwice(plain, 'one uuid for two sessions') : notExercised(NO_ROWS),
  'guest-has-no-user': ({plain, second, ...lists}) =>
    judgeEachRow(
      sent(plain, second, ...Object.values(lists)),
      ({user_id: user}) => user === null,
      expectGuest,
      'no guest has read: the hook `record-reading` records the session of one',
    ),
  'reason-value-is-the-plan': ({plain, second, subscribed}) =>
    judgeEachRow(
      sent(plain, second, subscribed),
      ({reason_type: type}) => OF_PLANS.includes(type),
      ({reason_value: value}, page) =>
        expectNone(
          Number.isInteger(value) ? [] : [value],
          'session of a subscription without the id of the plan',
          'no plan',
          page,
        ),
      'no subscriber has read: the hook `record-reading` records the session of one',
    ),
  'offline-is-processed-later': ({plain, second}) =>
    judgeEachRow(
      sent(plain, second),
      ({access_mode: mode, processed_at: processed}) => mode === 'offline' && processed !== null,
      (row, page) =>
        expectNone(
          isProcessedBefore(row) ? [row] : [],
          'offline session that was processed days before it began',
          'processed before',
          page,
        ),
      'nobody has read offline: the hook `record-reading` records such a session',
    ),
};

/** The checks of existing sessions. */
export const existingSessions: Check[] = [
  ...Object.entries(OF_EXISTING).flatMap(([rule, judge]) =>
    checksOf(existing, {[`store.reading.${rule} @ of the sessions that there are`]: judge}),
  ),
  ...checksOf(existing, {
    'store.reading.page-holds-at-most-25 @ though more are requested': ({plain, larger}) =>
      when(larger?.situations.includes('reading-page') === true, 'refused with `per_page`', () =>
        !isLast(plain)
          ? expectNone(uuidsOn(larger).slice(25), 'row after the 25th', 'more rows', larger)
          : notExercised('the sessions from before the run do not fill a page'),
      ),
  }),
];
