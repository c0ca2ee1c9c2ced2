import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {editsOf, type Edit} from './from-schema.ts';

const {operations} = loadSpecification('store').contract;
const partsOf = (op: string) => operations[op]?.parts ?? [];
const {invalid, types, texts} = editsOf(partsOf('createUser'));

const valuesOf = (edits: Record<string, Edit[]>, pointer: string): unknown[] =>
  Object.values(edits)
    .flat()
    .filter(({at}) => at === pointer)
    .map(({value}) => value);

test('what breaks a documented bound is surely invalid', () => {
  const limits = valuesOf(invalid, '/sessions_limit');
  expect(limits).toEqual(expect.arrayContaining([0, 1_000_000, 2 ** 31, 2 ** 53, 2.5, 'many']));
  const passwords = valuesOf(invalid, '/new_password');
  expect(passwords).toEqual(expect.arrayContaining([undefined, {$fresh: 'password', length: 256}]));
});

test('another type is open where only a table names the type', () => {
  expect(valuesOf(types, '/external_id')).toEqual(expect.arrayContaining([7, true, {a: 1}, []]));
  expect(valuesOf(types, '/sessions_limit')).toEqual(expect.arrayContaining(['5', null, true]));
  expect(valuesOf(invalid, '/assign_new_plan')).toEqual([]);
});

test('of what names something else only blank texts and no scalars are tried', () => {
  const plans = [...valuesOf(types, '/assign_new_plan'), ...valuesOf(texts, '/assign_new_plan')];
  expect(plans).toEqual(expect.arrayContaining(['', ' ', null, []]));
  const ids = plans.filter((value) => ['number', 'string'].includes(typeof value));
  expect(ids.filter((value) => String(value).trim() !== '')).toEqual([]);
  const named = valuesOf(texts, '/external_id').concat(valuesOf(invalid, '/external_id'));
  expect(named.length).toBeGreaterThan(0);
  const current = editsOf(partsOf('updateUser'));
  expect(valuesOf(current.texts, '/external_id')).toEqual([]);
});

test('every member has values of several classes, and none is both refused and open', () => {
  const named = [invalid, types, texts].flatMap((edits) => Object.keys(edits));
  for (const {pointer, in: place} of partsOf('createUser'))
    if (place === 'body')
      expect(named.filter((name) => name.includes(`${pointer}: `)).length).toBeGreaterThan(4);
  const texted = (edits: Record<string, Edit[]>): string[] =>
    Object.values(edits)
      .flat()
      .map((edit) => JSON.stringify(edit));
  const open = new Set([...texted(types), ...texted(texts)]);
  expect(texted(invalid).filter((one) => open.has(one))).toEqual([]);
});

test('a query carries texts alone', () => {
  const edits = editsOf(partsOf('deactivateUser').filter((part) => part.in === 'query'));
  const values = Object.values({...edits.invalid, ...edits.types, ...edits.texts}).flat();
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter(({value}) => typeof value !== 'string')).toEqual([]);
});

test('a text of a query may be made when it is sent', () => {
  const list = loadSpecification('workspace').contract.operations['listPublications'];
  const cursors = valuesOf(editsOf(list?.parts ?? []).texts, '/cursor');
  expect(cursors).toContainEqual({$text: [' ', {$fresh: 'text'}, ' ']});
});
