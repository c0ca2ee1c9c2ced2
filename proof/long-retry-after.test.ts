import {expect, test} from 'vitest';
import type {Defect} from '../mock/defect.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import {DefectiveMocks} from './defective-mocks.ts';

const specifications = loadSpecifications();
const RULE = 'store.limits.minute-refusal-may-have-retry-after';

test('a minute that asks for an hour of patience is still judged as a minute', async () => {
  const defect: Defect = {
    breaks: RULE,
    name: `${RULE}: an hour`,
    seam: 'header',
    situation: 'rate-limited',
    header: 'retry-after',
    edit: {set: '3600'},
  };
  const mocks = await DefectiveMocks.open(specifications, [defect]);
  const target = mocks.target(1, `${RULE}: an hour`);
  const checks = allChecks(specifications, 1).checks.filter(
    ({scene}) => scene.id === 'store: minutes used up',
  );
  const clock = {now: () => realClock.now(), sleep: async () => undefined};
  const {rules} = await run({specifications, checks, target, seed: 1, clock});
  await mocks.close();
  const left = rules.filter(({verdict}) => verdict !== 'passed');
  expect(left.map(({rule, verdict, reason}) => [rule, verdict, reason])).toEqual([]);
  expect(rules.length).toBeGreaterThan(6);
});
