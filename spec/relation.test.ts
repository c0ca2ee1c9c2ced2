import {expect, test} from 'vitest';
import {
  contradiction,
  slice,
  type AllowedOutcome,
  type Command,
  type Relation,
  type ResponsesByCommand,
} from './relation.ts';
import type {Exchange} from './exchange.ts';

/** A response of which the model reads the status alone. */
const response = (status: number): Exchange =>
  ({step: 's', op: 'x', status, situations: []}) as unknown as Exchange;

const by = (...statuses: number[][]): ResponsesByCommand =>
  new Map(statuses.map((some, id) => [id, some.map(response)]));

/** The last of the responses to a command has a status. */
const ends = (status: number, expected: string, next: number): AllowedOutcome<number> => ({
  fits: (responses) => responses.at(-1)?.status === status,
  next: () => next,
  expected,
});

/** A purse: `earn` puts a coin in, `spend` takes one out or is refused when there is none. */
const purse: Relation<number> = (coins, {does}) => {
  if (does === 'earn') return [ends(201, 'a coin more', coins + 1)];
  if (does === 'wait') return [{fits: (all) => all.length === 0, next: () => coins, expected: ''}];
  if (does === 'toss') return [ends(200, 'heads', coins), ends(204, 'tails', coins)];
  return coins > 0 ? [ends(200, 'a coin less', coins - 1)] : [ends(409, 'a refusal', coins)];
};

const commands = (...names: string[]): Command[] => names.map((does, id) => ({id, does}));

/** Commands of which the last two are given at the same moment. */
function racing(...names: string[]): Command[] {
  const all = commands(...names);
  return all.map((one, index) => (index === all.length - 1 ? {...one, atOnce: true} : one));
}

test('a contradiction has the last response, and what was expected in its place', () => {
  const found = contradiction(0, purse, commands('earn', 'spend'), by([201], [500, 404, 409]));
  expect(found).toEqual({
    command: {id: 1, does: 'spend'},
    expected: 'a coin less',
    got: response(409),
    shows: [],
  });
});

test('each of several outcomes is expected, an equal one of two states once', () => {
  expect(contradiction(1, purse, commands('toss'), by([500]))?.expected).toBe('heads or tails');
  const twoStates: Relation<number> = (state, command) =>
    state === 0 ? [ends(200, 'one', 1), ends(200, 'two', 2)] : purse(state, command);
  const found = contradiction(0, twoStates, commands('begin', 'spend'), by([200], [409]));
  expect(found?.expected).toBe('a coin less');
});

test('a command without a response is judged by the model, too', () => {
  expect(contradiction(0, purse, commands('wait'), by())).toBeUndefined();
  expect(contradiction(0, purse, commands('earn'), by())).toEqual({
    command: {id: 0, does: 'earn'},
    expected: 'a coin more',
    got: undefined,
    shows: [],
  });
});

test('of a race that no order explains the first command in the way is named', () => {
  const found = contradiction(0, purse, racing('spend', 'earn'), by([500], [201]));
  expect(found).toEqual({
    command: {id: 0, does: 'spend'},
    expected: 'spend and earn at the same moment to be answered as one after the other (a refusal)',
    got: response(500),
    shows: [],
  });
});

test('what contradicts nothing is not shortened', () => {
  const fitting = commands('earn', 'spend');
  expect(slice(0, purse, fitting, by([201], [200]))).toBe(fitting);
});

test('a slice may be one command, and what came after it is left out', () => {
  const names = commands('earn', 'earn', 'toss', 'spend');
  expect(slice(0, purse, names, by([201], [201], [500], [200]))).toEqual([names[2]]);
});

test('of a race whose first command contradicts by itself the others are left out', () => {
  const names = racing('earn', 'spend', 'earn');
  expect(slice(0, purse, names, by([201], [500], [201]))).toEqual([{id: 1, does: 'spend'}]);
});
