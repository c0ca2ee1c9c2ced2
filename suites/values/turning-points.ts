/** Times at which calendars and clocks turn, and the wait for them: something that takes minutes is then on both sides. */

import type {DayTime} from '../../spec/step.ts';
import type {Ref} from '../../spec/value.ts';
import {hours, type Script} from '../language/script.ts';

/** Shortly before midnight. */
const LATE = {hour: 23, minute: 55};
const SUNDAY = 0;

/**
 * Shortly before a month or a year ends, and before clocks are changed in most of Europe (01:00 UTC) and in the United
 * States (02:00 of a local time, which the deployment may show).
 */
const TURNS: readonly DayTime[] = [
  {month: 12, day: 31, ...LATE},
  {month: 1, day: 31, ...LATE},
  {month: 2, day: 28, ...LATE},
  {month: 3, day: 8, weekday: SUNDAY, hour: 1, minute: 55},
  {month: 3, day: 25, weekday: SUNDAY, hour: 0, minute: 55},
  {month: 4, day: 30, ...LATE},
  {month: 10, day: 25, weekday: SUNDAY, hour: 0, minute: 55},
  {month: 11, day: 1, weekday: SUNDAY, hour: 1, minute: 55},
];

/** Shortly before the end of a leap day. */
const LEAP_DAY: DayTime = {month: 2, day: 29, ...LATE};

/** What a wait is for: the next turn of all, or a leap day. */
export type Turn = 'next' | 'leap day';

/** As many waits as meet every turn of a year, and a leap day last. */
export const EVERY_TURN: readonly Turn[] = [...TURNS.map((): Turn => 'next'), 'leap day'];

/** A leap day is at most eight years away. */
const LONGEST_MS = hours(24 * 366 * 8);

/** Lets time pass until a turn. @param now the local time of the deployment, as a response just showed it */
export function waitForTurn(s: Script, now: Ref, turn: Turn): void {
  const [first = LEAP_DAY, ...or] = turn === 'next' ? TURNS : [LEAP_DAY];
  s.advance(LONGEST_MS, {now, ...first, ...(or.length > 0 && {or})});
}
