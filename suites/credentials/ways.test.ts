import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {everyStep} from '../engine/plan/steps.ts';
import {Script} from '../language/script.ts';
import {WayAssigner} from './assign-ways.ts';
import {CREDENTIALS_OF, CREDENTIAL_WAYS, dividedSteps, type CredentialWay} from './ways.ts';

const {operations} = loadSpecification('store').contract;

/** Who sends what: a user is created, changed, read, and changed again. */
function sendersIn(way: CredentialWay): unknown[] {
  const s = new Script('store');
  const id = s.call('createUser', {body: {}}).at('/data/id');
  s.call('updateUser', {path: {id}, body: {}});
  s.call('listUsers');
  s.call('deactivateUser', {path: {id}});
  const steps = dividedSteps(s.steps, way, CREDENTIALS_OF.store, operations);
  return [...everyStep(steps)].map((step) => 'as' in step && step.as);
}

test('another credential sends everything, or only the reads', () => {
  const another = 'second-admin';
  expect(sendersIn('by-another')).toEqual([another, another, another, another]);
  expect(sendersIn('seen-by-another')).toEqual(['admin', 'admin', another, 'admin']);
});

test('in turns, what one has made is changed by the other, and one of them reads', () => {
  expect(sendersIn('in-turns')).toEqual(['admin', 'second-admin', 'admin', 'second-admin']);
});

test('what a list shows was made by whoever changed something last', () => {
  const s = new Script('store');
  s.call('createPlan', {body: {}});
  const id = s.call('listPlans').at('/data/0/id');
  s.call('updatePlan', {path: {id}, body: {}});
  const steps = dividedSteps(s.steps, 'in-turns', CREDENTIALS_OF.store, operations);
  expect(steps.map((step) => 'as' in step && step.as)).toEqual(['admin', 'admin', 'second-admin']);
});

test('each operation meets each way before it meets one again', () => {
  const assigner = new WayAssigner(3);
  const assigned = Array.from({length: 4}, () =>
    assigner.assign(new Set(['updateUser']), CREDENTIAL_WAYS),
  );
  expect(new Set(assigned)).toEqual(new Set([undefined, ...CREDENTIAL_WAYS]));
  expect(assigner.assign(new Set(['createPlan']), [])).toBeUndefined();
});
