import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {effortNamed, seedsNamed, shardNamed, shardOf, wholeNumber} from './nightly-options.ts';
import {mergedResults, NightlyResults} from './nightly-results.ts';

test('seeds are counted from 1, or named by the first and the last', () => {
  expect(seedsNamed('3')).toEqual([1, 2, 3]);
  expect(seedsNamed('101-102')).toEqual([101, 102]);
  expect(() => seedsNamed('0')).toThrow('--seeds has to be a whole number from 1 on, not 0.');
  expect(() => seedsNamed('1-x')).toThrow('The last of --seeds has to be a whole number');
  expect(() => seedsNamed('4-3')).toThrow('the smaller seed comes first');
});

test('shards have everything once', () => {
  const all = [1, 2, 3, 4, 5];
  const parts = ['1/2', '2/2'].flatMap((text) => shardOf(all, shardNamed(text)));
  expect(parts.toSorted()).toEqual(all);
  expect(() => shardNamed('3/2')).toThrow('--shard 3/2 is no part');
  expect(() => shardNamed('2')).toThrow('--shard I/N: N has to be a whole number');
});

test('numbers and efforts that are none are refused in a sentence', () => {
  expect(wholeNumber('2', '--processes')).toBe(2);
  expect(() => wholeNumber('1.5', '--processes')).toThrow('--processes has to be');
  expect(effortNamed('deep')).toBe('deep');
  expect(() => effortNamed('high')).toThrow('write one of quick, standard, deep');
});

test('the results of shards are put together, and what two of them have is taken once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'presscheck-nightly-'));
  try {
    const files = ['one', 'two'].map((name) => join(folder, 'results', `${name}.json`));
    for (const [index, file] of files.entries()) {
      const results = new NightlyResults<number>(file);
      results.add(index, index + 1);
      results.write();
    }
    expect(mergedResults<number>(files, String)).toEqual([0, 1, 2]);
  } finally {
    rmSync(folder, {recursive: true});
  }
});
