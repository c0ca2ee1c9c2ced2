/** What is given anew for each cycle or day, over several of them (Limits). */

import {isDeepStrictEqual} from 'node:util';
import {DAY_MS} from '../../spec/durations.ts';
import type {Exchange} from '../../spec/exchange.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import {check, type Check, type Judgement} from '../language/check.ts';
import {groupIn, inGroups} from '../language/groups.ts';
import {all, expectOutcome, judgeEach, nothing, notApplicable} from '../language/judge.ts';
import {minutes, seconds, type Handle, type Script} from '../language/script.ts';
import {expectSpentAfter} from './at-turns.ts';
import {
  expectLeft,
  expectLeftAmong,
  leftIn,
  noFreePlace,
  readAccount,
  register,
  reserveAndUpload,
  turnCycle,
} from './publishing.ts';
import {isAccepted, isDailyLimit, publishWithFile, readRun, start} from './running.ts';

/** As many cycles or days, one after the other. */
const TIMES = ['second', 'third', 'fourth', 'fifth'] as const;

/** Records the same several times, in groups. */
const timesOf = <T extends Record<string, Handle>>(act: () => T) =>
  inGroups(Object.fromEntries(TIMES.map((name) => [name, act()])));

/** What the groups saw. */
const eachIn = <T>(seen: object): T[] => TIMES.map((name) => groupIn(seen, name) as T);

type Cycle<T = Exchange> = Record<'left' | 'registered' | 'after', T>;

/** Records the turn of a cycle, and a registration between two reads of the allowance. */
function spendOneOfTheNext(s: Script): Cycle<Handle> {
  turnCycle(s);
  const left = readAccount(s);
  const registered = register(s, reserveAndUpload(s));
  return {left, registered, after: readAccount(s)};
}

/** A month begins with the whole allowance or with what was left of it, and a registration spends one. */
function expectMonth({left: read, registered, after}: Cycle, begins: number[]): Judgement {
  const left = leftIn(read);
  return all(expectLeftAmong(read, begins, 'another allowance in a later cycle'), () =>
    left === 0
      ? nothing()
      : all(
          expectOutcome(registered, 'registered', 'refused at the beginning of a later cycle'),
          expectLeft(after, left - 1, 'not one less in a later cycle'),
        ),
  );
}

/**
 * Every cycle begins with the same allowance. How long a cycle is stays open (NS-WS-44), so that a month may begin with
 * what was left. Where no place was left at first, and the second and the third month both began with the allowance, two
 * renewals lie less than 64 days apart: of two later months, one begins with it, too.
 */
function expectEachRenewed([second, third, ...later]: Cycle[]): Judgement {
  const allowance = second && leftIn(second.left);
  if (!allowance || !third || leftIn(third.left) !== allowance)
    return notApplicable('the allowance was not renewed twice in two months');
  if (!later.every(({left}) => hasPlan(left, third.left.body.plan)))
    return notApplicable('the plan or the credential ended within five months');
  const months = [third, ...later];
  const last = months.at(-1)?.left ?? third.left;
  const renewed = later.find(({left}) => leftIn(left) === allowance)?.left;
  return all(
    judgeEach(months, (month, index) =>
      expectMonth(month, [allowance, leftIn((months[index - 1] ?? second).after)]),
    ),
    () => expectLeft(renewed ?? last, allowance, 'not renewed in a later cycle'),
  );
}

/** Whether the account is read, and shows a plan. */
const hasPlan = ({status, body}: Exchange, plan: unknown): boolean =>
  isSuccessStatus(status) && isDeepStrictEqual(body?.plan, plan);

type Day<T = Exchange> = Record<'last' | 'over' | 'ended' | 'early' | 'free', T>;

/** Records the last run of a day, starts at the ceiling and shortly before that run is a day old, and one after it. */
function spendDay(s: Script, registrations: Handle[]): Day<Handle> {
  const on = (index: number): Handle => start(s, registrations[index] as Handle, 'metered_tool');
  s.control('leave-runs', {role: 'full', runs: 1});
  const [last, over] = [on(0), on(1)];
  s.advance(DAY_MS - minutes(5));
  const ended = readRun(s, last);
  const early = on(2);
  s.advance(minutes(5) + seconds(10));
  return {last, over, ended, early, free: on(3)};
}

/**
 * On each day the ceiling is reached with the last run, and open again when that run is a day old. It is open whether a
 * run that did not succeed is counted (NS-WS-42).
 */
const expectEachDay = (days: Day[]): Judgement =>
  days.every(({last, ended}) => isAccepted(last) && ended.body?.state === 'succeeded') &&
  days.some(({over}) => isDailyLimit(over))
    ? judgeEach(days, ({over, early, free}) =>
        all(
          expectOutcome(over, 'daily-limit', 'past the ceiling of a later day'),
          expectOutcome(early, 'daily-limit', 'free before the end of a later day'),
          expectOutcome(free, 'accepted', 'not free after a later day'),
        ),
      )
    : notApplicable('the hook did not leave one run on each day');

/** The checks of one cycle after another. */
export const cycleAfterCycle: Check[] = [
  check({
    rule: 'workspace.uploads.allowance-renews-with-the-cycle',
    place: 'cycle after cycle',
    onlyOnTestTargets: true,
    given: noFreePlace,
    act: (s) => timesOf(() => spendOneOfTheNext(s)),
    judge: (seen) => expectEachRenewed(eachIn<Cycle>(seen)),
  }),
  check({
    rule: 'workspace.uploads.registration-spends-one',
    place: 'reserved in the cycle before',
    onlyOnTestTargets: true,
    act: (s) => {
      const landed = reserveAndUpload(s);
      turnCycle(s);
      const left = readAccount(s);
      return {left, registered: register(s, landed), leftAfter: readAccount(s)};
    },
    judge: expectSpentAfter,
  }),
  check({
    rule: 'workspace.runs.ceiling-rolls',
    place: 'day after day',
    onlyOnTestTargets: true,
    act: (s) => {
      const registrations = Array.from({length: 4}, () => publishWithFile(s));
      s.advance(DAY_MS + minutes(1));
      return timesOf(() => spendDay(s, registrations));
    },
    judge: (seen) => expectEachDay(eachIn<Day>(seen)),
  }),
];
