import {expect, test} from 'vitest';
import type {Schema} from '../../spec/schema.ts';
import {surelyBroken} from './surely-broken.ts';

const limit: Schema = {type: 'integer', minimum: 1, maximum: 99};
const email: Schema = {type: 'string', format: 'email'};
const day: Schema = {type: 'string', format: 'date'};
const name: Schema = {type: 'string', minLength: 3, maxLength: 5};

test.each<[schema: Schema, values: unknown[], keyword: string]>([
  [limit, [0, -1, '0'], 'minimum'],
  [limit, [100, 2 ** 31, 2 ** 53, '100', 1e300], 'maximum'],
  [limit, [2.5, 'many', '12abc', '2.5', {}, {a: 1}], 'type'],
  [{type: 'boolean'}, [2, -1, 0.5, 'perhaps', {a: 1}], 'type'],
  [email, ['no address', '@b', 'a@', 7, true, {a: 1}], 'format'],
  [day, ['2031-02-29', '2030-13-01', '31-12-2030', '12/31/2030', 'tomorrow', {a: 1}], 'format'],
  [name, ['a', 'é', 'ab'], 'minLength'],
  [name, ['abcdef', 'ññññññ', '樓樓樓樓樓樓'], 'maxLength'],
  [{type: 'string', enum: ['true', '1']}, ['yes', '2'], 'enum'],
])('%j is broken by %j', (schema, values, keyword) => {
  for (const value of values) expect(surelyBroken({schema, required: false}, value)).toBe(keyword);
});

test.each<[schema: Schema, values: unknown[]]>([
  [limit, [1, 99, '5', '007', ' 5 ', '1e1', true, '', null, undefined, [5]]],
  [{type: 'boolean'}, [0, 1, '0', 'true', 'TRUE', 'off', '', null, [true]]],
  [email, ['a@b', ' a@b.example ', 'a@b@c.example', 'zoë@b.example', '', null, ['a@b']]],
  [day, ['2032-02-29', '2030-12-31', '2030-12-31T00:00:00Z', '20301231', '2030-1-5', 7, '']],
  [name, ['abcde', ' abcde ', 'e\u0301e\u0301e\u0301', '👩‍👩‍👧👩‍👩‍👧', '   ', 7, '']],
  [{type: 'string', enum: ['true', '1']}, ['TRUE', ' 1 ', '01', '']],
  [{type: 'string'}, ['', 'any', 7, true]],
])('of %j a deployment may take any of %j', (schema, values) => {
  for (const value of values)
    expect(surelyBroken({schema, required: false}, value)).toBeUndefined();
});

test('what a request needs is there, and is not empty where its form is documented', () => {
  for (const value of [undefined, null])
    expect(surelyBroken({schema: {type: 'string'}, required: true}, value)).toBe('required');
  expect(surelyBroken({schema: {type: 'string'}, required: true}, '')).toBeUndefined();
  expect(surelyBroken({schema: email, required: true}, '')).toBe('format');
  expect(surelyBroken({schema: name, required: true}, '')).toBe('minLength');
});
