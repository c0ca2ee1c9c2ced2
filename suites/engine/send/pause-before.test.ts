import {expect, test} from 'vitest';
import {pauseBefore} from './pause-before.ts';

const TURNS = [0, 1, 2, 3];

test('the first pause, and those between repetitions', () => {
  expect(TURNS.map((turn) => pauseBefore(turn, {first: 2000, every: 1000}))).toEqual([
    2000, 1000, 1000, 1000,
  ]);
  expect(TURNS.map((turn) => pauseBefore(turn, {}))).toEqual([0, 0, 0, 0]);
});

test('pauses become longer', () => {
  expect(TURNS.map((turn) => pauseBefore(turn, {every: 1000, growth: 1.5}))).toEqual([
    0, 1000, 1500, 2250,
  ]);
});
