import {describe, expect, test} from 'vitest';
import type {Verdict, Violation} from '../../../spec/run-record.ts';
import type {Check} from '../../language/check.ts';
import {RenewalsSeen} from '../judge/renewed-allowance.ts';
import {acrossAttempts, isUnconfirmed} from './across-attempts.ts';
import type {CheckAttempt} from './check-attempt.ts';

const violation: Violation = {branch: 'b', expected: 'a refusal', got: '201', step: 's1'};

const attemptWith = (verdict: Verdict, more: Partial<CheckAttempt> = {}): CheckAttempt => {
  const violations = verdict === 'failed' ? [violation] : [];
  const reason = verdict === 'inconclusive' ? {reason: 'retry'} : {};
  const witnesses = verdict === 'passed' ? [{of: 'b', saw: '422'}] : [];
  return {
    check: {} as Check,
    verdict: {place: 'p', verdict, violations, witnesses, ...reason},
    reused: false,
    notFromReuse: violations,
    ...more,
  };
};
const reusing = (verdict: Verdict, notFromReuse: Violation[]): CheckAttempt =>
  attemptWith(verdict, {reused: true, notFromReuse});

test('a violation that stands by itself is not erased by an attempt from scratch', () => {
  expect(acrossAttempts([reusing('failed', [violation]), attemptWith('passed')])).toMatchObject({
    verdict: 'failed',
    violations: [violation],
    attempts: [
      {verdict: 'failed', saw: 'expected a refusal, got 201', reused: true},
      {verdict: 'passed', saw: '422'},
    ],
  });
});

test('a violation that earlier scenes may explain accuses nobody, and is not forgotten', () => {
  const verdict = acrossAttempts([reusing('failed', []), attemptWith('passed')]);
  expect(verdict).toMatchObject({verdict: 'inconclusive', violations: [violation]});
  expect(verdict.reason).toContain('two attempts differ');
});

test('the attempt from scratch is the evidence of what both saw', () => {
  const fromScratch = attemptWith('failed');
  const verdict = acrossAttempts([reusing('failed', []), fromScratch]);
  expect(verdict).toBe(fromScratch.verdict);
});

test('a violation stays when a race is tried again', () => {
  const verdict = acrossAttempts([attemptWith('failed'), attemptWith('passed')]);
  expect(verdict).toMatchObject({verdict: 'failed', attempts: [{}, {}]});
});

test('what the network interfered with is decided by a later attempt', () => {
  const {verdict} = attemptWith('inconclusive');
  const interfered = attemptWith('inconclusive', {verdict: {...verdict, violations: [violation]}});
  expect(acrossAttempts([interfered, attemptWith('passed')])).toMatchObject({
    verdict: 'passed',
    violations: [],
    attempts: [{verdict: 'inconclusive'}, {verdict: 'passed'}],
  });
});

test('a pass is not lost when another check of its scene has to be tried again', () => {
  const verdict = acrossAttempts([attemptWith('passed'), attemptWith('inconclusive')]);
  expect(verdict.verdict).toBe('passed');
  expect(verdict).not.toHaveProperty('attempts');
});

const moved = (off: number): CheckAttempt => {
  const violations = [{...violation, op: 'getAccount', off}];
  const {verdict} = attemptWith('failed');
  return attemptWith('failed', {verdict: {...verdict, violations}, movable: violations});
};

test('what somebody else may have moved accuses only when it comes again, by as much', () => {
  expect(acrossAttempts([moved(1), moved(1), moved(1)]).verdict).toBe('failed');
  for (const others of [[attemptWith('passed')], [moved(1), moved(2)], [moved(2)]]) {
    const verdict = acrossAttempts([moved(1), ...others]);
    expect(verdict).toMatchObject({verdict: 'inconclusive', violations: [{off: 1}]});
    expect(verdict.reason).toContain(
      'the attempts disagree about a value that other clients can change',
    );
  }
});

test('where nobody else uses the deployment, only an attempt without the violation excuses it', () => {
  const isAlone = true;
  for (const others of [[moved(2)], [attemptWith('inconclusive')], [moved(1), moved(2)]])
    expect(acrossAttempts([moved(1), ...others], {isAlone}).verdict).toBe('failed');
  const contradicted = acrossAttempts([moved(1), attemptWith('passed')], {isAlone});
  expect(contradicted.verdict).toBe('inconclusive');
  expect(contradicted.reason).toContain('another one did not');
  const cutShort = acrossAttempts([moved(1), attemptWith('not-exercised')], {isAlone});
  expect(cutShort.verdict).toBe('inconclusive');
  const one = moved(1);
  const disturbed = {...one, disturbed: new Set(['s1']), undisturbed: one.movable ?? []};
  const afterAnError = acrossAttempts([disturbed, attemptWith('passed')], {isAlone});
  for (const {reason} of [contradicted, cutShort, afterAnError])
    expect(reason).not.toContain('other clients');
});

test('an attempt is made again until what came is confirmed, or another thing comes', () => {
  expect(isUnconfirmed([moved(1)])).toBe(true);
  expect(isUnconfirmed([moved(1), moved(1)])).toBe(true);
  expect(isUnconfirmed([moved(1), moved(2)])).toBe(false);
  expect(isUnconfirmed([moved(1), moved(1), moved(1)])).toBe(false);
  expect(isUnconfirmed([attemptWith('failed')])).toBe(false);
  expect(isUnconfirmed([moved(1), attemptWith('passed')])).toBe(false);
  // An attempt that decided nothing is no other thing.
  expect(isUnconfirmed([moved(1), attemptWith('inconclusive')])).toBe(true);
});

test('a pass stays when its scene is run again for another check', () => {
  expect(acrossAttempts([attemptWith('passed'), moved(1), attemptWith('passed')]).verdict).toBe(
    'passed',
  );
});

test("a violation of the run's own things stands beside one that others may have moved", () => {
  const {verdict, movable = []} = moved(1);
  const both = {...verdict, violations: [...movable, violation]};
  const first = attemptWith('failed', {verdict: both, movable});
  expect(acrossAttempts([first, attemptWith('passed')]).verdict).toBe('failed');
});

test('a server error that does not come again accuses nobody of what it spoiled', () => {
  const disturbed = new Set(['s1']);
  const first = attemptWith('failed', {disturbed, undisturbed: []});
  expect(acrossAttempts([first, attemptWith('passed')]).verdict).toBe('passed');
  expect(acrossAttempts([first, first, attemptWith('inconclusive')]).verdict).toBe('inconclusive');
  const again = attemptWith('failed', {disturbed, undisturbed: []});
  expect(acrossAttempts([first, again]).verdict).toBe('failed');
  const apart = attemptWith('failed', {disturbed, undisturbed: [violation]});
  expect(acrossAttempts([apart, attemptWith('passed')]).verdict).toBe('failed');
});

test('errors in place of the refusals of a limit accuse when two attempts have them', () => {
  const refused = (step: string) =>
    attemptWith('failed', {disturbed: new Set([step]), undisturbed: [], refusedByErrors: true});
  const undecided = attemptWith('inconclusive');
  expect(acrossAttempts([refused('s1'), undecided, refused('s2')]).verdict).toBe('failed');
  expect(acrossAttempts([refused('s1'), attemptWith('passed')]).verdict).toBe('passed');
  expect(acrossAttempts([refused('s1'), undecided]).verdict).toBe('inconclusive');
});

test('what a late list caused accuses nobody; what no second reading mends does', () => {
  const first = attemptWith('failed', {late: [violation]});
  const late = attemptWith('passed', {violationsAtFirst: [violation]});
  expect(acrossAttempts([first, late])).toMatchObject({
    verdict: 'passed',
    attempts: [{verdict: 'inconclusive'}, {verdict: 'passed'}],
  });
  const timely = attemptWith('passed', {violationsAtFirst: []});
  expect(acrossAttempts([first, timely]).verdict).toBe('failed');
  expect(acrossAttempts([first, timely], {listsShowChangesLate: true}).verdict).toBe('passed');
  const again = attemptWith('failed', {violationsAtFirst: [violation], late: [violation]});
  expect(acrossAttempts([first, again]).verdict).toBe('failed');
});

test('a list that an interrupted run could not read again accuses nobody, and is told', () => {
  const first = attemptWith('failed', {late: [violation]});
  const interrupted = attemptWith('not-exercised');
  expect(acrossAttempts([first, interrupted])).toMatchObject({
    verdict: 'not-exercised',
    attempts: [{verdict: 'inconclusive'}, {verdict: 'not-exercised'}],
  });
  const readAgain = attemptWith('not-exercised', {violationsAtFirst: [violation]});
  expect(acrossAttempts([first, readAgain]).verdict).not.toBe('failed');
  const timely = attemptWith('failed');
  expect(acrossAttempts([timely, interrupted]).verdict).toBe('failed');
});

test('a violation that an interrupted run could not confirm is told as such', () => {
  const verdict = acrossAttempts([moved(1), moved(1), attemptWith('not-exercised')]);
  expect(verdict).toMatchObject({verdict: 'inconclusive', violations: [{off: 1}]});
  expect(verdict.reason).toContain('the run ended before another attempt could confirm it');
});

describe('an allowance that was renewed', () => {
  const atRenewal = (renewedAt: number): CheckAttempt => ({...moved(1), renewedAt});
  const HOUR = 3_600_000;

  test('explains what another attempt does not show, and both are told', () => {
    const renewals = new RenewalsSeen();
    const attempts = [atRenewal(HOUR), attemptWith('passed')];
    expect(acrossAttempts(attempts, {renewals})).toMatchObject({
      verdict: 'passed',
      attempts: [{verdict: 'failed'}, {verdict: 'passed'}],
    });
    expect(acrossAttempts(attempts, {renewals}).verdict).toBe('passed');
  });

  test('explains nothing that comes again', () => {
    const again = [atRenewal(HOUR), atRenewal(2 * HOUR), atRenewal(3 * HOUR)];
    expect(acrossAttempts(again, {renewals: new RenewalsSeen()}).verdict).toBe('failed');
    const twice = [...again.slice(0, 2), attemptWith('passed')];
    expect(acrossAttempts(twice, {renewals: new RenewalsSeen()}).verdict).toBe('inconclusive');
  });

  test('explains nothing a second time in half a day', () => {
    const renewals = new RenewalsSeen();
    const verdictAt = (instant: number): Verdict =>
      acrossAttempts([atRenewal(instant), attemptWith('passed')], {renewals}).verdict;
    expect([0, 2 * HOUR, 24 * HOUR].map(verdictAt)).toEqual(['passed', 'inconclusive', 'passed']);
  });
});
