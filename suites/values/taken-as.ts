import type {TextKind} from '../../spec/openapi.ts';
import {isSameAs} from './normalized.ts';
import {toText} from '../../spec/json.ts';

/**
 * The texts that stand for a boolean. Words such as `off` and `no` are missing, because some languages
 * convert every non-empty text to true.
 */
export const FLAG_TEXTS: Record<string, boolean> = {
  false: false,
  '0': false,
  true: true,
  '1': true,
  on: true,
};

/**
 * Whether the returned value equals the sent one after lenient type conversion: `"5"` equals 5, and
 * `"false"` and 0 equal false. It is for values of a wrong type: a sent null, blank text or list may be
 * returned as anything, a text that is no number or boolean as any of them, and any value as null.
 * @param as the kind of a text, if the kind permits several forms
 */
export function isTakenAs(given: unknown, shown: unknown, as?: TextKind): boolean {
  if (shown === null || saysNothing(given)) return true;
  if (typeof shown === 'boolean') return [undefined, shown].includes(flagOf(given));
  if (typeof shown === 'number') return [undefined, shown].includes(numberOf(given));
  if (typeof shown !== 'string') return true;
  // The text of a boolean differs between languages.
  if (typeof given !== 'string') return typeof given === 'boolean' || toText(given) === shown;
  return isSameAs(given, shown, as);
}

const saysNothing = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  typeof given === 'object' ||
  (typeof given === 'string' && given.trim() === '');

/** A value converted to a boolean; undefined if it cannot be. */
function flagOf(given: unknown): boolean | undefined {
  if (typeof given === 'boolean') return given;
  return FLAG_TEXTS[toText(given).trim().toLowerCase()];
}

/** A value converted to a number, which is 1 or 0 for a boolean; undefined if it cannot be. */
function numberOf(given: unknown): number | undefined {
  const number = Number(given);
  if (!Number.isNaN(number)) return number;
  const flag = flagOf(given);
  return flag === undefined ? undefined : Number(flag);
}
