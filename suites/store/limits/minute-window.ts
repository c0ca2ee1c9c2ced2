import {at} from '../../../spec/json.ts';
import type {Exchange, Ref, Role} from '../../../spec/step.ts';
import {checksOf, sharedScene, type Check, type Judgement, type SeenIn} from '../../check.ts';
import {all, equal, holds, none, saw, served, spent, when} from '../../judge.ts';
import {
  burst,
  inOrder,
  judgeMinutes,
  judgeServed,
  judgeTogether,
  minutesOf,
  pinned,
  type Deserved,
} from '../../limit-arithmetic.ts';
import {firstOf, lastOf} from '../../rows.ts';
import type {Script} from '../../script.ts';
import {create, idOf, newUser, search, updateOf} from '../people.ts';
import {rowsOf, unchanged} from '../user-rows.ts';
import {LIST, read} from './reads.ts';

/** Requests a minute and token (Limits). */
const LIMIT = 60;

/** How many requests `eachOperation` records. */
const KINDS = 6;

/** Records a request of every operation; none of them creates or changes a user. */
function eachOperation(s: Script, as: Role, path: {id: Ref}): void {
  s.call('createUser', {as, body: {}});
  s.call('updateUser', {as, path, body: {}});
  s.call('deactivateUser', {as, path, query: {anonymize: 'perhaps'}});
  s.call('reactivateUser', {as, path});
  s.call('forceLogout', {as, path: {id: s.fresh('external-id')}});
  read(s, as);
}

const DESERVED: Deserved = {
  listUsers: LIST,
  createUser: ['invalid', 'created'],
  updateUser: ['invalid', 'updated'],
  deactivateUser: ['invalid', 'deactivated'],
  reactivateUser: ['reactivated', 'move-refused', 'user-not-found'],
  forceLogout: ['user-not-found', 'logged-out'],
};

/**
 * Uses up the minutes of one token again and again, and one minute of another token of the store.
 * In between, the other token reads whether the first one's refused writes had an effect.
 */
export const minuteUsedUp = sharedScene({
  id: 'store: minutes used up',
  api: 'store',
  exhausts: true,
  act: (s) => {
    const body = newUser(s);
    const {created} = create(s, {}, {as: 'second-admin'});
    // The refused writes name this user, and no request of the bursts does.
    const bystander = create(s, {}, {as: 'second-admin'});
    const calls = (each: Script): void => eachOperation(each, 'admin', idOf(created));
    const first = burst(s, LIMIT, calls, KINDS);
    const round = pinned(s, calls);
    const during = pinned(s, (each) => {
      each.call('createUser', {body});
      each.call('updateUser', {
        path: idOf(bystander.created),
        body: {...updateOf(bystander.body), admin: true, sessions_limit: 7},
      });
      each.call('deactivateUser', {path: idOf(bystander.created)});
    });
    const found = search(s, body.email, 'second-admin');
    const still = search(s, bystander.body.email, 'second-admin');
    const span = minutesOf(s, LIMIT, calls, (each) => void read(each), KINDS);
    const other = burst(
      s,
      LIMIT,
      (each) => eachOperation(each, 'second-admin', idOf(created)),
      KINDS,
    );
    return {
      created,
      bystander: bystander.created,
      first,
      round,
      during,
      found,
      still,
      ...span,
      other,
      subject: first,
    };
  },
});

type MinutesSeen = SeenIn<typeof minuteUsedUp>;

/** The burst ended with a refusal: without one there is no limit to judge. */
const limitReached = (burstSent: Exchange[]): Judgement =>
  spent(lastOf(burstSent), 'never-refused');

const isRefused = ({status}: Exchange): boolean => status === 429;

/** `X-RateLimit-Remaining` falls by one with each request, from at most the limit to 0. */
function remainingFalls(burstSent: Exchange[]): Judgement {
  const header = 'x-ratelimit-remaining';
  const start = burstSent.slice(0, 5);
  const left = start.map(({headers}) => Number(headers[header]));
  const refused = burstSent.filter(isRefused).flatMap(({headers}) => headers[header] ?? []);
  const steps = start
    .slice(1)
    .map((exchange, i) =>
      equal(left[i + 1], Number(left[i]) - 1, 'not-by-one', exchange, 'X-RateLimit-Remaining'),
    );
  return all(
    ...steps,
    holds(left.every((now) => now <= LIMIT) && refused.every((text) => Number(text) === 0), {
      branch: 'not-what-is-left',
      expected: `X-RateLimit-Remaining to be at most ${LIMIT}, and 0 in a refusal`,
      got: [...left, ...refused].join(', '),
      at: undefined,
    }),
  );
}

/**
 * The deployment's time, in seconds, at the last response: from the creation time of a user whom it
 * created before, else from the `Date` header.
 */
function timeAt(last: Exchange, created: Exchange): number {
  const timestamp = at(created.body, '/data/created_at/timestamp');
  if (typeof timestamp === 'number')
    return timestamp + Math.floor((last.gotAt - created.gotAt) / 1000);
  return Date.parse(last.headers.date ?? '') / 1000;
}

/** `X-RateLimit-Reset` of a refusal is an instant within the next minute. */
function resetIsNear({created, first}: MinutesSeen): Judgement {
  const last = lastOf(first);
  const reset = Number(last.headers['x-ratelimit-reset']);
  const now = timeAt(last, created);
  return all(
    limitReached(first),
    when(
      Number.isFinite(reset) && Number.isFinite(now),
      'the refusal names no instant, or no response shows the time of the deployment',
      () =>
        holds(reset >= now - 5 && reset <= now + 61, {
          branch: 'not-in-the-minute',
          expected: `X-RateLimit-Reset to lie between ${now} and ${now + 60}`,
          got: String(reset),
          at: undefined,
        }),
    ),
  );
}

/** `Retry-After` of a refusal is absent, or has seconds or a date (RFC 9110, 10.2.3). */
function retryAfterIsTime(burstSent: Exchange[]): Judgement {
  const after = lastOf(burstSent).headers['retry-after'];
  const isTime = after === undefined || /^\d+$/.test(after) || Number.isFinite(Date.parse(after));
  return all(
    limitReached(burstSent),
    saw(after === undefined ? 'without Retry-After' : 'with Retry-After'),
    holds(isTime, {
      branch: 'no-time',
      expected: 'Retry-After to be seconds, a date, or absent',
      got: after ?? 'none',
      at: undefined,
    }),
  );
}

/** No response that was served has `X-RateLimit-Reset`. */
function resetIsAbsentBefore(burstSent: Exchange[]): Judgement {
  // The 60th response may say already that nothing is left; a refusal that comes too early is
  // another rule's.
  const before = burstSent.slice(0, LIMIT - 1).filter((exchange) => !isRefused(exchange));
  return all(
    limitReached(burstSent),
    ...before.map(({headers}) =>
      holds(headers['x-ratelimit-reset'] === undefined, {
        branch: 'there-before',
        expected: 'no X-RateLimit-Reset before the refusal',
        got: headers['x-ratelimit-reset'] ?? 'none',
        at: undefined,
      }),
    ),
  );
}

/** 60 requests a minute and token, and the headers of the limit (Limits). */
export const minuteWindow: Check[] = checksOf(minuteUsedUp, {
  'store.limits.sixty-a-minute': (seen) =>
    all(
      judgeServed([...inOrder(seen), seen.other].flat(), DESERVED),
      judgeMinutes(LIMIT, inOrder(seen), [seen.first, seen.second]),
      judgeMinutes(LIMIT, [seen.other], [seen.other]),
    ),
  'store.limits.reads-and-writes-count-together': (seen) =>
    judgeTogether(LIMIT, inOrder(seen), [seen.first, seen.second], [seen.round, seen.roundAgain]),
  'store.limits.counted-per-token': ({first, found}) =>
    all(limitReached(first), served(found, LIST, 'another-token-refused')),
  // Requests that were served after half a minute count in the minute of the request after it.
  'store.limits.minute-passes': ({first, half, passed, second}) => {
    const later = firstOf(half.every(isRefused) ? passed : second);
    return all(limitReached(first), served(later, DESERVED[later.op] ?? [], 'still-refused'));
  },
  'store.limits.refused-has-no-effect': ({bystander, first, during, found, still}) =>
    all(limitReached(first), () =>
      when(
        during.every(isRefused) && !isRefused(found) && !isRefused(still),
        'the window turned before the writes were sent, or another token was refused too',
        () =>
          all(
            () => none(rowsOf(found), 'user of the refused creation', 'user-made', found),
            unchanged(still, bystander),
          ),
      ),
    ),
  'store.limits.minute-refusal-may-have-retry-after': ({first}) => retryAfterIsTime(first),
  'store.limits.remaining-falls-by-one': ({first}) => remainingFalls(first),
  'store.limits.reset-lies-within-the-minute': resetIsNear,
  // All other responses are checked in passing (`x-absent-headers` of the contract).
  'store.limits.reset-is-absent-before': ({first}) => resetIsAbsentBefore(first),
});
