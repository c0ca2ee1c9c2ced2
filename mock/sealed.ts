import {timingSafeEqual} from 'node:crypto';

/** Makes message authentication codes: `World.seal` or `View.seal`. */
interface Sealing {
  seal(purpose: string, ...parts: string[]): string;
}

/** Encodes a value as `<payload>.<seal>`, URL-safe. @param purpose distinguishes it from other sealed values */
export function sealedText(by: Sealing, purpose: string, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${by.seal(purpose, payload)}`;
}

/**
 * Decodes a text that `sealedText` made.
 * @returns undefined for any other text
 */
export function openedText<T>(by: Sealing, purpose: string, text: string): T | undefined {
  const [payload = '', seal = '', ...more] = text.split('.');
  if (more.length || !isEqual(seal, by.seal(purpose, payload))) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as T;
}

/** Compares two texts in constant time. */
export function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Makes the cursor of the page that follows a row. The seal prevents clients from making up cursors, and makes the cursor
 * of one tenant unknown to another.
 * @param purpose distinguishes the cursors of one list from those of another
 * @param seq sequence number of the last row of the page
 */
export function cursorAfter(by: Sealing, purpose: string, seq: number): string {
  const position = seq.toString(36);
  return `${position}.${by.seal(purpose, position)}`;
}

/**
 * Reads a cursor that `cursorAfter` made.
 * @returns the sequence number in it; undefined for any other text
 */
export function positionOf(by: Sealing, purpose: string, cursor: string): number | undefined {
  const [position = ''] = cursor.split('.');
  const seq = Number.parseInt(position, 36);
  return Number.isSafeInteger(seq) && cursorAfter(by, purpose, seq) === cursor ? seq : undefined;
}
