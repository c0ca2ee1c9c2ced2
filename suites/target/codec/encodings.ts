import {isObject, toText} from '../../../spec/json.ts';
import type {Encoding} from '../../../spec/profile.ts';

/** Decodes a value from the form in the profile; a value of another form is returned as it is. */
type Decode = (value: unknown) => unknown;

const DECODE: Record<Extract<Encoding, string>, Decode> = {
  'bool-as-int': (value) => {
    if (value === 1) return true;
    return value === 0 ? false : value;
  },
  'number-as-string': (value) => {
    const isNumber =
      typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
    return isNumber ? Number(value) : value;
  },
  'string-as-number': (value) => (typeof value === 'number' ? String(value) : value),
  'epoch-seconds': (value) => instant(value, 1000),
  'epoch-milliseconds': (value) => instant(value, 1),
  pairs: (value) =>
    Array.isArray(value) && value.every(isPair) ? Object.fromEntries(value.map(pairOf)) : value,
};

/**
 * Decodes a value that a deployment writes in another form.
 * @param encoding the form according to the profile; undefined for the documented form
 */
export function decodeValue(encoding: Encoding | undefined, value: unknown): unknown {
  if (encoding === undefined || value === null || value === undefined) return value;
  if (typeof encoding === 'string') return DECODE[encoding](value);
  const text = asText(value);
  const [canonical] =
    Object.entries(encoding).find(([, written]) => [written].flat().includes(text as string)) ?? [];
  return canonical === undefined ? value : (BOOLEANS[canonical] ?? canonical);
}

/** A value as a mapping names it: numbers, true and false by their text. */
const asText = (value: unknown): unknown =>
  typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;

/** The names of boolean values in a mapping; no canonical text is one of these words. */
const BOOLEANS: Record<string, boolean> = {true: true, false: false};

/** A number of units since 1970 as a date-time; any other value is returned as it is. */
function instant(value: unknown, millisecondsPerUnit: number): unknown {
  if (typeof value !== 'number') return value;
  const date = new Date(value * millisecondsPerUnit);
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** Whether a record is a pair of a name and a value, and has no other members. */
const isPair = (pair: unknown): boolean =>
  Array.isArray(pair) ? pair.length === 2 : isObject(pair) && 'name' in pair;

/** A member of an object, written as `[name, value]` or `{name, value}`. */
function pairOf(pair: unknown): [name: string, value: unknown] {
  if (Array.isArray(pair)) return [toText(pair[0]), pair[1]];
  const {name, value} = isObject(pair) ? pair : {};
  return [toText(name), value];
}
