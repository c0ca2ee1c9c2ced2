import {isObject} from '../../../spec/json.ts';
import {isUrl} from '../../../spec/url.ts';

/** A name without what spellings differ in: `startrun` for `startRun`, `start_run`, `start-run`. */
export const normalizedName = (name: string): string =>
  name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Renames the members of a value, however deep, that have a known name in another spelling. A
 * member stays what it is where the object has one of the known name already.
 * @param names the known names by `normalizedName`
 */
export function withKnownNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownNames(item, names));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const known = names.get(normalizedName(name)) ?? name;
    const isTaken = known in value;
    return [isTaken ? name : known, withKnownNames(member, names)];
  });
  return Object.fromEntries(members);
}

/**
 * A value, and what it wraps: the objects and lists among its members, and among theirs. Lists are
 * not opened: their items are rows, not wrappers.
 */
export function layersOf(value: unknown, depth = 2): unknown[] {
  if (!isObject(value) || depth === 0) return [value];
  const inner = Object.values(value).filter((member) => typeof member === 'object');
  return [value, ...inner.flatMap((member) => layersOf(member, depth - 1))];
}

/** A run of characters that may be a link: what stands in a URL, and some that ought to be escaped. */
const LINK = /(.?)(https?:\/\/[^\s"<>`]+)/i;

/** Characters before a link that also end it: brackets and quotation marks. */
const CLOSING: Readonly<Record<string, string>> = {"'": "'", '(': ')', '[': ']', '{': '}'};

/** Whether a text is a link and nothing else. */
const isLink = (text: string): boolean =>
  /^https?:\/\//i.test(text) && !/[\s"<>`]/.test(text) && isUrl(text);

/**
 * The first link within a text. What is around it, a bracket or a quotation mark, ends it, and
 * punctuation behind it is the sentence's; a URL may contain all of these.
 */
function linkWithin(text: string): string | undefined {
  const [, before = '', link] = LINK.exec(text) ?? [];
  if (link === undefined) return undefined;
  const closing = CLOSING[before];
  const end = closing === undefined ? -1 : link.lastIndexOf(closing);
  return end === -1 ? link.replace(/[.,;:!?]+$/, '') : link.slice(0, end);
}

/** Names of members that hold a link; first those that most surely are the download's. */
const LINK_NAMES = [/^location$/i, /download/i, /url|uri|href|link/i];

/**
 * Finds the download link in a result: a member that is a link, whatever its name, or else a link
 * within a text.
 */
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

/** Every text in a value, with the name of the member that holds it. */
function textsIn(value: unknown, name: string): {name: string; text: string}[] {
  if (typeof value === 'string') return [{name, text: value}];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, member]) => textsIn(member, inner));
}
