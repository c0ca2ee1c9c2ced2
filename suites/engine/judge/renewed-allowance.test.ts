import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {renewalIn} from './renewed-allowance.ts';

const read = (sentAt: number, left: number | null, as = 'full'): Exchange =>
  ({as, sentAt, gotAt: sentAt, status: 200, body: {publications_left: left}}) as Exchange;

test('an allowance was renewed when more is left than before', () => {
  expect(renewalIn([read(1, 3), read(2, 2), read(3, 100)], [])).toBe(3);
});

test('nothing tells of a renewal where less is left, or another workspace or no number is read', () => {
  expect(renewalIn([read(1, 3), read(2, 2)], [])).toBeUndefined();
  expect(renewalIn([read(1, 3), read(2, 100, 'second-workspace'), read(3, 3)], [])).toBeUndefined();
  expect(renewalIn([read(1, null), read(2, 7)], [])).toBeUndefined();
});

test('what a hook leaves is no renewal', () => {
  expect(renewalIn([read(1, 3), read(5, 100)], [read(2, null)])).toBeUndefined();
  expect(renewalIn([read(1, 3), read(5, 100)], [read(7, null)])).toBe(5);
});
