import {isObject} from '../../../spec/json.ts';
import {isUrl} from '../../../spec/url.ts';

/** A name without differences of spelling: `startrun` for `startRun`, `start_run`, `start-run`. */
export const normalizedName = (name: string): string =>
  name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Renames the members of a value, at any depth, that have a known name in another spelling. A member is not
 * renamed if its own name is known, or if the object already has one with the known name.
 */
export function withKnownNames(value: unknown, names: ReadonlySet<string>): unknown {
  const bySpelling = new Map([...names].map((name) => [normalizedName(name), name]));
  const renamed = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(renamed);
    if (!isObject(one)) return one;
    const members = Object.entries(one).map(([name, member]) => {
      const known = names.has(name) ? name : (bySpelling.get(normalizedName(name)) ?? name);
      const isTaken = known in one;
      return [isTaken ? name : known, renamed(member)];
    });
    return Object.fromEntries(members);
  };
  return renamed(value);
}

/**
 * A value, and the objects and lists among its members and among theirs. Items of lists are left out, since
 * they are rows and no wrappers.
 */
export function layersOf(value: unknown, depth = 2): unknown[] {
  if (!isObject(value) || depth === 0) return [value];
  const inner = Object.values(value).filter((member) => typeof member === 'object');
  return [value, ...inner.flatMap((member) => layersOf(member, depth - 1))];
}

/** A sequence of characters that may be a link, including some that should be escaped in a URL. */
const LINK = /(.?)(https?:\/\/[^\s"<>`]+)/i;

/** Characters before a link that also end it: brackets and quotation marks. */
const CLOSING: Readonly<Record<string, string>> = {"'": "'", '(': ')', '[': ']', '{': '}'};

/** Whether a text is a link and nothing else. */
const isLink = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/[\s"<>`]/.test(text) && isUrl(text);

/**
 * The first link within a text. A bracket or quotation mark around it ends it, and punctuation behind it
 * belongs to the sentence, although a URL may contain these characters.
 */
function linkWithin(text: string): string | undefined {
  const [, before = '', link] = LINK.exec(text) ?? [];
  if (link === undefined) return undefined;
  const closing = CLOSING[before];
  const end = closing === undefined ? -1 : link.lastIndexOf(closing);
  return end === -1 ? link.replace(/(?<![.,;:!?])[.,;:!?]+$/, '') : link.slice(0, end);
}

/** The names of members with a link, those that are most likely the download link first. */
const LINK_NAMES = [/^location$/i, /download/i, /url|uri|href|link/i];

/** Finds the download link in a result: a member of any name that is a link, or else a link within a text. */
export function linkIn(result: unknown): string | undefined {
  const texts = textsIn(result, '');
  const links = texts.filter(({text}) => isLink(text));
  for (const pattern of LINK_NAMES) {
    const named = links.find(({name}) => pattern.test(name));
    if (named) return named.text;
  }
  if (links[0]) return links[0].text;
  return texts.map(({text}) => linkWithin(text)).find((link) => link !== undefined);
}

/** Every text in a value, with the name of its member. */
function textsIn(value: unknown, name: string): {name: string; text: string}[] {
  if (typeof value === 'string') return [{name, text: value}];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, member]) => textsIn(member, inner));
}
