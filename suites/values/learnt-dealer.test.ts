import {expect, test} from 'vitest';
import type {Step} from '../../spec/step.ts';
import {LearntDealer} from './learnt-dealer.ts';
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

/** A dealer of the round of a seed. */
function dealerOf(seed: number): LearntDealer {
  const dealer = new LearntDealer();
  dealer.begin(seed);
  return dealer;
}

test('every class is dealt before one comes again, over rounds, too', () => {
  const dealer = dealerOf(1);
  const dealt = EMAILS.map((_, index) => {
    if (index === 4) dealer.begin(2);
    return dealer.deal([create])?.valueClass;
  });
  expect(new Set(dealt)).toEqual(new Set(EMAILS));
});

test('a sequence gets a class that comes with states with which it has not come', () => {
  const dealer = dealerOf(1);
  const first = dealer.deal([create], [], ['new read']);
  // The others were dealt as often to scenes of no model.
  for (const _ of EMAILS.slice(1)) dealer.deal([create]);
  const again = dealer.deal([create], [], ['new read']);
  expect(again?.valueClass).not.toBe(first?.valueClass);
  const elsewhere = new Set(EMAILS.map(() => dealer.deal([create], [], ['gone read'])?.valueClass));
  expect(elsewhere).toEqual(new Set(EMAILS));
});

test('the same seed deals the same, and kinds that stay plain are not dealt', () => {
  const dealt = (seed: number): unknown[] => {
    const dealer = dealerOf(seed);
    return EMAILS.map(() => dealer.deal([create], [], ['new read']));
  };
  expect(dealt(3)).toEqual(dealt(3));
  expect(dealt(3)).not.toEqual(dealt(4));
  expect(dealerOf(1).deal([create], ['email'])).toBeUndefined();
});
