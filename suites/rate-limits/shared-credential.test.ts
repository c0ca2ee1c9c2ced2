import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import {isUsedByOthers} from './shared-credential.ts';

/** Responses to operations in turn that tell what is left. */
const burst = (left: number[], ops = ['listUsers']): Exchange[] =>
  left.map((remaining, index) => ({
    ...({} as Exchange),
    op: ops[index % ops.length] ?? '',
    headers: {'x-ratelimit-remaining': String(remaining)},
  }));

test('a fall that the own requests do not explain is that of others', () => {
  expect(isUsedByOthers(burst([59, 58, 57, 55, 54, 53, 52]))).toBe(true);
  expect(isUsedByOthers(burst([53, 59, 58, 57, 55, 54, 52]))).toBe(true);
});

test('requests that are always counted twice are the deployment’s own mistake', () => {
  expect(isUsedByOthers(burst([59, 57, 55, 53, 51]))).toBe(false);
  expect(isUsedByOthers(burst([59, 57, 56, 54, 53, 51], ['listUsers', 'createUser']))).toBe(false);
});

test('without falls, or without the header, nobody else is seen', () => {
  expect(isUsedByOthers(burst([59, 58, 57, 56]))).toBe(false);
  expect(isUsedByOthers(burst([]))).toBe(false);
  expect(isUsedByOthers([{...({} as Exchange), op: 'listUsers', headers: {}}])).toBe(false);
});
