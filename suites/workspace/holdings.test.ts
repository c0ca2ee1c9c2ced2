import {expect, test} from 'vitest';
import {planTurns} from '../tables/turns.ts';
import {STEPS} from './holding-steps.ts';
import {LENGTH} from './holdings.ts';

const names = planTurns(STEPS, LENGTH, 0, new Set()).map(({step}) => step);
const isInOrder = (...steps: string[]): boolean =>
  steps.every((step, at) => at === 0 || names.indexOf(step) > names.indexOf(steps[at - 1] ?? ''));

test('the course that deployments are sent changes a plan and makes versions in the states that hooks make', () => {
  expect(names).toHaveLength(LENGTH);
  expect(isInOrder('an unresolvable plan', 'the first plan', 'a resolvable plan')).toBe(true);
  expect(isInOrder('no downloads', 'a repair', 'downloads again')).toBe(true);
  expect(names).toContain('a repair that is rejected');
});
