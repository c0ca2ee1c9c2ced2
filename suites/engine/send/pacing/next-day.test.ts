import {expect, test} from 'vitest';
import type {RunServices} from '../../judge/run-services.ts';
import {letSpentDayPass} from './next-day.ts';

/** The services of a run whose target may have a hook that moves its clock. */
function servicesWith(isDaySpent: boolean, hook?: (ms: number) => void) {
  const rateLimitRetry = {
    isDaySpent,
    beginDay(): void {
      this.isDaySpent = false;
    },
  };
  const environment = {advance: async (ms: number) => hook?.(ms), close: async () => undefined};
  const target = {
    lacks: () => (hook ? undefined : 'give a hook for `advance`'),
    open: async () => environment,
  };
  return {target, sharedTarget: {rateLimitRetry}} as unknown as RunServices;
}

test('where a quota ended in the middle of a scene, the clock is moved and the scene run again', async () => {
  const moved: number[] = [];
  const services = servicesWith(true, (ms) => moved.push(ms));
  expect(await letSpentDayPass(services)).toBe(true);
  expect(moved).toHaveLength(1);
  expect(moved[0]).toBeGreaterThan(86_400_000);
  expect(await letSpentDayPass(services)).toBe(false);
});

test('without a spent quota, or without the hook, nothing is moved', async () => {
  expect(await letSpentDayPass(servicesWith(false, () => undefined))).toBe(false);
  expect(await letSpentDayPass(servicesWith(true))).toBe(false);
});

test('a hook that fails moves nothing', async () => {
  const fails = (): void => {
    throw new Error('the hook was answered 500');
  };
  expect(await letSpentDayPass(servicesWith(true, fails))).toBe(false);
});
