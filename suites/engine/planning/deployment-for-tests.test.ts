import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import type {Target} from '../../target/target.ts';
import {sequencesOn} from './deployment-for-tests.ts';
import {planRun} from './plan.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

/** A shared target of the store that lacks some capabilities. */
const shared = (...lacking: string[]): Target =>
  ({
    shared: true,
    apis: ['store'],
    lacks: (capability: string) => (lacking.includes(capability) ? 'something' : undefined),
  }) as unknown as Target;

/** The requests of the scenes of a run, by the beginning of their ids. */
function planned(target: Target, name: string): number[] {
  const store = checks.filter(({scene}) => scene.api === 'store');
  const {prepared} = planRun({specifications, checks: store, target, seed: 1});
  return prepared.filter(({scene}) => scene.id.startsWith(name)).map(({requests}) => requests);
}

const SEQUENCES = 'store.users.moves-are-the-listed-ones sequence';

test.each([
  ['whose clock a hook moves', shared(), 4, 1],
  ['that somebody else works with', shared('control:advance'), 1, 0],
])('a shared target %s is sent more', (_name, target, sequences, growing) => {
  expect(sequencesOn(target)).toBe(sequences);
  expect(planned(target, SEQUENCES)).toHaveLength(sequences);
  expect(planned(target, 'store: the list while it grows')).toHaveLength(growing);
});

test('a target that somebody else works with is sent the shortest sequence', () => {
  const forTests = planned(shared(), SEQUENCES);
  const [alone = Infinity] = planned(shared('control:advance'), SEQUENCES);
  expect(alone).toBeLessThan(Math.min(...forTests) + 1);
});
