import {expect, test} from 'vitest';
import {planLooks, type ThingOfCast} from './looks.ts';
import {lastingStates, type Planned, type Turn} from './turns.ts';

const STEPS: Record<string, Planned> = {
  close: {op: 'close', about: ['door'], isState: true},
  open: {op: 'open', about: ['door'], undoes: 'close'},
  knock: {op: 'knock', about: ['door']},
};
const turnsOf = (...steps: string[]): Turn[] => steps.map((step) => ({step, of: 0}));
const THINGS: ThingOfCast[] = ['lamp', 'window', 'door'].map((thing): ThingOfCast => [thing, 0]);
const looksAt = (...steps: string[]): string[][] =>
  planLooks(STEPS, turnsOf(...steps), THINGS, 1).map((looked) => looked.map(([thing]) => thing));

test('a state lasts until it is undone', () => {
  expect(lastingStates(STEPS, turnsOf('close', 'knock'))).toEqual(['close']);
  expect(lastingStates(STEPS, turnsOf('close', 'open'))).toEqual([]);
});

test('without a state things are looked at in turn, and all of them at the end', () => {
  const every = ['lamp', 'window', 'door'];
  expect(looksAt('knock', 'knock', 'knock', 'knock', 'knock')).toEqual([
    ['lamp'],
    ['window'],
    ['door'],
    ['lamp'],
    every,
  ]);
});

test('in a state first that is looked at which it is about, then what was not looked at in it', () => {
  expect(looksAt('close', 'knock', 'knock', 'open').slice(0, 3).flat()).toEqual([
    'door',
    'lamp',
    'window',
  ]);
});
