/** Escapes a text for HTML content and attributes. */
export const escape = (text: unknown): string =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Escapes a text for HTML content, and makes code of what is between back-ticks. */
export const withCode = (text: string): string =>
  escape(text).replaceAll(/`([^`\n]+)`/g, '<code>$1</code>');

/** Makes a list of items, which are HTML; empty without items. */
export const list = (items: readonly string[]): string =>
  items.length ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : '';

/** Makes a section with a heading; empty without content. */
export const part = (heading: string, content: string): string =>
  content === '' ? '' : `<section>\n<h2>${heading}</h2>\n${content}\n</section>\n`;

/** Makes content that is collapsed until a reader opens it. */
export const folded = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n${content}\n</details>`;

/** Makes a description list; terms without a text are left out. */
export function definitions(pairs: [term: string, text: string | undefined][]): string {
  const items = pairs
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([term, text]) => `<dt>${term}</dt><dd>${escape(text)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}
