import {expect, inject, test} from 'vitest';
import {loadSpecifications} from '../../spec/specification.ts';
import type {Api} from '../../spec/rule.ts';
import {Certifier, type Certification, type Trial} from './certification.ts';
import {correctTrials} from './correct-trials.ts';

/**
 * In short: with everything that a vendor can give, once. In full length every trial runs twice on
 * one server, in two cycles of the allowance.
 */
const isShort = ({credentials, hooks}: Trial): boolean => credentials === 'all' && hooks;
const RUNS = inject('all') ? 2 : 1;

const certifier = new Certifier(loadSpecifications());

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
