import {expect, test} from 'vitest';
import type {Accusation} from '../accusations.ts';
import {seedLines, type SeedRun} from './seed-runs.ts';

const accusation = (verdict: string): Accusation => ({
  seed: 2,
  front: 'relabelled',
  rule: 'store.users.update-is-kept',
  verdict,
  reason: 'why',
});

const run = (seed: number, effort: SeedRun['effort'], ...verdicts: string[]): SeedRun => ({
  seed,
  effort,
  front: 'relabelled',
  accusations: verdicts.map(accusation),
  requests: 10,
  took: 1500,
});

test('what is not green is named, failures and differences as accusations, and runs are counted', () => {
  const runs = [
    run(1, 'standard'),
    run(2, 'standard', 'failed', 'passed', 'inconclusive'),
    run(1, 'deep'),
  ];
  expect(seedLines(runs)).toEqual([
    'standard, seed 2, relabelled: store.users.update-is-kept failed: why',
    'standard, seed 2, relabelled: store.users.update-is-kept passed: why',
    'standard, seed 2, relabelled: store.users.update-is-kept inconclusive: why',
    'standard: 2 seeds, 2 runs on mocks that obey the documents: 2 false accusations, ' +
      '1 rule not decided, 20 requests, 3 s.',
    'deep: 1 seed, 1 run on mocks that obey the documents: 0 false accusations, ' +
      '0 rules not decided, 10 requests, 2 s.',
  ]);
});
