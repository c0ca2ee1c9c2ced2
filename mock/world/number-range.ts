import {DAY_MS} from '../../spec/durations.ts';

/** The values that a number of a world may have. */
export interface NumberRange {
  minimum: number;
  maximum: number;
}

/** Dates that lie further ahead cannot be written. */
const MAX_AHEAD_MS = 100 * 365 * DAY_MS;

const MOST = 1_000_000;

/** Milliseconds of the unit in which a duration is given, by the end of its name. */
const UNITS: Readonly<Record<string, number>> = {ms: 1, seconds: 1000, minutes: 60_000};

/**
 * The range of a limit, lifetime or page size, by its name: durations end in their unit, sizes of pages in `page_size`,
 * limits of a minute in `per_minute`, and sizes of files contain `bytes`.
 */
export function rangeOf(name: string): NumberRange {
  if (name.includes('bytes')) return {minimum: 0, maximum: Number.MAX_SAFE_INTEGER};
  if (/page_size$|per_minute$/.test(name)) return {minimum: 1, maximum: MOST};
  const unit = UNITS[name.slice(name.lastIndexOf('_') + 1)];
  return {minimum: 0, maximum: unit === undefined ? MOST : MAX_AHEAD_MS / unit};
}
