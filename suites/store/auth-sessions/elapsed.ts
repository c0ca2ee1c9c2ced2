/** Elapsed times as texts for people, such as `2 hours ago`. */

import {DAY_MS, HOUR_MS} from '../../../spec/durations.ts';

/** The units of time in English, Spanish and Portuguese, with their lengths in milliseconds. */
const UNITS: [unit: RegExp, ms: number][] = [
  [/^(s|secs?|seconds?|segs?|segundos?)$/, 1000],
  [/^(mins?|minutes?|minutos?)$/, 60_000],
  [/^(h|hrs?|hours?|horas?)$/, HOUR_MS],
  [/^(d|days?|d[ií]as?)$/, DAY_MS],
  [/^(weeks?|semanas?)$/, 7 * DAY_MS],
];

/** A number, as digits or as an article, and the word behind it. */
const PART = /(?<![\p{L}\d])(\d+|(?:an?|one|una?|uma?)(?!\p{L}))\s*(\p{L}+)/gu;

/** A text with a sign inside a number, such as `1.5 hours` or `1:30 h`, is not read. */
const SIGN_IN_NUMBER = /\d[.,:]\d/;

/**
 * The elapsed time in a text, in milliseconds.
 * @returns undefined for a text that cannot be read with certainty
 */
export function elapsedIn(text: string): number | undefined {
  const words = text.toLowerCase();
  const parts = [...words.matchAll(PART)];
  const numbers = [...words.matchAll(/\d+/g)];
  const isWhollyRead = numbers.length === parts.filter(([, count = '']) => /\d/.test(count)).length;
  if (!parts.length || !isWhollyRead || SIGN_IN_NUMBER.test(words)) return undefined;
  const lengths = parts.map(([, count = '', unit = '']) => {
    const [, ms] = UNITS.find(([form]) => form.test(unit)) ?? [];
    return ms === undefined ? Number.NaN : ms * (/\d/.test(count) ? Number(count) : 1);
  });
  const sum = lengths.reduce((one, other) => one + other, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
