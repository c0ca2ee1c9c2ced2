import {Ajv2020} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {whyInvalid} from './why-invalid.ts';

const SCHEMA = {
  type: 'object',
  required: ['original_filename'],
  properties: {
    original_filename: {type: 'string', minLength: 3},
    size_bytes: {type: ['integer', 'null']},
    kind: {enum: ['book', 'note']},
    password: {type: 'string', minLength: 8},
  },
  additionalProperties: false,
};
const validate = new Ajv2020({verbose: true, allowUnionTypes: true}).compile(SCHEMA);

const lineOf = (body: unknown): string => {
  expect(validate(body)).toBe(false);
  const {expected, got, todo} = whyInvalid('body', validate.errors ?? []);
  return `expected ${expected}; got ${got}; ${todo}`;
};

const name = {original_filename: 'tides.epub'};

test.each<[body: unknown, line: string]>([
  [[1], 'expected the body to be an object; got an array; correct the body'],
  [undefined, 'expected the body to be an object; got none; correct the body'],
  [{}, 'expected original_filename; got none; send original_filename'],
  [
    {filename: 'tides.epub', size_bytes: 1},
    'expected original_filename; got none; the body has filename, size_bytes: ' +
      'did you mean original_filename instead of filename?',
  ],
  [
    {...name, size_bytes: '10'},
    'expected size_bytes to be an integer or null; got the string "10"; correct size_bytes',
  ],
  [
    {original_filename: 'a'},
    'expected original_filename not to have fewer than 3 characters; got the string "a"; ' +
      'correct original_filename',
  ],
  [
    {...name, kind: 'film'},
    'expected kind to be one of "book", "note"; got the string "film"; correct kind',
  ],
  [
    {...name, password: 'abc'},
    'expected password not to have fewer than 8 characters; got a string that is not shown; ' +
      'correct password',
  ],
  [{...name, x: 1}, 'expected the body without the member x; got an object; correct the body'],
])('%j is explained', (body, line) => {
  expect(lineOf(body)).toBe(line);
});

test('several problems are told together, and very many are counted', () => {
  const all = new Ajv2020({verbose: true, allErrors: true}).compile({
    type: 'object',
    required: ['name', 'external_id'],
    properties: {size: {type: 'integer'}},
    additionalProperties: {type: 'boolean'},
  });
  all({size: '10'});
  expect(whyInvalid('body', all.errors ?? [])).toEqual({
    expected: 'name and external_id and size to be an integer',
    got: 'none and the string "10"',
    todo: 'send name; send external_id; correct size',
  });
  all({name: true, external_id: true, ...Array.from({length: 20}, () => 1)});
  expect(whyInvalid('body', all.errors ?? []).todo).toMatch(/; 12 more problems are not shown$/);
});
