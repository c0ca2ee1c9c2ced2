import {Link, Page, Rendered} from '../operation.ts';

/** Serializes the body of a response. Rendered rows are inserted as they are, and links are written by `url`. */
export function write(body: unknown, url: (link: Link | Page) => string): string {
  if (body instanceof Rendered) return body.text;
  if (body instanceof Link || body instanceof Page) return JSON.stringify(url(body));
  if (Array.isArray(body)) return `[${body.map((item) => write(item, url)).join(',')}]`;
  if (typeof body !== 'object' || body === null) return JSON.stringify(body) ?? 'null';
  const members: string[] = [];
  for (const [name, member] of Object.entries(body))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${write(member, url)}`);
  return `{${members.join(',')}}`;
}
