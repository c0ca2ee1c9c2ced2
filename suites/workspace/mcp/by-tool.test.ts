import {expect, test} from 'vitest';
import {loadSpecification} from '../../../spec/specification.ts';
import {covers, coversEither, inComparableOrder, OPERATIONS} from './by-tool.ts';

test('every operation whose path the document shows is asked for its tool', () => {
  const {operations} = loadSpecification('workspace').contract;
  expect([...OPERATIONS].sort()).toEqual(
    Object.values(operations)
      .filter(({pathUndocumented}) => pathUndocumented === undefined)
      .map(({id}) => id)
      .sort(),
  );
});

test.each<[what: string, got: unknown, wanted: unknown, does: boolean]>([
  ['the same', {id: 'a', data: [{title: null}]}, {id: 'a', data: [{title: null}]}, true],
  ['more beside it', {id: 'a', link: 'x'}, {id: 'a'}, true],
  ['a part more within a member', {plan: {tier: 'a'}}, {plan: {tier: 'a', link: 'x'}}, true],
  ['another part within a member', {plan: {tier: 'b'}}, {plan: {tier: 'a', link: 'x'}}, false],
  ['null left out', {id: 'a'}, {id: 'a', title: null}, true],
  ['a member missing', {}, {id: 'a'}, false],
  ['another value', {id: 'b'}, {id: 'a'}, false],
  ['another type', {original_size_bytes: '1'}, {original_size_bytes: 1}, false],
  ['a row more', {data: [{id: 'a'}, {id: 'b'}]}, {data: [{id: 'a'}]}, false],
  ['another order', {data: [{id: 'b'}, {id: 'a'}]}, {data: [{id: 'a'}, {id: 'b'}]}, false],
  ['nothing', undefined, {id: 'a'}, false],
])('a result covers another: %s', (_what, got, wanted, does) => {
  expect(covers(got, wanted)).toBe(does);
});

const rows = (...states: string[]): object => ({data: states.map((state, id) => ({id, state}))});

test.each([
  ['one of two rows had changed', rows('new', 'old'), true],
  ['none had changed', rows('old', 'old'), true],
  ['a row is as it never was', rows('new', 'other'), false],
  ['a row is missing', rows('new'), false],
])('a result between two others: %s', (_what, got, does) => {
  expect(coversEither(got, rows('old', 'old'), rows('new', 'new'))).toBe(does);
});

test('rows are compared in any order, but those of publications in that of the list', () => {
  const [one, other] = [
    {current_file_id: 2, data: [{id: 1}, {id: 2, current: true}]},
    {current_file_id: 2, data: [{id: 2, current: true}, {id: 1}]},
  ];
  const agree = (op: string): boolean =>
    covers(inComparableOrder({op, members: one}), inComparableOrder({op, members: other}));
  expect(agree('listPublicationFiles')).toBe(true);
  expect(agree('listPublications')).toBe(false);
});
