/** Requests of `HEAD` under the limits: the minute counts them, and no read is left for them either. */

import type {Role} from '../../../spec/step.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isSuccessStatus} from '../../../spec/status.ts';
import {whenHolds} from '../../language/blocked-by.ts';
import {
  check,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectThat, hidden, undecided} from '../../language/judge.ts';
import {isRefusedByLimit, servedCount} from '../../rate-limits/expect-limits.ts';
import {burst, judgeMinutes, sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {firstOf, lastOf} from '../../language/rows.ts';
import type {Handle, Script} from '../../language/script.ts';
import {read} from '../people.ts';
import {leaveReads, leaveReadsAgain, QUOTA_RULES} from './daily-quota.ts';
import {isFromDailyQuota, SIXTY} from './refusals.ts';

/** Lists that need no further feature of the store. */
const LISTS = ['listUsers', 'listAuthSessions', 'listPlans', 'listCollections'] as const;

/** Records one `HEAD` of the list of users. */
const sendHead = (s: Script, as: Role = 'admin'): Handle =>
  s.call('listUsers', {as, method: 'HEAD', query: {query: 'admins'}});

/** Records `HEAD` of several lists with the credential that other pinned requests also use. */
const sendHeadsOfLists = (s: Script): Handle<Exchange[]> =>
  sendPinned(s, (each) => {
    for (const op of LISTS) each.call(op, {method: 'HEAD'});
  });

/** Whether a deployment does not serve `HEAD` (NS-ST-76). */
export const isHeadUnserved = ({status}: Exchange): boolean => [404, 405, 501].includes(status);

/** Nothing can be judged where `HEAD` is not served. */
export const undecidedWithoutHead = (): Judgement =>
  hidden('NS-ST-76', 'refused', 'HEAD is not served here');

/** `HEAD` is not served when no read is left. */
const expectUnserved = (response: Exchange, branch: string): Judgement =>
  expectThat(!isSuccessStatus(response.status), {
    branch,
    expected: `HEAD of ${response.op} to be refused with 429, because no read is left`,
    got: String(response.status),
    at: undefined,
    shownBy: response,
  });

/** Judges only with the refusal of a `GET`: without one, the quota does not work. */
const whenSpent = (get: Exchange, quota: string, judgement: () => Judgement): Judgement =>
  whenHolds(
    isRefusedByLimit(get),
    quota,
    `no read was left, and a GET was answered ${get.status}`,
    judgement,
  );

/** How many reads are left, which as many requests use up. */
const LEFT = 3;

/** As many requests of `HEAD` as reads are left are all served, as they are by GET. */
const eachAsOneRead = check({
  rule: 'store.limits.head-counts-as-read',
  place: 'each as one read',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const gets = (): Handle<Exchange[]> =>
      s.repeat(LEFT, (each) => void read(each), {unpaced: true});
    leaveReads(s, 'admin', 'token', LEFT);
    const before = gets();
    leaveReadsAgain(s, 'admin', 'token', LEFT);
    const heads = s.repeat(LEFT, (each) => void sendHead(each), {unpaced: true});
    leaveReadsAgain(s, 'admin', 'token', LEFT);
    return {before, heads, after: gets()};
  },
  judge: ({before, heads, after}) => {
    if (isHeadUnserved(firstOf(heads))) return undecidedWithoutHead();
    const isQuotaRight = ![...before, ...after].some(isRefusedByLimit);
    return whenHolds(
      isQuotaRight,
      QUOTA_RULES.token,
      'a GET was refused though a read was left',
      () =>
        expectThat(!heads.some(isRefusedByLimit), {
          branch: 'HEAD counts more than once',
          expected: `${LEFT} requests of HEAD to be served when ${LEFT} reads are left`,
          got: `${servedCount(heads)} served`,
          at: undefined,
          shownBy: lastOf(heads),
        }),
    );
  },
});

/** Requests of `HEAD` and `GET` when no read is left. */
const spent = sharedScene({
  id: 'store: HEAD when no read is left',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const served = sendHead(s);
    leaveReads(s, 'admin', 'token', 0);
    // This uses another store, so that neither quota hides the other.
    leaveReads(s, 'second-store', 'store', 0);
    return {
      served,
      get: sendPinned(s, (each) => void read(each)),
      heads: sendHeadsOfLists(s),
      storesGet: read(s, 'second-store'),
      storesHead: sendHead(s, 'second-store'),
    };
  },
});

function expectHeadsRefused({
  served,
  get,
  heads,
  storesGet,
  storesHead,
}: SeenIn<typeof spent>): Judgement {
  if (isHeadUnserved(served)) return undecidedWithoutHead();
  return all(
    whenSpent(firstOf(get), QUOTA_RULES.token, () =>
      all(...heads.map((response) => expectUnserved(response, `HEAD of ${response.op} served`))),
    ),
    whenSpent(storesGet, QUOTA_RULES.store, () =>
      expectUnserved(storesHead, 'HEAD served for the store'),
    ),
  );
}

/** A refusal of `HEAD` tells as that of `GET` when reads are served again; one of the minute need not (NS-ST-73). */
const expectTellsWhen = (head: Exchange, get: Exchange): Judgement =>
  isFromDailyQuota(get) &&
  isRefusedByLimit(head) &&
  Number(head.headers['x-ratelimit-remaining']) > 0
    ? expectThat(head.headers['retry-after'] !== undefined, {
        branch: 'HEAD refused without Retry-After',
        expected: 'Retry-After, as in the refusal of GET',
        got: 'none',
        at: undefined,
        shownBy: head,
      })
    : undecided('HEAD or GET was not refused by a daily quota for certain');

const expectHeadsTellWhen = ({
  get,
  heads,
  storesGet,
  storesHead,
}: SeenIn<typeof spent>): Judgement =>
  all(
    ...heads.map((head) => expectTellsWhen(head, firstOf(get))),
    expectTellsWhen(storesHead, storesGet),
  );

/** The checks of `HEAD` under the minute and the daily quotas (Limits). */
export const headsUnderLimits: Check[] = [
  eachAsOneRead,
  check({
    rule: SIXTY,
    place: 'by HEAD',
    exhausts: true,
    onlyOnTestTargets: true,
    act: (s) => ({sent: burst(s, (each) => void sendHead(each))}),
    judge: ({sent}) => {
      if (isHeadUnserved(firstOf(sent))) return undecidedWithoutHead();
      return sent.some(isFromDailyQuota)
        ? undecided('the reads of the day are used up')
        : judgeMinutes([sent], [sent]);
    },
  }),
  ...checksOf(spent, {
    'store.limits.head-counts-as-read @ when no read is left': expectHeadsRefused,
    'store.limits.quota-refusal-has-retry-after @ by HEAD': expectHeadsTellWhen,
  }),
];
