import {expect, test} from 'vitest';
import type {Step} from '../../spec/step.ts';
import {Script, type Handle} from '../language/script.ts';
import {text} from '../language/sent-values.ts';
import {classesIn, RotatingAssigner, withClass, withClasses, withOnly} from './assign-classes.ts';
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

test('every class of a kind is assigned before one is assigned again', () => {
  const assigner = new RotatingAssigner(7);
  const count = Object.keys(VALUE_CLASSES['idempotency-key']).length;
  const assigned = Array.from({length: count}, () => assigner.assign(ofKeys)?.valueClass);
  expect(new Set(assigned).size).toBe(count);
});

test('two kinds in one scene are assigned in proportion to their classes', () => {
  const assigner = new RotatingAssigner(7);
  const {email, 'external-id': ids} = VALUE_CLASSES;
  const total = Object.keys(email).length + Object.keys(ids).length;
  const kinds = Array.from({length: total}, () => assigner.assign(creation)?.kind);
  expect(kinds.filter((kind) => kind === 'email')).toHaveLength(Object.keys(email).length);
});

test('the seed decides about the order', () => {
  const order = (seed: number): unknown[] => {
    const assigner = new RotatingAssigner(seed);
    return Array.from({length: 6}, () => assigner.assign(ofKeys)?.valueClass);
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
  expect(new RotatingAssigner(1).assign(stepsOf(record))).toBeUndefined();
});

test('a value in a path is never one that may be the id of something else', () => {
  const assigner = new RotatingAssigner(1);
  const inPath = stepsOf((s) => s.call('forceLogout', {path: {id: s.fresh('external-id')}}));
  const assigned = Array.from({length: 40}, () => assigner.assign(inPath)?.valueClass ?? '');
  expect(assigned.filter((name) => LIKE_IDS.has(name))).toEqual([]);
  expect(new Set(assigned).size).toBeGreaterThan(10);
});

test('a password of a length is of characters of several bytes, and keeps its length', () => {
  const sized = stepsOf((s) =>
    s.call('createUser', {body: {new_password: s.fresh('password', 7)}}),
  );
  expect(new RotatingAssigner(1).assign(sized)?.kind).toBe('sized-password');
});

test('a kind can be left out', () => {
  expect(new RotatingAssigner(1).assign(ofKeys, ['idempotency-key'])).toBeUndefined();
});

test('every value of the kind is of the class, wherever it stands', () => {
  const assigned = {kind: 'email', valueClass: 'dots'} as const;
  const steps = withClass(creation, assigned);
  expect(classesIn(steps)).toEqual([assigned]);
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
