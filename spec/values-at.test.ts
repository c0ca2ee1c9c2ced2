import {describe, expect, test} from 'vitest';
import {locatedAt, valuesAt} from './values-at.ts';

const BODY = {
  name: 'tide',
  none: null,
  rows: [{id: 1, tags: ['a', 'b']}, {id: 2, tags: []}, {id: 3}],
};

describe('values at a pointer', () => {
  test.each<[what: string, pattern: string, values: unknown[]]>([
    ['of one member', '/name', ['tide']],
    ['of the whole', '', [BODY]],
    ['of a member that is null', '/none', [null]],
    ['of what is not there', '/price', []],
    ['of every item', '/rows/*/id', [1, 2, 3]],
    ['of the items of every item', '/rows/*/tags/*', ['a', 'b']],
    ['of a member that only some items have', '/rows/*/tags', [['a', 'b'], []]],
    ['of items of what is no list', '/name/*', []],
    ['of items of what is not there', '/prices/*/amount', []],
  ])('%s', (_what, pattern, values) => {
    expect(valuesAt(BODY, pattern)).toEqual(values);
  });

  test('where they are, an index stands for the star', () => {
    expect([...locatedAt(BODY, '/rows/*/tags/*')].map(({pointer}) => pointer)).toEqual([
      '/rows/0/tags/0',
      '/rows/0/tags/1',
    ]);
  });

  test('a list is itself the value', () => {
    expect(valuesAt([{id: 1}, {id: 2}], '/*/id')).toEqual([1, 2]);
  });
});
