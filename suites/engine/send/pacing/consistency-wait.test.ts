import {expect, test} from 'vitest';
import {ConsistencyWait} from './consistency-wait.ts';

/** A change that shows after so many milliseconds, and what was waited for it. */
function lateBy(ms: number) {
  const passed = {really: 0, onItsClock: 0, looks: 0};
  const waits = {
    wait: async (by: number) => void (passed.really += by),
    advance: async (by: number) => void (passed.onItsClock += by),
  };
  const looks = async (): Promise<boolean> => {
    passed.looks += 1;
    return passed.really + passed.onItsClock >= ms;
  };
  return {passed, waits, looks};
}

test('a change that shows after some seconds is waited for in any case', async () => {
  const {passed, waits, looks} = lateBy(5000);
  expect(await new ConsistencyWait().until('a', waits, looks)).toBe(6000);
  expect(passed).toEqual({really: 6000, onItsClock: 0, looks: 3});
});

test('a later one is waited for as long as the target allows', async () => {
  const {passed, waits, looks} = lateBy(30_000);
  const consistencyWait = new ConsistencyWait((ms) => ms <= 120_000);
  expect(await consistencyWait.until('a', waits, looks)).toBe(30_000);
  expect(passed).toEqual({really: 10_000, onItsClock: 20_000, looks: 8});
});

test('and no longer', async () => {
  const {waits, looks} = lateBy(30_000);
  expect(await new ConsistencyWait((ms) => ms <= 25_000).until('a', waits, looks)).toBe(20_000);
  expect(await new ConsistencyWait().until('a', waits, looks)).toBe(10_000);
});

test('what was waited for in vain is looked for once more only', async () => {
  const consistencyWait = new ConsistencyWait((ms) => ms <= 40_000);
  const never = lateBy(Infinity);
  expect(await consistencyWait.until('a', never.waits, never.looks)).toBe(30_000);
  expect(await consistencyWait.until('a', never.waits, never.looks)).toBe(2000);
  expect(await consistencyWait.until('b', never.waits, never.looks)).toBe(30_000);
});

test('a deployment that shows some changes late is always given some seconds', async () => {
  const consistencyWait = new ConsistencyWait((ms) => ms <= 40_000);
  const [never, late] = [lateBy(Infinity), lateBy(3000)];
  await consistencyWait.until('a', never.waits, never.looks);
  await consistencyWait.until('b', late.waits, late.looks);
  expect(await consistencyWait.until('a', never.waits, never.looks)).toBe(10_000);
});
