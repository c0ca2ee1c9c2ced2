import {DAY_MS, HOUR_MS} from '../../spec/durations.ts';
import {LAST_CLOCK_INSTANT} from '../control/clock.ts';

/** Milliseconds of the units in which relative times are written. */
const UNITS: Readonly<Record<string, number>> = {
  second: 1000,
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
};

/** Relative times, for the JSON Schema and for reading them. */
const RELATIVE =
  '(?:(\\d{1,9}) (second|minute|hour|day|week)s? ago|in (\\d{1,9}) (second|minute|hour|day|week)s?)';
const ABSOLUTE =
  '\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?(?:Z|[+-]\\d\\d:\\d\\d))?';

/** The pattern of every time in a seed. */
export const TIME_PATTERN = `^(?:now|${RELATIVE}|${ABSOLUTE})$`;

/** How a time is written, for messages. */
export const TIME_FORMS = '`now`, `3 days ago`, `in 2 hours` or `2026-03-01T09:30:00Z`';

const FORM = new RegExp(`^${RELATIVE}$`);

/**
 * Reads a time of a seed.
 * @param now the world's clock, in epoch milliseconds
 * @returns epoch milliseconds; undefined for a text that is no time of the years 1970 to 2999
 */
export function instantIn(text: string, now: number): number | undefined {
  const instant = text === 'now' ? now : (relativeTo(text, now) ?? absolute(text));
  return instant >= 0 && instant <= LAST_CLOCK_INSTANT ? instant : undefined;
}

/** `Date.parse` takes 31 February for 3 March. */
function absolute(text: string): number {
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  const midnight = Date.parse(day);
  if (!(midnight >= 0)) return NaN;
  return new Date(midnight).toISOString().startsWith(day) ? Date.parse(text) : NaN;
}

function relativeTo(text: string, now: number): number | undefined {
  const [matched, ago, agoUnit = '', ahead, aheadUnit = ''] = FORM.exec(text) ?? [];
  if (matched === undefined) return undefined;
  return ago === undefined
    ? now + Number(ahead) * (UNITS[aheadUnit] ?? NaN)
    : now - Number(ago) * (UNITS[agoUnit] ?? NaN);
}
