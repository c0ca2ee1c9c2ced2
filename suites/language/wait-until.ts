import {AFTER_AN_END_MS, BEFORE_AN_END_MS} from '../values/ages.ts';
import type {Handle, Script} from './script.ts';

/**
 * Records that time passes until what a step brought has an age, as far as steps let time pass:
 * nothing where they have let pass more already.
 * @param age in milliseconds
 */
export function waitUntilAge(s: Script, source: Handle, age: number): void {
  const from = s.steps.findIndex(({id}) => id === source.id);
  const passed = s.steps
    .slice(from + 1)
    .reduce((total, step) => total + (step.step === 'advance' ? step.ms : 0), 0);
  if (age > passed) s.advance(age - passed);
}

/** Waits that end just before an instant, at it, and just after it, by their name. */
export const aroundAge = (age: number): Record<'nearly ends' | 'ends' | 'has ended', number> => ({
  'nearly ends': age - BEFORE_AN_END_MS,
  ends: age,
  'has ended': age + AFTER_AN_END_MS,
});
