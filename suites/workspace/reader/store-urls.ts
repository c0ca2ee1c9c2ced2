/**
 * "Store URLs are deliberately absent" (Resources / Reader mirror). The document names no member
 * for such a URL, and other URLs may be anywhere.
 */

import {isObject} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {isUrl} from '../../../spec/url.ts';
import {wordsIn} from '../../../spec/words.ts';
import type {Judgement} from '../../language/check.ts';
import {expectNone, when} from '../../language/judge.ts';

/** A URL in a response. */
interface FoundUrl {
  host: string;
  /** The words in the names of the enclosing members, the outermost first. */
  words: string[];
}

/** Words in names of members or hosts that belong to the store. */
const STORE = new Set(['store', 'stores', 'storefront', 'shop', 'reader', 'mirror']);
/** Words in names of members that link to the resource of the row. */
const LINK = new Set(['url', 'uri', 'href', 'link', 'page', 'address', 'location']);
/** Words in names of images, which a service of its own may serve. */
const IMAGE = new Set(['cover', 'image', 'img', 'thumbnail', 'picture', 'icon', 'logo']);
/** Words in names of links about the API itself: hypermedia relations and documentation. */
const OF_THE_API = new Set(
  'self next prev previous first last up collection canonical describedby schema curies docs doc documentation help support api'.split(
    ' ',
  ),
);

/** Every URL in a value, with or without scheme. */
function urlsIn(value: unknown, words: string[] = []): FoundUrl[] {
  if (typeof value === 'string') return hostsIn(value).map((host) => ({host, words}));
  if (Array.isArray(value)) return value.flatMap((item) => urlsIn(item, words));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    urlsIn(member, [...words, ...wordsIn(name)]),
  );
}

/** Hosts of the URLs in a text. */
const hostsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bhttps?:|^)\/\/([^\s/?#"'<>]+)/gi)].flatMap(
    ([, host]) => host?.toLowerCase() ?? [],
  );

/** The host of a URL; undefined for anything else. */
const hostOf = (url: unknown): string | undefined => (isUrl(url) ? new URL(url).host : undefined);

/** The last two labels of a host name, which hosts of the same owner share. */
const domainOf = (host: string): string | undefined =>
  /[a-z]/.test(host) ? /(?<![^.])[^.]+\.[^.:]+(?=:\d+$|$)/.exec(host)?.[0] : undefined;

/**
 * Whether a URL leads to the store: its host or an enclosing member says so, or it is a link in a
 * row to a host of another owner than the API's.
 * @returns undefined if that is unknown
 */
function belongsToStore({host, words}: FoundUrl, own: string): boolean | undefined {
  if (words.some((word) => OF_THE_API.has(word))) return false;
  if ([...words, ...wordsIn(host)].some((word) => STORE.has(word))) return true;
  if (words.some((word) => IMAGE.has(word))) return undefined;
  const hasSameOwner = domainOf(host) !== undefined && domainOf(host) === domainOf(own);
  return words.some((word) => LINK.has(word)) && !hasSameOwner ? true : undefined;
}

/**
 * The URLs that may belong to the store: those in rows, and those in members beside the rows whose
 * names say so. Other members beside the rows, such as the text of an error, may contain any URL.
 * @param hosts those of the API and of its object storage, which are not the store's
 */
function candidates({body}: Exchange, hosts: ReadonlySet<string>): FoundUrl[] {
  const {mirrors = [], ...beside} = body as {mirrors?: Record<string, unknown>[]};
  const rows = mirrors.map(({last_sync_error: _error, ...row}) => row);
  const ofStores = Object.entries(beside).filter(([name]) =>
    wordsIn(name).some((word) => word.startsWith('store')),
  );
  const found = [...urlsIn(rows), ...urlsIn(Object.fromEntries(ofStores))];
  return found.filter(({host}) => !hosts.has(host));
}

/**
 * The response contains no URL of the store.
 * @param uploadUrl a presigned URL, whose host is that of the object storage
 */
export function expectNoStoreUrl(response: Exchange, uploadUrl: unknown): Judgement {
  const own = new URL(response.sent.url).host;
  const storage = hostOf(uploadUrl);
  const hosts = new Set([own, ...(storage === undefined ? [] : [storage])]);
  const found = candidates(response, hosts);
  const ofStore = found.filter((url) => belongsToStore(url, own) === true);
  const unclear = found.find((url) => belongsToStore(url, own) === undefined);
  return when(
    ofStore.length > 0 || unclear === undefined,
    `whether a URL of ${unclear?.host} leads to the reader store cannot be told`,
    () => expectNone(ofStore, 'URL of the store', 'a-url', response),
  );
}
