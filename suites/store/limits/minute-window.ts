import type {Exchange} from '../../../spec/exchange.ts';
import type {Ref} from '../../../spec/value.ts';
import type {Role} from '../../../spec/step.ts';
import {isServerError} from '../../../spec/status.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {all, expectNone, undecided, when, judgeEach, nothing} from '../../language/judge.ts';
import {
  isRefusedByLimit,
  expectNotRateLimited,
  expectServed,
} from '../../rate-limits/expect-limits.ts';
import {
  burst,
  inOrder,
  judgeMinutes,
  judgeServed,
  judgeTogether,
  recordMinutes,
  sendPinned,
  type ExpectedSituations,
} from '../../rate-limits/limit-arithmetic.ts';
import {MAX_REQUESTS_A_MINUTE} from '../../rate-limits/limit-kinds.ts';
import {firstOf, lastOf} from '../../language/rows.ts';
import type {Script} from '../../language/script.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {createUser, idOf, newUser, read, search, updateOf} from '../people.ts';
import {rowsOf, expectUserUnchanged} from '../user-rows.ts';
import {
  expectRemainingFalls,
  expectRemainingOfTheToken,
  expectRemainingUsedUp,
  expectRemainingWhileServed,
  expectNoResetBefore,
  expectResetsNear,
  expectRetryAfterIsTime,
} from './minute-headers.ts';
import {LIST} from './reads.ts';
import {isFromDailyQuota, SIXTY, whenLimited} from './refusals.ts';

/** How many requests `callEachOperation` records. */
const KINDS = 6;

/** Records a request of every operation; none of them creates or changes a user. */
const callEachOperation =
  (as: Role, path: {id: Ref}) =>
  (s: Script): void => {
    s.call('createUser', {as, body: {}});
    s.call('updateUser', {as, path, body: {}});
    s.call('deactivateUser', {as, path, query: {anonymize: 'perhaps'}});
    s.call('reactivateUser', {as, path});
    s.call('forceLogout', {as, path: {id: s.fresh('external-id')}});
    read(s, as);
  };

const EXPECTED: ExpectedSituations = {
  listUsers: LIST,
  createUser: ['invalid', 'created'],
  updateUser: ['invalid', 'updated'],
  deactivateUser: ['invalid', 'deactivated'],
  reactivateUser: ['reactivated', 'move-refused', 'user-not-found'],
  forceLogout: ['user-not-found', 'logged-out'],
};

type UserBody = ReturnType<typeof newUser>;

/** Records writes that change the user at `path`, and one that creates a user. */
const writeUsers =
  (path: {id: Ref}, changed: UserBody, created: UserBody) =>
  (s: Script): void => {
    s.call('createUser', {body: created});
    s.call('updateUser', {path, body: {...updateOf(changed), admin: true, sessions_limit: 7}});
    s.call('deactivateUser', {path});
  };

/**
 * Uses up several minutes of one token, and one minute of another token of the store. In between,
 * the other token reads whether the refused writes of the first one had an effect.
 */
export const minuteUsedUp = sharedScene({
  id: 'store: minutes used up',
  exhausts: true,
  act: (s) => {
    const newcomer = newUser(s);
    const {created} = createUser(s, {}, {as: 'second-admin'});
    // The refused writes are about this user, and no request of the bursts is.
    const bystander = createUser(s, {}, {as: 'second-admin'});
    const callEach = callEachOperation('admin', idOf(created));
    const callOne = (each: Script): void => void read(each);
    const first = burst(s, callEach, KINDS);
    // If kinds of requests are counted separately, the burst may not have used up any of them.
    const alone = s.repeat(MAX_REQUESTS_A_MINUTE + 2, callOne, {
      until: {status: [429]},
      unpaced: true,
    });
    const round = sendPinned(s, callEach);
    // Writes that the limit refuses. The other token searches for their users, to see whether they had an effect.
    const during = sendPinned(s, writeUsers(idOf(bystander.created), bystander.body, newcomer));
    const found = search(s, newcomer.email, 'second-admin');
    const still = search(s, bystander.body.email, 'second-admin');
    const minutes = recordMinutes(s, {callEach, kinds: KINDS, callOne});
    const other = burst(s, callEachOperation('second-admin', idOf(created)), KINDS);
    return {
      created,
      bystander: bystander.created,
      first,
      alone,
      round,
      during,
      found,
      still,
      ...minutes,
      other,
      subject: first,
    };
  },
});

const TOGETHER = 'store.limits.reads-and-writes-count-together';
const MINUTE_PASSES = 'store.limits.minute-passes';

type MinutesSeen = SeenIn<typeof minuteUsedUp>;

/** All requests of the first token, in the order in which they were sent. */
const sentInOrder = ({alone, round, ...others}: MinutesSeen): Exchange[][] =>
  inOrder({...others, round: [...alone, ...round]});

const allOfBothTokens = (seen: MinutesSeen): Exchange[] =>
  [...sentInOrder(seen), seen.other].flat();

/** The response to each operation in the first round of a burst. */
const firstRound = (burstSent: Exchange[]): Exchange[] => burstSent.slice(0, KINDS);

/** Whether a response equals that to the same request before, so that no limit refused it. */
const isAsBefore = (response: Exchange, before: Exchange[]): boolean =>
  before.some(({op, status}) => op === response.op && status === response.status);

/**
 * Responses that may be refusals by a limit: they differ from earlier responses to the same
 * requests. Server errors are excluded.
 */
const unlike = (before: Exchange[], responses: Exchange[]): Exchange[] =>
  responses.filter((response) => response.status < 500 && !isAsBefore(response, before));

/**
 * A request is served, or answered as before: the limit does not refuse it in any form.
 * @param before responses that the limit certainly did not refuse
 */
function expectServedAgain(response: Exchange, before: Exchange[], branch: string): Judgement {
  if (isServerError(response.status))
    return undecided(`${response.op} was answered ${response.status}`);
  if (!isRefusedByLimit(response) && isAsBefore(response, before))
    return expectNotRateLimited(response, branch);
  return expectServed(response, EXPECTED[response.op] ?? [], branch);
}

/** Whether a judgement has seen something, and no violation. */
const isPassed = ({violations, witnesses, inconclusive}: Judgement): boolean =>
  witnesses.length > 0 && violations.length === 0 && inconclusive === undefined;

/**
 * Whether the minute limit refused, whatever the refusals say about the time to wait: sixty were served before, and the
 * token was served again after a minute.
 */
const isOfTheMinute = (seen: MinutesSeen): boolean =>
  [expectSixtyServed, expectServedAfterTheMinute].every((judge) => isPassed(judge(seen)));

/** Judges the minute of one credential, unless a daily quota refused some of its requests. */
const whenNoDailyQuota =
  (judge: (seen: MinutesSeen) => Judgement) =>
  (seen: MinutesSeen): Judgement => {
    const ofTheDay = allOfBothTokens(seen).find(isFromDailyQuota);
    if (!ofTheDay || isOfTheMinute(seen)) return judge(seen);
    return undecided(`${ofTheDay.op} was refused for a daily quota, as its headers say`);
  };

/**
 * Whether kinds are counted separately: the burst of all kinds was not refused, but requests of one
 * kind were.
 */
const areCountedApart = ({first, alone}: MinutesSeen): boolean =>
  !isRefusedByLimit(lastOf(first)) && isRefusedByLimit(lastOf(alone));

/**
 * The request that shows that the minute of the first burst is over. Requests that were served after half a
 * minute are counted in the minute of `passed`.
 */
const afterTheMinute = ({half, passed, second}: MinutesSeen): Exchange =>
  firstOf(half.every(isRefusedByLimit) ? passed : second);

/** Whether the first burst reached the limit and is still counted after the minute. */
const outlastsTheMinute = (seen: MinutesSeen): boolean =>
  isRefusedByLimit(afterTheMinute(seen)) &&
  judgeMinutes([seen.first], [seen.first]).witnesses.length > 0;

function expectSixtyServed(seen: MinutesSeen): Judgement {
  if (areCountedApart(seen))
    return blockedBy(TOGETHER, 'requests of one kind have a separate limit');
  if (outlastsTheMinute(seen))
    return blockedBy(MINUTE_PASSES, 'the sixty of one minute still count in the next');
  return all(
    judgeServed(unlike(firstRound(seen.first), allOfBothTokens(seen)), EXPECTED),
    judgeMinutes(sentInOrder(seen), [seen.first, seen.second]),
    // If the minute of the first token also counts for another token, the rule `counted-per-token`
    // is broken.
    isRefusedByLimit(seen.found) ? nothing() : judgeMinutes([seen.other], [seen.other]),
  );
}

const expectCountedTogether = (seen: MinutesSeen): Judgement =>
  whenLimited([...seen.first, ...seen.alone], () =>
    judgeTogether(sentInOrder(seen), [seen.first, seen.second], [seen.round, seen.roundAgain]),
  );

/** Another token of the store is served like the first one, and has as many requests left as before. */
function expectOtherServed(seen: MinutesSeen): Judgement {
  const {first, bystander, found, still, other} = seen;
  return whenLimited(first, () =>
    all(
      expectServedAgain(found, firstRound(first), 'another-token-refused'),
      judgeEach([found, still], (after) => expectRemainingOfTheToken(bystander, after)),
      () => expectRemainingWhileServed(other, first),
    ),
  );
}

const expectServedAfterTheMinute = (seen: MinutesSeen): Judgement =>
  whenLimited(seen.first, () =>
    expectServedAgain(afterTheMinute(seen), firstRound(seen.first), 'still-refused'),
  );

/** The refused writes created no user and changed none. */
function expectRefusedWithoutEffect(seen: MinutesSeen): Judgement {
  const {bystander, first, during, found, still} = seen;
  const areBothSearched = ![found, still].some(isRefusedByLimit);
  return whenLimited(first, () =>
    when(
      during.every(isRefusedByLimit) && areBothSearched,
      'the window turned before the writes were sent, or another token was refused too',
      () =>
        all(
          () => expectNone(rowsOf(found), 'user of the refused creation', 'user-made', found),
          expectUserUnchanged(still, bystander),
        ),
    ),
  );
}

/** Responses before time passes, whose times can be compared with that of the creation. */
const atOnce = ({first, round, during}: MinutesSeen): Exchange[] => [...first, ...round, ...during];

/** 60 requests a minute and token, and the headers of the limit (Limits). */
export const minuteWindow: Check[] = checksOf(minuteUsedUp, {
  [SIXTY]: whenNoDailyQuota(expectSixtyServed),
  [TOGETHER]: whenNoDailyQuota(expectCountedTogether),
  'store.limits.counted-per-token': whenNoDailyQuota(expectOtherServed),
  [MINUTE_PASSES]: whenNoDailyQuota(expectServedAfterTheMinute),
  'store.limits.refused-has-no-effect': expectRefusedWithoutEffect,
  'store.limits.minute-refusal-may-have-retry-after': whenNoDailyQuota((seen) =>
    whenLimited(seen.first, () => expectRetryAfterIsTime(atOnce(seen))),
  ),
  'store.limits.remaining-falls': whenNoDailyQuota(({first}) =>
    whenLimited(first, () => expectRemainingUsedUp(first)),
  ),
  'store.limits.remaining-falls-by-one': ({first}) =>
    expectRemainingFalls(first, MAX_REQUESTS_A_MINUTE),
  'store.limits.reset-lies-within-the-minute': whenNoDailyQuota((seen) =>
    whenLimited(seen.first, () => expectResetsNear(atOnce(seen), seen.created)),
  ),
  // All other responses are checked passively (`x-absent-headers` of the contract).
  'store.limits.reset-is-absent-before': ({first}) =>
    whenLimited(first, () => expectNoResetBefore(first, MAX_REQUESTS_A_MINUTE)),
});
