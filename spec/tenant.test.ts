import {expect, test} from 'vitest';
import {belongsToSecondTenant} from './tenant.ts';

test.each<[role: string, isSecond: boolean]>([
  ['full', false],
  ['second-workspace', true],
  ['second-agent', true],
  ['admin', false],
  // It administers the first store.
  ['second-admin', false],
  ['second-store', true],
  ['nobody', false],
  ['given', false],
])('%s is of the second tenant: %s', (role, isSecond) => {
  expect(belongsToSecondTenant(role)).toBe(isSecond);
});
