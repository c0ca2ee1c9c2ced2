import {describe, expect, it} from 'vitest';
import type {Row} from './change.ts';
import {Table} from './table.ts';

interface Book extends Row {
  bucket?: string;
}
const book = (seq: number, tenant = 'a', bucket?: string): Book => ({
  key: `b${seq}`,
  tenant,
  seq,
  ...(bucket && {bucket}),
});
const spec = {
  indexes: {
    shelf: {of: (row: Book) => row.bucket},
    anywhere: {of: (row: Book) => row.bucket, scope: 'world' as const},
  },
};
const seqs = (rows: readonly Row[]): number[] => rows.map((row) => row.seq);

it('leaves out the rows before a page', () => {
  const table = new Table(spec, [book(1), book(2, 'b'), book(3), book(5), book(7)]);
  expect(seqs(table.newest('a', {limit: 2, skip: 1}))).toEqual([5, 3]);
  expect(seqs(table.oldest('a', {limit: 2, skip: 2}))).toEqual([5, 7]);
  expect(seqs(table.newest('a', {limit: 2, skip: 9}))).toEqual([]);
  const odd = {limit: 1, skip: 1, where: (row: Row) => row.seq % 3 > 0};
  expect(seqs(table.newest('a', odd))).toEqual([5]);
  expect(seqs(table.oldest('a', odd))).toEqual([5]);
});

describe('Table', () => {
  it('pages by key, newest and oldest first, within a tenant', () => {
    const table = new Table(spec, [book(1), book(2, 'b'), book(3), book(5), book(7)]);
    expect(seqs(table.newest('a', {limit: 2}))).toEqual([7, 5]);
    expect(seqs(table.newest('a', {before: 5, limit: 9}))).toEqual([3, 1]);
    expect(seqs(table.newest('a', {before: 4, limit: 1}))).toEqual([3]);
    expect(seqs(table.oldest('a', {after: 1, limit: 2}))).toEqual([3, 5]);
    expect(seqs(table.newest('a', {limit: 9, where: (row) => row.seq % 3 > 0}))).toEqual([7, 5, 1]);
  });
  it('pages the rows under several values of an index, in the order of creation', () => {
    const shelved = [1, 2, 3, 4, 5, 6, 7].map((seq) => book(seq, 'a', ['x', 'y', 'z'][seq % 3]));
    const table = new Table(spec, [...shelved, book(8, 'b', 'x')]);
    const under = {index: 'shelf', values: ['x', 'y', 'none'], tenant: 'a'};
    expect(seqs(table.newestUnder(under, {limit: 3}))).toEqual([7, 6, 4]);
    expect(seqs(table.newestUnder(under, {limit: 3, before: 6}))).toEqual([4, 3, 1]);
    expect(seqs(table.oldestUnder(under, {limit: 2, after: 1}))).toEqual([3, 4]);
    const isOdd = (row: Row): boolean => row.seq % 2 === 1;
    expect(seqs(table.newestUnder(under, {limit: 9, where: isOdd}))).toEqual([7, 3, 1]);
    expect(seqs(table.oldestUnder(under, {limit: 1, where: isOdd}))).toEqual([1]);
    expect(table.countUnder(under)).toBe(5);
    expect(table.countUnder({...under, values: ['none']})).toBe(0);
  });
  it('keeps the order of creation whatever the order of arrival', () => {
    const table = new Table(spec, [book(5), book(1), book(3)]);
    expect(seqs(table.of('a'))).toEqual([1, 3, 5]);
  });
  it('replaces and deletes, in the indexes too', () => {
    const table = new Table(spec, [book(1, 'a', 'x'), book(2, 'a', 'x'), book(3, 'b', 'x')]);
    expect(seqs(table.by('shelf', 'x', 'a'))).toEqual([1, 2]);
    expect(seqs(table.by('anywhere', 'x', ''))).toEqual([1, 2, 3]);
    table.put(book(1, 'a', 'y'));
    expect(seqs(table.by('shelf', 'x', 'a'))).toEqual([2]);
    expect(seqs(table.by('shelf', 'y', 'a'))).toEqual([1]);
    table.del('b2');
    expect(table.by('shelf', 'x', 'a')).toEqual([]);
    expect(seqs(table.of('a'))).toEqual([1]);
    table.put({...book(9), key: 'b1'});
    expect(seqs(table.of('a'))).toEqual([9]);
  });
  it('gives snapshots that later changes do not reach', () => {
    const table = new Table(spec, [book(1)]);
    const before = table.snapshot();
    table.put(book(2));
    expect(before.size).toBe(1);
  });
  it('names an index that nobody declared', () => {
    expect(() => new Table(spec).by('colour', 'red', 'a')).toThrow('colour');
  });
});

describe('An index of a table', () => {
  it('gives the oldest under a value, whoever left and came before', () => {
    const table = new Table(
      spec,
      Array.from({length: 200}, (_, i) => book(i + 1, 'a', 'x')),
    );
    for (let seq = 1; seq <= 150; seq++) table.put(book(seq));
    expect(table.first('shelf', 'x', 'a')?.seq).toBe(151);
    expect(table.by('shelf', 'x', 'a')).toHaveLength(50);
    table.put(book(7, 'a', 'x'));
    table.put({...book(160, 'a', 'x'), about: 'anew'} as Row);
    expect(table.first('shelf', 'x', 'a')?.seq).toBe(7);
    expect(seqs(table.by('shelf', 'x', 'a'))).toEqual([
      7,
      ...Array.from({length: 50}, (_, i) => i + 151),
    ]);
    for (let seq = 1; seq <= 190; seq++) table.del(`b${seq}`);
    expect(seqs(table.oldest('a', {limit: 2}))).toEqual([191, 192]);
    expect(seqs(table.newest('a', {before: 193, limit: 9}))).toEqual([192, 191]);
    expect(table.count('a')).toBe(10);
    expect(table.first('shelf', 'y', 'a')).toBeUndefined();
  });
});
