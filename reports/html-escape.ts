/** A text as HTML that shows it as it is, in an attribute too. */
export const escape = (text: unknown): string =>
  String(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** A list; nothing without items, which are HTML. */
export const list = (items: readonly string[]): string =>
  items.length ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : '';

/** A part of the page with its heading; nothing without content. */
export const part = (heading: string, content: string): string =>
  content === '' ? '' : `<section>\n<h2>${heading}</h2>\n${content}\n</section>\n`;

/** Content that is folded until a reader opens it. */
export const folded = (summary: string, content: string): string =>
  `<details><summary>${summary}</summary>\n${content}\n</details>`;

/** A list of terms with their texts; those without a text are left out. */
export function definitions(pairs: [term: string, text: string | undefined][]): string {
  const items = pairs
    .filter(([, text]) => text !== undefined && text !== '')
    .map(([term, text]) => `<dt>${term}</dt><dd>${escape(text)}</dd>`);
  return `<dl>${items.join('')}</dl>`;
}
