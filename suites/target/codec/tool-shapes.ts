import {isObject} from '../../../spec/json.ts';

/** A name without what spellings differ in: `startRun`, `start_run` and `start-run` are alike. */
export const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * A value whose members have known names, where they have those in another spelling.
 * @param names the known names by their plain spelling
 */
export function respelt(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => respelt(item, names));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const known = names.get(plain(name));
    const isTaken = known === undefined || known in value;
    return [isTaken ? name : known, respelt(member, names)];
  });
  return Object.fromEntries(members) as Record<string, unknown>;
}

/** A value, and what it wraps: the objects and lists among its members and theirs. */
export function layersOf(value: unknown, depth = 2): unknown[] {
  if (!isObject(value) || depth === 0) return [value];
  const inner = Object.values(value).filter((member) => typeof member === 'object');
  return [value, ...inner.flatMap((member) => layersOf(member, depth - 1))];
}

const LINK = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)\]]/;
const WHOLE_LINK = new RegExp(`^${LINK.source}$`);

/** Names of members that hold a link, those first that most surely are the download's. */
const LINK_NAMES = [/^location$/i, /download/i, /url|uri|href|link/i, /^/];

/** The link that a result hands out, under whatever name or in a text. */
export function linkIn(result: unknown): string | undefined {
  const texts = textsIn(result, '');
  const links = texts.filter(({text}) => WHOLE_LINK.test(text));
  for (const pattern of LINK_NAMES) {
    const named = links.find(({name}) => pattern.test(name));
    if (named) return named.text;
  }
  return texts.map(({text}) => LINK.exec(text)?.[0]).find((link) => link !== undefined);
}

/** Every text in a value, with the name of the member that holds it. */
function textsIn(value: unknown, name: string): {name: string; text: string}[] {
  if (typeof value === 'string') return [{name, text: value}];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, member]) => textsIn(member, inner));
}
