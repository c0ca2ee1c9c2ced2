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
