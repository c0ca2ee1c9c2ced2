import {expect, test} from 'vitest';
import type {Step} from '../../spec/step.ts';
import {CoverageAssigner} from './coverage-assigner.ts';
import {VALUE_CLASSES} from './value-classes.ts';

const create: Step = {
  step: 'call',
  id: 's1',
  api: 'store',
  op: 'createUser',
  as: 'admin',
  body: {email: {$fresh: 'email', n: 1, depth: 0}},
};
const EMAILS = Object.keys(VALUE_CLASSES.email);

/** An assigner in the round of a seed. */
function dealerOf(seed: number): CoverageAssigner {
  const assigner = new CoverageAssigner();
  assigner.begin(seed);
  return assigner;
}

test('every class is assigned before one comes again, over rounds, too', () => {
  const assigner = dealerOf(1);
  const assigned = EMAILS.map((_, index) => {
    if (index === 4) assigner.begin(2);
    return assigner.assign([create])?.valueClass;
  });
  expect(new Set(assigned)).toEqual(new Set(EMAILS));
});

test('a sequence gets a class that comes with states with which it has not come', () => {
  const assigner = dealerOf(1);
  const first = assigner.assign([create], [], ['new read']);
  // The others were assigned as often to scenes of no model.
  for (const _ of EMAILS.slice(1)) assigner.assign([create]);
  const again = assigner.assign([create], [], ['new read']);
  expect(again?.valueClass).not.toBe(first?.valueClass);
  const elsewhere = new Set(
    EMAILS.map(() => assigner.assign([create], [], ['gone read'])?.valueClass),
  );
  expect(elsewhere).toEqual(new Set(EMAILS));
});

test('another scene gets a class that its operations have not met after the one with the value', () => {
  const assigner = dealerOf(1);
  const found: Step = {step: 'call', id: 's2', api: 'store', op: 'listUsers', as: 'admin'};
  const gone: Step = {step: 'call', id: 's3', api: 'store', op: 'deactivateUser', as: 'admin'};
  const first = assigner.assign([create, found]);
  for (const _ of EMAILS.slice(1)) assigner.assign([create]);
  expect(assigner.assign([create, gone, found])?.valueClass).not.toBe(first?.valueClass);
});

test('the same seed assigns the same, and kinds that stay plain are not assigned', () => {
  const assigned = (seed: number): unknown[] => {
    const assigner = dealerOf(seed);
    return EMAILS.map(() => assigner.assign([create], [], ['new read']));
  };
  expect(assigned(3)).toEqual(assigned(3));
  expect(assigned(3)).not.toEqual(assigned(4));
  expect(dealerOf(1).assign([create], ['email'])).toBeUndefined();
});
