/**
 * Characters that a reader does not see, or that a terminal, a browser or a parser acts upon:
 * control characters and with them escape sequences, formatting characters such as bidirectional
 * overrides and zero-width spaces, line and paragraph separators, halves of surrogate pairs,
 * private and forbidden code points.
 */
export const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/gu;

/**
 * A text on one line in which every character can be seen: an escape character becomes `\x1b`, a
 * line feed `\n`. What a deployment sends reaches readers only so.
 */
export const visible = (text: string): string => text.replaceAll(INVISIBLE, written);

const NAMES: Record<string, string> = {'\n': String.raw`\n`, '\r': String.raw`\r`, '\t': ' '};

/** A character that cannot be seen, in the notation of JavaScript. */
function written(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return name;
  const code = (character.codePointAt(0) ?? 0).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
}

/** A value with every text in it visible, names of members included. */
export function withVisibleTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map(withVisibleTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [visible(name), withVisibleTexts(member)]),
  ) as T;
}
