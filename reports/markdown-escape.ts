/** What Markdown, HTML inside it, and the links and mentions of GitHub are made of. */
const MARKUP = /[\\`*_{}[\]<>#|~!&@$]|:(?=\/\/)|(?<=www)\./gi;

/** A text on one line as Markdown that shows it as it is: no markup, cell, link or mention in it. */
export const plainText = (text: string): string =>
  text
    .replaceAll(MARKUP, (character) => ENTITIES[character] ?? `\\${character}`)
    .replace(LIST, '\\$&');

/** A backslash would not keep these from being HTML, or a mention. */
const ENTITIES: Record<string, string> = {'<': '&lt;', '>': '&gt;', '&': '&amp;', '@': '&#64;'};

/** What makes a list or a rule of a line that begins with it. */
const LIST = /(?<=^\s*)[-+=]|(?<=^\s*\d+)[.)]/;

/** A text on one line as code; not for a table, where a bar would end the cell. */
export const codeSpan = (text: string): string => {
  const fence = '`'.repeat(longestRun(text) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
};

/** Lines as a block of code; none of them can end it. */
export function codeBlock(lines: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}sh`, ...lines, fence].join('\n');
}

/** The most backticks that follow upon each other. */
const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
