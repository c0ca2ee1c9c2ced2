import {isObject, toText} from '../../spec/json.ts';
import type {Schema} from '../../spec/schema.ts';

/** A keyword of a schema that a value may break. */
export type Keyword =
  | 'required'
  | 'type'
  | 'format'
  | 'enum'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum';

/** A part of a request: its schema, and whether it is required. */
export interface Described {
  schema: Schema;
  required: boolean;
}

/** Texts that some languages take for a boolean. */
const BOOLEAN_TEXTS: ReadonlySet<string> = new Set([
  'true',
  'false',
  '1',
  '0',
  'on',
  'off',
  'yes',
  'no',
  't',
  'f',
  'y',
  'n',
]);

/** Letters, digits and signs each of which is one character in every way of counting. */
const PLAINLY_COUNTED = /^[\p{L}\p{N} ._-]*$/u;

/**
 * The keyword that a value breaks however leniently it is read; undefined where it breaks none, or
 * where a careful deployment may well take it. So a text of digits breaks no number, `1` and `"true"`
 * no boolean, an empty text and null no optional member, and a list of one value nothing at all.
 * @param value undefined where there is none
 */
export function surelyBroken({schema, required}: Described, value: unknown): Keyword | undefined {
  if (value === undefined || value === null) return required ? 'required' : undefined;
  if (Array.isArray(value)) return undefined;
  const types = [schema.type ?? []].flat();
  if (schema.enum) return brokenByListed(schema, value);
  if (types.includes('integer') || types.includes('number')) return brokenByNumber(schema, value);
  if (types.includes('boolean')) return brokenByBoolean(value);
  if (types.includes('string')) return brokenByText({schema, required}, value);
  return undefined;
}

function brokenByListed({enum: listed = []}: Schema, value: unknown): Keyword | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const folded = new Set(listed.map((one) => toText(one).toLowerCase()));
  const isLike = (one: string): boolean => Number(one) === Number(value);
  return folded.has(value.trim().toLowerCase()) || [...folded].some(isLike) ? undefined : 'enum';
}

function brokenByNumber(schema: Schema, value: unknown): Keyword | undefined {
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = isObject(value) ? NaN : Number(value);
  if (Number.isNaN(number)) return 'type';
  if (schema.minimum !== undefined && number < schema.minimum) return 'minimum';
  if (schema.maximum !== undefined && number > schema.maximum) return 'maximum';
  return schema.type === 'integer' && !Number.isInteger(number) ? 'type' : undefined;
}

function brokenByBoolean(value: unknown): Keyword | undefined {
  if (typeof value === 'number') return value === 0 || value === 1 ? undefined : 'type';
  if (typeof value !== 'string') return isObject(value) ? 'type' : undefined;
  const text = value.trim().toLowerCase();
  return text === '' || BOOLEAN_TEXTS.has(text) ? undefined : 'type';
}

function brokenByText({schema, required}: Described, value: unknown): Keyword | undefined {
  if (typeof value !== 'string')
    return schema.format === 'email' || isObject(value) ? brokenForm(schema) : undefined;
  if (value === '') return required ? brokenByNothing(schema) : undefined;
  if (value.trim() === '') return undefined;
  if (schema.format === 'email' && isNoAddress(value.trim())) return 'format';
  if (schema.format === 'date' && isNoDay(value.trim())) return 'format';
  return brokenLength(schema, value);
}

/** Values that cannot be a text of the form, for example an object instead of an address. */
const brokenForm = ({format}: Schema): Keyword => (format === undefined ? 'type' : 'format');

/** The keyword that an empty text breaks if the value is required. */
function brokenByNothing({format, minLength = 0}: Schema): Keyword | undefined {
  if (format !== undefined) return 'format';
  return minLength > 0 ? 'minLength' : undefined;
}

/** Too short in bytes is too short in characters; what is too long is counted in plain letters. */
function brokenLength({minLength = 0, maxLength}: Schema, value: string): Keyword | undefined {
  if (new TextEncoder().encode(value).length < minLength) return 'minLength';
  const text = value.normalize('NFC').trim();
  const isLonger = maxLength !== undefined && [...text].length > maxLength;
  return isLonger && PLAINLY_COUNTED.test(text) ? 'maxLength' : undefined;
}

/** Not a valid address for any validator: one side of the at sign is missing. */
const isNoAddress = (text: string): boolean =>
  !text.includes('@') || text.startsWith('@') || text.endsWith('@');

/** A day in another order, one that no month has, or no day at all. */
function isNoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return !/\d/.test(text) || /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/.test(text);
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().slice(0, 10) !== text;
}
