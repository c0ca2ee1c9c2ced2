import {expect, test} from 'vitest';
import {CONTROL_VERBS, type ControlVerb} from '../../../spec/control.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import {contractsOf} from '../facts/contracts.ts';
import {prepare} from './prepare.ts';
import {everyStep} from './steps.ts';
import {someTakesAway, takesAway} from './undo.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);
const prepared = checks.map(({scene}) =>
  prepare(scene, {lacks: () => undefined}, contractsOf(specifications)),
);

test('what takes away and what does not', () => {
  expect(takesAway('leave-places', {role: 'full', places: 0})).toBe(true);
  expect(takesAway('leave-places', {role: 'full', places: null})).toBe(false);
  expect(takesAway('end-runs', {role: 'full', as: []})).toBe(false);
  expect(takesAway('set-plan', {role: 'full'})).toBe(false);
  expect(takesAway('set-plan', {role: 'full', plan: 'small'})).toBe(true);
  expect(takesAway('withhold-downloads', {role: 'full'})).toBe(true);
  expect(takesAway('mint-key', {role: 'full'})).toBe(false);
});

test('checks name only arguments that the verb has', () => {
  for (const {given, act} of prepared)
    for (const step of everyStep([...given, ...act]))
      if (step.step === 'control') {
        const {args} = CONTROL_VERBS[step.verb as ControlVerb];
        expect(Object.keys(args)).toEqual(expect.arrayContaining(Object.keys(step.args)));
      }
});

test('no reusable set-up takes something away: it would be given back after its first scene', () => {
  const reusable = prepared.filter(({setUp}) => setUp?.reusable);
  expect(reusable.filter(({given}) => someTakesAway(given))).toEqual([]);
  expect(prepared.filter(({given, act}) => someTakesAway([...given, ...act]))).not.toEqual([]);
});
