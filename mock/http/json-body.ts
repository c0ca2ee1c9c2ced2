import {Link, Page, Rendered} from '../operation.ts';

/**
 * Serializes the body of a response. Rendered rows are inserted as they are, and links are written by `url`. Texts are
 * appended, not joined: V8 copies an appended text once, at the end, and a joined one on every level.
 */
export function write(body: unknown, url: (link: Link | Page) => string): string {
  if (typeof body === 'string') return quoted(body);
  if (typeof body !== 'object' || body === null) return JSON.stringify(body) ?? 'null';
  if (body instanceof Rendered) return body.text;
  if (body instanceof Link || body instanceof Page) return quoted(url(body));
  if (Array.isArray(body)) return writeItems(body, url);
  return writeMembers(body as Record<string, unknown>, url);
}

function writeItems(items: readonly unknown[], url: (link: Link | Page) => string): string {
  let text = '';
  for (const item of items) text += (text && ',') + write(item, url);
  return `[${text}]`;
}

function writeMembers(
  members: Record<string, unknown>,
  url: (link: Link | Page) => string,
): string {
  let text = '';
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member !== undefined) text += (text && ',') + beginningOf(name) + write(member, url);
  }
  return `{${text}}`;
}

/** Member names with quotes and colon. Responses have few, but in some of them clients choose the names. */
const beginnings = new Map<string, string>();
const MOST_BEGINNINGS = 1000;

/** The beginning of a member: `"name":`. */
function beginningOf(name: string): string {
  const existing = beginnings.get(name);
  if (existing !== undefined) return existing;
  const beginning = `${quoted(name)}:`;
  if (beginnings.size < MOST_BEGINNINGS) beginnings.set(name, beginning);
  return beginning;
}

/** What JSON may escape in a string: quotes, backslashes, control characters and halves of surrogate pairs. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

/** A JSON string. Most texts need no escapes, which is found out faster than they are serialized. */
const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
