import * as fc from 'fast-check';
import {hours, type Handle, type Script} from '../language/script.ts';
import type {ValueClasses} from '../values/values.ts';

/** Days of a month, as numbers. */
export const daysOfTheMonth: ValueClasses<number> = {
  plain: 14,
  classes: {
    'the first': fc.constant(1),
    'the 29th': fc.constant(29),
    'the 30th': fc.constant(30),
    'the 31st': fc.constant(31),
    any: fc.integer({min: 2, max: 28}),
  },
};

/** Hours of a day. */
export const hoursOfTheDay: ValueClasses<number> = {
  plain: 14,
  classes: {
    'the first': fc.constant(0),
    'the last': fc.constant(23),
    noon: fc.constant(12),
    any: fc.integer({min: 1, max: 22}),
  },
};

/** The next month with 31 days is at most two months away. */
const MAX_WAIT_MS = hours(63 * 24);

/**
 * Lets time pass until half past an hour on a day of the month, starting from the creation time of
 * a publication that was registered just now. If that is not a valid time, no time passes.
 */
export function waitFor(s: Script, registration: Handle, day: number, hour: number): void {
  s.advance(MAX_WAIT_MS, {now: registration.at('/created_at'), day, hour, minute: 30});
}
