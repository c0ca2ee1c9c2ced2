import {expect, test} from 'vitest';
import type {CheckVerdict} from '../engine/judge/place-results.ts';
import type {DecidedScene} from '../engine/begin/run-options.ts';
import {Tally} from './tally.ts';

const checks = (...verdicts: Partial<CheckVerdict>[]): DecidedScene['decidedChecks'] =>
  verdicts.map((verdict) => ({verdict})) as unknown as DecidedScene['decidedChecks'];

test('verdicts are counted, and the most frequent reason comes first', () => {
  const tally = new Tally();
  tally.note({decidedChecks: checks({verdict: 'passed'}, {verdict: 'inconclusive', reason: 'a'})});
  tally.note({decidedChecks: checks({verdict: 'inconclusive', reason: 'b'})});
  tally.note({decidedChecks: checks({verdict: 'inconclusive', reason: 'b'})});
  expect(tally.outcomes).toEqual({
    verdicts: {passed: 1, inconclusive: 3},
    reasons: [
      {reason: 'b', times: 2},
      {reason: 'a', times: 1},
    ],
    notRun: [],
  });
});

test('what a target lacks is told once and is no verdict of what was run', () => {
  const tally = new Tally();
  tally.note({decidedChecks: checks({verdict: 'not-exercised', reason: 'a second tenant'})});
  tally.note({decidedChecks: checks({verdict: 'not-exercised', reason: 'a second tenant'})});
  tally.note({decidedChecks: checks({verdict: 'not-applicable'})});
  expect(tally.outcomes).toEqual({
    verdicts: {},
    reasons: [],
    notRun: ['a second tenant', 'not-applicable'],
  });
});
