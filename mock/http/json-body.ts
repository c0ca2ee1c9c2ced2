import {Link, Page, Rendered} from '../operation.ts';

/**
 * Serializes the body of a response. Rendered rows are inserted as they are, and links are written by `url`. Texts are
 * appended, not joined: V8 copies an appended text once, at the end, and a joined one on every level.
 */
export function write(body: unknown, url: (link: Link | Page) => string): string {
  if (body instanceof Rendered) return body.text;
  if (typeof body !== 'object' || body === null) return JSON.stringify(body) ?? 'null';
  if (body instanceof Link || body instanceof Page) return JSON.stringify(url(body));
  let text = '';
  if (Array.isArray(body)) {
    for (const item of body) text += (text && ',') + write(item, url);
    return `[${text}]`;
  }
  for (const [name, member] of Object.entries(body))
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${write(member, url)}`;
  return `{${text}}`;
}
