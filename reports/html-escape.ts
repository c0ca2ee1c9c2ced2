import {escapeUTF8} from 'entities/escape';

/** Escapes a text for HTML content and attributes. */
export const escape = (text: unknown): string => escapeUTF8(String(text));

/** Escapes a text for HTML content, and makes code of what is between back-ticks. */
export const withCode = (text: string): string =>
  escape(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');

/** Makes a list of items, which are HTML; empty without items. */
export const list = (items: readonly string[]): string =>
  items.length ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : '';

/** The id of a section: its heading without digits and signs. */
const idOf = (heading: string): string =>
  `part-${heading
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;

/** Makes a section with a heading; empty without content. */
export const part = (heading: string, content: string): string =>
  content === ''
    ? ''
    : `<section id="${idOf(heading)}">\n<h2>${heading}</h2>\n${content}\n</section>\n`;

/** Links to the sections that `part` has made. */
export function contents(sections: string): string {
  const found = sections.matchAll(/<section id="(part-[^"]+)">\n<h2>(.*?)<\/h2>/g);
  const links = [...found].map(([, id, heading]) => `<a href="#${id}">${heading}</a>`);
  return links.length > 1 ? `<nav aria-label="Contents">${links.join(' ')}</nav>` : '';
}

/** Makes content that is collapsed until a reader opens it. */
export const folded = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n${content}\n</details>`;

/** Makes a description list; terms without a text are left out. */
export function definitions(pairs: [term: string, text: string | undefined][]): string {
  const items = pairs
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([term, text = '']) => `<dt>${term}</dt><dd>${withCode(text)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}
