import {expect, test} from 'vitest';
import {unusable} from '../target/unusable.ts';
import {response} from '../testing/response.ts';

const refusal = (situations: string[]): string | undefined =>
  unusable(response(429, situations, {op: 'startRun', body: {reason: 'tool/limit'}}));

test('a refusal that may be another than that of the limit on requests names the entries that decide', () => {
  expect(refusal(['tool-limit', 'busy', 'rate-limited'])).toBe(
    'startRun was answered 429, by the limit on requests or not: add ' +
      'outcomes.startRun.tool-limit: {status: [429], reason: "tool/limit"} or ' +
      'outcomes.startRun.busy: {status: [429], reason: "tool/limit"} to the profile, or ' +
      'outcomes.rate-limited: {reason: ...} with the reason of the limit on requests',
  );
});

test('that of the limit on requests alone names none', () => {
  expect([refusal(['rate-limited']), refusal([]), refusal(['tool-limit'])]).toEqual([
    'startRun: 429',
    'startRun: 429',
    undefined,
  ]);
});
