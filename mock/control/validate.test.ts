import {expect, test} from 'vitest';
import {Validator} from './validate.ts';

test('the schema of a query is compiled once, not for each request', () => {
  const validator = new Validator();
  let reads = 0;
  const limit = {
    get type() {
      reads++;
      return 'integer';
    },
  };
  const query = {limit};
  validator.checkMembers(query, {limit: 1}, 'query');
  const readsOfFirst = reads;
  expect(readsOfFirst).toBeGreaterThan(0);
  validator.checkMembers(query, {limit: 2}, 'query');
  expect(reads).toBe(readsOfFirst);
  expect(() => validator.checkMembers(query, {limit: 'x'}, 'query')).toThrow('query/limit');
  expect(() => validator.checkMembers(query, {page: 1}, 'query')).toThrow('unknown member `page`');
});

test('a message says a form once, and which members go together', () => {
  const validator = new Validator('read on');
  const secret = {type: 'string', pattern: '^[a-z]{8,}$', description: '8 letters or more'};
  expect(validator.firstError(secret, 'abc')).toMatchObject({
    message: 'must be 8 letters or more',
    todo: 'read on',
  });
  const members = ['min', 'max', 'median'];
  const span = {
    type: 'object',
    properties: Object.fromEntries(members.map((name) => [name, {type: 'integer'}])),
    oneOf: [{required: ['min', 'max']}, {required: ['median']}],
  };
  for (const wrong of [{}, {min: 1, max: 2, median: 1}])
    expect(validator.firstError(span, wrong)?.message).toBe(
      'must have either `min` and `max`, or `median`',
    );
  expect(validator.firstError({oneOf: [{enum: ['twice']}]}, 1)?.message).not.toContain('either');
});
