/** Families of other texts: what a defect stores, shows, searches or compares in place of one. */

import {escapeUTF8} from 'entities/escape';

/** The first characters of a text. */
export const cut =
  (length: number) =>
  (text: string): string =>
    text.slice(0, length);

/** A text with something in the place of some signs; by default they are left out. */
export const without =
  (signs: string | RegExp, replacement = '') =>
  (text: string): string =>
    text.replaceAll(signs, replacement);

/** A text without its characters beyond 16 bits, with something in their place. */
export const withoutEmoji = (replacement = ''): ((text: string) => string) =>
  without(/[^\0-\uFFFF]/gu, replacement);

/** A text in which what was decoded correctly is decoded once more. */
export const plusAsBlank = without('+', ' ');
export const decodedTwice = without('%2B', '+');

/** A text with question marks for what is no printable ASCII. */
export const ascii = without(/[^ -~]/gu, '?');

export const capitals = (text: string): string => text.toUpperCase();
export const small = (text: string): string => text.toLowerCase();

/** A text of digits as a number would be written; others stay as they are. */
export const asNumber = (text: string): string => (/^\d+$/.test(text) ? `${BigInt(text)}` : text);

/** Letters without their accents. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** A text with entities of HTML for some signs. */
export const escaping =
  (signs: RegExp) =>
  (text: string): string =>
    text.replaceAll(signs, escapeUTF8);

/** The number of bytes of a text in UTF-8. */
export const bytesOf = (text: string | null | undefined): number => Buffer.byteLength(text ?? '');

/** A text as a pattern of `LIKE`, in which some signs are wildcards. */
export function asPattern(text: string, wildcards = '_%'): string {
  const forms: Record<string, string> = {_: '.', '%': '.*'};
  const literal = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return literal.replaceAll(/[_%]/g, (sign) =>
    wildcards.includes(sign) ? (forms[sign] ?? sign) : sign,
  );
}

/** Whether a value is a text. */
export const isText = (value: unknown): boolean => typeof value === 'string';

/** Whether one of several texts fits. */
export const someFit =
  (form: RegExp) =>
  (texts: readonly string[]): boolean =>
    texts.some((text) => form.test(text));
