import {expect, test} from 'vitest';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Effort} from '../../../spec/run-record.ts';
import {allChecks} from '../../all-checks.ts';
import {choiceOf} from '../../generation/effort-choice.ts';
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
  return prepared.filter(({id}) => id.startsWith(name)).map(({requests}) => requests);
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

test.each<Effort>(['quick', 'standard'])(
  'at %s effort every rule is planned, lacks something, or is left out',
  (effort) => {
    const all = allChecks(specifications, 1, effort).checks;
    const target = shared(
      'control:advance',
      'control:sign-in',
      'role:second-admin',
      'api:workspace',
    );
    const inputs = {specifications, checks: all, target, seed: 1};
    const {checks: chosen, leftOut} = choiceOf({effort}, inputs);
    const {prepared} = planRun({...inputs, checks: chosen});
    const scenes = new Set(prepared.map(({id}) => id));
    const planned = new Set(chosen.filter(({scene}) => scenes.has(scene.id)).map(({rule}) => rule));
    const rules = new Set(all.map(({rule}) => rule));
    expect([...rules].filter((rule) => !planned.has(rule) && !leftOut.has(rule))).toEqual([]);
  },
);

test('a rule that only a deployment for tests can decide needs the hook that makes it one', () => {
  const rule = 'store.users.others-stay-as-they-are';
  const target = shared('control:advance');
  const {plan} = planRun({
    specifications,
    checks: checks.filter((check) => check.rule === rule),
    target,
    seed: 1,
  });
  expect(plan.scenes).toBe(0);
  expect(new Set(plan.notExercised.map(({reason}) => reason))).toEqual(new Set(['something']));
});

test('a target that somebody else works with is sent the shortest sequence', () => {
  const forTests = planned(shared(), SEQUENCES);
  const [alone = Infinity] = planned(shared('control:advance'), SEQUENCES);
  expect(alone).toBeLessThan(Math.min(...forTests) + 1);
});

test('quick effort leaves out what needs a long wait, and does not ask for it', () => {
  const all = checks.filter(({rule}) => rule.startsWith('store.auth-sessions.'));
  const isLong = (capability: string): boolean =>
    capability.startsWith('time:') && Number(capability.slice('time:'.length)) > 20_000;
  const lacks = (capability: string) => (isLong(capability) ? 'a wait' : undefined);
  const target = {...shared(), lacks} as Target;
  const inputs = {specifications, checks: all, target, seed: 1};
  const {checks: chosen, record} = choiceOf({effort: 'quick'}, inputs);
  const {plan} = planRun({...inputs, checks: chosen});
  expect(record.leftOut?.map(({reason}) => reason)).toContain('needs a long wait');
  expect(plan.notExercised.filter(({reason}) => reason === 'a wait')).toEqual([]);
});
