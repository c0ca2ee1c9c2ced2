import {expect, test} from 'vitest';
import {loadLaw} from '../../../spec/law.ts';
import {covers, OPERATIONS} from './by-tool.ts';

test('every operation whose path the document shows is asked for its tool', () => {
  const {operations} = loadLaw('workspace').contract;
  expect([...OPERATIONS].sort()).toEqual(Object.values(operations).filter(({pathOpen}) => pathOpen === undefined).map(({id}) => id).sort());
});

test.each<[what: string, got: unknown, wanted: unknown, does: boolean]>([
  ['the same', {a: 1, b: [{c: null}]}, {a: 1, b: [{c: null}]}, true],
  ['more beside it', {a: 1, link: 'x'}, {a: 1}, true],
  ['null left out', {a: 1}, {a: 1, b: null}, true],
  ['a member missing', {}, {a: 1}, false],
  ['another value', {a: 2}, {a: 1}, false],
  ['another type', {a: '1'}, {a: 1}, false],
  ['a row more', [1, 2], [1], false],
  ['another order', [2, 1], [1, 2], false],
  ['nothing', undefined, {a: 1}, false],
])('a result covers another: %s', (_what, got, wanted, does) => {
  expect(covers(got, wanted)).toBe(does);
});
