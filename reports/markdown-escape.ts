/** The characters with a meaning in Markdown, in HTML inside it, and in links and mentions on GitHub. */
const MARKUP = /[\\`*_{}[\]<>#|~!&@$]|:(?=\/\/)|(?<=www)\./gi;

/** Escapes a text for one line of Markdown, so that it contains no markup, cell, link or mention. */
export const plainText = (text: string): string =>
  text
    .replaceAll(MARKUP, (character) => ENTITIES[character] ?? `\\${character}`)
    .replace(LIST, '$&\\');

/** Characters that are replaced by entities, because a backslash would not prevent HTML and mentions. */
const ENTITIES: Record<string, string> = {'<': '&lt;', '>': '&gt;', '&': '&amp;', '@': '&#64;'};

/** What stands before a character that makes a list or a rule of a line that begins so. */
const LIST = /^\s*(?:(?=[-+=])|\d+(?=[.)]))/;

/** Makes inline code of a text on one line; not for tables, in which a bar would end the cell. */
export const codeSpan = (text: string): string => {
  const fence = '`'.repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
};

/** Makes a code block of lines, which cannot end it. */
export function codeBlock(lines: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}sh`, ...lines, fence].join('\n');
}

/** The length of the longest sequence of backticks. There may be too many for the arguments of one call. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
