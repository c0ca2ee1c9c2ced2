import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {isPlayed} from '../../suites/testing/played-checks.ts';
import {Certifier, type Certification, type Trial} from './certification.ts';
import {correctTrials} from './correct-trials.ts';

/**
 * In short: with everything that a vendor can give, once, without draws. In full length every trial runs twice
 * on one server, in two cycles of the allowance.
 */
const isShort = ({credentials, hooks}: Trial): boolean => credentials === 'all' && hooks;
const RUNS = inject('all') ? 2 : 1;

const certifier = new Certifier(loadSpecifications(), isPlayed);

const accused = ({notGreen, unfinished}: Certification): unknown[] => [
  ...notGreen,
  ...(unfinished === undefined ? [] : [unfinished]),
];

test.each<Api>(['store', 'workspace'])('a correct %s server is accused of nothing', async (api) => {
  const trials = correctTrials(api, [1]).filter((trial) => inject('all') || isShort(trial));
  const runs: Certification[] = [];
  for (const trial of trials) runs.push(...(await certifier.certify({...trial, runs: RUNS})));
  expect(runs.flatMap(accused)).toEqual([]);
  expect(runs.length).toBe(trials.length * RUNS);
  expect(runs[0]?.verdicts.passed).toBeGreaterThan(130);
});

const sequences = new Certifier(loadSpecifications());

/** Instants from which the cycle of a month ends within a sequence of uploads. */
const BEFORE_THE_TURN = ['2026-03-30T23:50Z', '2026-03-30T23:20Z', '2026-03-30T22:20Z'];

test.each(BEFORE_THE_TURN)(
  'a cycle that ends while uploads go on accuses nobody: %s',
  async (at) => {
    const [run] = await sequences.certify({
      api: 'workspace',
      seed: 1,
      credentials: 'all',
      hooks: true,
      runs: 1,
      variants: ['cycle-of-a-month'],
      chapters: ['workspace.uploads.moves-are-the-listed-ones'],
      startsAt: Date.parse(at),
    });
    expect(run && accused(run)).toEqual([]);
    expect(run?.verdicts).toEqual({passed: 1});
  },
);
