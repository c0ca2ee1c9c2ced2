import {blame} from '../replies.ts';
import {isDay} from '../time.ts';
import type {Context, Errors, Json} from '../types.ts';
import {isEmail} from '../validate-identity.ts';
import {parses} from '../web-address.ts';
import {isCurrency} from './currencies.ts';

/** Whether a member was sent (null counts as not sent). */
export function given(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A JSON object, or null. */
export function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : null;
}

/** Judges a text of 1 to `most` characters, when it was sent. */
export function checkText(errors: Errors, title: string, value: unknown, most = 64): void {
  if (!given(value)) return;
  if (typeof value !== 'string' || value.trim() === '') {
    blame(errors, title, 'A text is expected.');
    return;
  }
  if ([...value].length > most) blame(errors, title, `At most ${most} characters.`);
}

/** Judges a web address, when it was sent. */
export function checkUrl(errors: Errors, title: string, value: unknown): void {
  if (!given(value)) return;
  const right = typeof value === 'string' && /^https?:\/\/./.test(value) && parses(value);
  if (!right) blame(errors, title, 'This is not a web address.');
}

/** Judges an amount, when it was sent. */
export function checkAmount(errors: Errors, title: string, value: unknown): void {
  if (!given(value)) return;
  const right = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  if (!right) blame(errors, title, 'A number from 0 on.');
}

/** Judges a currency code, when it was sent. */
export function checkCurrency(errors: Errors, title: string, value: unknown): void {
  if (given(value) && !isCurrency(value)) blame(errors, title, 'A code of ISO 4217 is expected.');
}

/** Judges a calendar day, when it was sent. */
export function checkDay(errors: Errors, title: string, value: unknown): void {
  if (!given(value)) return;
  const right = typeof value === 'string' && isDay(value);
  if (!right) blame(errors, title, 'A day as YYYY-MM-DD is expected.');
}

/** Judges an email address, when it was sent. */
export function checkAddress(
  context: Context,
  errors: Errors,
  title: string,
  value: unknown,
): void {
  if (!given(value)) return;
  const right = typeof value === 'string' && isEmail(context, value);
  if (!right) blame(errors, title, 'This is not an email address.');
}

/** Judges that members were sent. */
export function demand(errors: Errors, body: Json, fields: string[], prefix = ''): void {
  for (const field of fields) {
    if (!given(body[field])) blame(errors, `${prefix}${field}`, 'This is needed.');
  }
}
