import {expect, test} from 'vitest';
import {Script} from './script.ts';
import {aroundAge, waitUntilAge} from './wait-until.ts';

/** Milliseconds that a script lets pass. */
const passed = (s: Script): number =>
  s.steps.reduce((total, step) => total + (step.step === 'advance' ? step.ms : 0), 0);

test('a wait ends when what a step brought is of an age, and never earlier', () => {
  const s = new Script('workspace');
  s.advance(5000);
  const reservation = s.call('createUpload');
  s.advance(1000);
  waitUntilAge(s, reservation, 60_000);
  expect(passed(s)).toBe(65_000);
  waitUntilAge(s, reservation, 30_000);
  expect(passed(s)).toBe(65_000);
});

test('waits end just before an instant, at it and just after it', () => {
  const {'nearly ends': before, ends: at, 'has ended': after} = aroundAge(60_000);
  expect([before < 58_000, at, after > 62_000]).toEqual([true, 60_000, true]);
});
