import {expect, test} from 'vitest';
import type {Verdict, Violation} from '../../spec/run-record.ts';
import {acrossAttempts, type Attempted} from './across-attempts.ts';

const violation: Violation = {branch: 'b', expected: 'a refusal', got: '201', step: 's1'};

const attempted = (verdict: Verdict, more: Partial<Attempted> = {}): Attempted => {
  const violations = verdict === 'failed' ? [violation] : [];
  const reason = verdict === 'inconclusive' ? {reason: 'retry'} : {};
  const witnesses = verdict === 'passed' ? [{of: 'b', saw: '422'}] : [];
  return {
    verdict: {place: 'p', verdict, violations, witnesses, ...reason},
    reused: false,
    standing: violations,
    ...more,
  };
};
const reusing = (verdict: Verdict, standing: Violation[]): Attempted =>
  attempted(verdict, {reused: true, standing});

test('a violation that stands by itself is not erased by an attempt from scratch', () => {
  expect(acrossAttempts([reusing('failed', [violation]), attempted('passed')])).toMatchObject({
    verdict: 'failed',
    violations: [violation],
    attempts: [
      {verdict: 'failed', saw: 'expected a refusal, got 201', reused: true},
      {verdict: 'passed', saw: '422'},
    ],
  });
});

test('a violation that earlier scenes may explain accuses nobody, and is not forgotten', () => {
  const verdict = acrossAttempts([reusing('failed', []), attempted('passed')]);
  expect(verdict).toMatchObject({verdict: 'inconclusive', violations: [violation]});
  expect(verdict.reason).toContain('two attempts differ');
});

test('the attempt from scratch is the evidence of what both saw', () => {
  const fromScratch = attempted('failed');
  const verdict = acrossAttempts([reusing('failed', []), fromScratch]);
  expect(verdict).toBe(fromScratch.verdict);
});

test('a violation stays when a race is tried again', () => {
  const verdict = acrossAttempts([attempted('failed'), attempted('passed')]);
  expect(verdict).toMatchObject({verdict: 'failed', attempts: [{}, {}]});
});

test('what the network interfered with is decided by a later attempt', () => {
  const {verdict} = attempted('inconclusive');
  const tainted = attempted('inconclusive', {verdict: {...verdict, violations: [violation]}});
  expect(acrossAttempts([tainted, attempted('passed')])).toMatchObject({
    verdict: 'passed',
    violations: [],
    attempts: [{verdict: 'inconclusive'}, {verdict: 'passed'}],
  });
});

test('a pass is not lost when another check of its scene has to be tried again', () => {
  const verdict = acrossAttempts([attempted('passed'), attempted('inconclusive')]);
  expect(verdict.verdict).toBe('passed');
  expect(verdict).not.toHaveProperty('attempts');
});
