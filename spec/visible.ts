import {INVISIBLE} from './invisible.ts';

/**
 * Makes every character of a text visible, on one line: an escape character becomes `\x1b`, a line feed `\n`.
 * Everything that a deployment sends passes through this function before it is shown.
 */
export const visible = (text: string): string => text.replaceAll(INVISIBLE, written);

const NAMES: Record<string, string> = {'\n': String.raw`\n`, '\r': String.raw`\r`, '\t': ' '};

/** A character that cannot be seen, in JavaScript notation. */
function written(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return name;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
}

/** Makes every text in a value visible, names of members included. */
export function withVisibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [visible(name), withVisibleTexts(member)]),
  ) as T;
}
