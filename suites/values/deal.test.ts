import {expect, test} from 'vitest';
import type {Step} from '../../spec/step.ts';
import {Script, text, type Handle} from '../script.ts';
import {classesIn, Deck, withClass, withClasses, withOnly} from './deal.ts';
import {LIKE_IDS, VALUE_CLASSES} from './value-classes.ts';

const stepsOf = (record: (s: Script) => Handle): Step[] => {
  const script = new Script('store');
  record(script);
  return script.steps;
};
const creation = stepsOf((s) =>
  s.call('createUser', {body: {email: s.fresh('email'), external_id: s.fresh('external-id')}}),
);
const ofKeys = stepsOf((s) =>
  s.call('startRun', {headers: {'Idempotency-Key': s.fresh('idempotency-key')}}),
);

test('every class of a kind is dealt before one is dealt again', () => {
  const deck = new Deck(7);
  const count = Object.keys(VALUE_CLASSES['idempotency-key']).length;
  const dealt = Array.from({length: count}, () => deck.deal(ofKeys)?.valueClass);
  expect(new Set(dealt).size).toBe(count);
});

test('two kinds in one scene are dealt in proportion to their classes', () => {
  const deck = new Deck(7);
  const {email, 'external-id': ids} = VALUE_CLASSES;
  const total = Object.keys(email).length + Object.keys(ids).length;
  const kinds = Array.from({length: total}, () => deck.deal(creation)?.kind);
  expect(kinds.filter((kind) => kind === 'email')).toHaveLength(Object.keys(email).length);
});

test('the seed decides about the order', () => {
  const order = (seed: number): unknown[] => {
    const deck = new Deck(seed);
    return Array.from({length: 6}, () => deck.deal(ofKeys)?.valueClass);
  };
  expect(order(1)).toEqual(order(1));
  expect(order(1)).not.toEqual(order(2));
});

test.each<[string, (s: Script) => Handle]>([
  ['with a length', (s) => s.call('createUser', {body: {email: s.fresh('email', 64)}})],
  ['inside a text', (s) => s.call('createUser', {body: {email: text('a', s.fresh('email'))}})],
  [
    'of a class',
    (s) => s.call('createUser', {body: {email: {...s.fresh('email'), valueClass: 'dots'}}}),
  ],
])('a value %s stays as it is', (_, record) => {
  expect(new Deck(1).deal(stepsOf(record))).toBeUndefined();
});

test('a value in a path is never one that may be the id of something else', () => {
  const deck = new Deck(1);
  const inPath = stepsOf((s) => s.call('forceLogout', {path: {id: s.fresh('external-id')}}));
  const dealt = Array.from({length: 40}, () => deck.deal(inPath)?.valueClass ?? '');
  expect(dealt.filter((name) => LIKE_IDS.has(name))).toEqual([]);
  expect(new Set(dealt).size).toBeGreaterThan(10);
});

test('a password of a length is of characters of several bytes, and keeps its length', () => {
  const sized = stepsOf((s) =>
    s.call('createUser', {body: {new_password: s.fresh('password', 7)}}),
  );
  expect(new Deck(1).deal(sized)?.kind).toBe('sized-password');
});

test('a kind can be left out', () => {
  expect(new Deck(1).deal(ofKeys, ['idempotency-key'])).toBeUndefined();
});

test('every value of the kind is of the class, wherever it stands', () => {
  const dealt = {kind: 'email', valueClass: 'dots'} as const;
  const steps = withClass(creation, dealt);
  expect(classesIn(steps)).toEqual([dealt]);
  expect(classesIn(creation)).toEqual([]);
});

test('values take the classes of others, by number, and lose them', () => {
  const hard = withClass(creation, {kind: 'email', valueClass: 'dots'});
  const other = withClasses(
    hard,
    new Map([
      [1, undefined],
      [2, 'accents'],
    ]),
  );
  expect(classesIn(other)).toEqual([{kind: 'external-id', valueClass: 'accents'}]);
  const both = withClasses(hard, new Map([[2, 'accents']]));
  expect(classesIn(withOnly(both, 'email'))).toEqual([{kind: 'email', valueClass: 'dots'}]);
});
