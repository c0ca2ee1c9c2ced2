import type {TextKind} from '../../spec/openapi.ts';
import {isSameAs} from './normalized.ts';

/**
 * What texts say of a flag; words such as `off` and `no` are left out, for a language that knows only
 * texts with and without characters takes them for true.
 */
const FLAG_TEXTS: Record<string, boolean> = {
  false: false,
  '0': false,
  true: true,
  '1': true,
  on: true,
};

/**
 * Whether what is shown is what was given, when a value of another JSON type is taken for what it
 * says: `"5"` for 5, `"false"` and 0 for false. A value that says nothing, such as null, an empty
 * text or a list, may be shown as anything, and anything may be shown as null.
 * @param as what a text is, where that leaves open how it is shown
 */
export function isTakenAs(given: unknown, shown: unknown, as?: TextKind): boolean {
  if (shown === null || saysNothing(given)) return true;
  if (typeof shown === 'boolean') return [undefined, shown].includes(flagOf(given));
  if (typeof shown === 'number') return [undefined, shown].includes(numberOf(given));
  if (typeof shown !== 'string') return true;
  // What a boolean is as a text differs from language to language.
  if (typeof given !== 'string') return typeof given === 'boolean' || String(given) === shown;
  return isSameAs(given, shown, as);
}

const saysNothing = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  typeof given === 'object' ||
  (typeof given === 'string' && given.trim() === '');

/** The flag that a value says; undefined when it says none. */
function flagOf(given: unknown): boolean | undefined {
  if (typeof given === 'boolean') return given;
  return FLAG_TEXTS[String(given).trim().toLowerCase()];
}

/** The number that a value says, which is 1 or 0 for a flag; undefined when it says none. */
function numberOf(given: unknown): number | undefined {
  const number = Number(given);
  if (!Number.isNaN(number)) return number;
  const flag = flagOf(given);
  return flag === undefined ? undefined : Number(flag);
}
