import {expect, test} from 'vitest';
import {
  isClientError,
  isRedirect,
  isServerError,
  isSuccessOrRedirect,
  isSuccessStatus,
} from './status.ts';

const RANGES = {isSuccessStatus, isRedirect, isClientError, isServerError};

test.each<[status: number, range: keyof typeof RANGES | undefined]>([
  [0, undefined],
  [199, undefined],
  [200, 'isSuccessStatus'],
  [299, 'isSuccessStatus'],
  [300, 'isRedirect'],
  [399, 'isRedirect'],
  [400, 'isClientError'],
  [499, 'isClientError'],
  [500, 'isServerError'],
  [599, 'isServerError'],
])('status %i is in one range', (status, range) => {
  const ranges = Object.entries(RANGES).flatMap(([name, isIn]) => (isIn(status) ? [name] : []));
  expect(ranges).toEqual(range === undefined ? [] : [range]);
  expect(isSuccessOrRedirect(status)).toBe(isSuccessStatus(status) || isRedirect(status));
});
