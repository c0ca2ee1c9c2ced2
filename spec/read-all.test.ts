import {expect, test} from 'vitest';
import {asOneError, readAll, readEach} from './read-all.ts';
import {UsageError} from './usage-error.ts';

const failing = (message: string) => (): never => {
  throw new UsageError(message);
};

test('values are returned in the order of their readers, or by their names', () => {
  expect(readAll([() => 1, () => 2])).toEqual([1, 2]);
  expect(readEach({a: () => 1, b: () => 'x'})).toEqual({a: 1, b: 'x'});
});

test('the mistakes of all readers are listed once each, sorted by line', () => {
  const inner = () => readAll([failing('c.yaml:12: b'), failing('c.yaml:3: a')]);
  const outer = () => readEach({one: failing('c.yaml:12: b'), other: inner, right: () => 1});
  expect(outer).toThrow(/^2 mistakes:\n {2}c\.yaml:3: a\n {2}c\.yaml:12: b$/);
});

test('a single mistake is its own message', () => {
  expect(() => readAll([failing('c.yaml:3: a'), () => 1])).toThrow(/^c\.yaml:3: a$/);
});

test('a mistake that quotes a line break stays on one line', () => {
  const errors = ['c.yaml:1: a\nb', 'c.yaml:2: c'].map((text) => new UsageError(text));
  expect(asOneError(errors).message.split('\n')).toHaveLength(3);
});

test('of many mistakes the first ones are listed', () => {
  const errors = Array.from({length: 23}, (_, line) => new UsageError(`c.yaml:${line}: x`));
  expect(asOneError(errors).message).toMatch(/^23 mistakes:\n.*c\.yaml:19: x\n {2}and 3 more$/s);
});

test('another error ends the reading', () => {
  const broken = () => {
    throw new TypeError('a bug');
  };
  expect(() => readAll([failing('c.yaml:3: a'), broken])).toThrow(TypeError);
});
