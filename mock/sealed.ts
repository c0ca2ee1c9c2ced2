import {timingSafeEqual} from 'node:crypto';

/** Makes a code for texts that nobody else can make: `World.seal` or `View.seal`. */
interface Sealing {
  seal(purpose: string, ...parts: string[]): string;
}

/** Writes a value as `<payload>.<seal>`, both URL-safe. @param purpose tells it from other sealed values */
export function sealedText(by: Sealing, purpose: string, value: unknown): string {
  const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${payload}.${by.seal(purpose, payload)}`;
}

/**
 * Reads what `sealedText` wrote.
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
