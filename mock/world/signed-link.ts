import {timingSafeEqual} from 'node:crypto';
import type {Link, Why} from '../operation.ts';
import type {World} from './world.ts';

const text = (
  method: string,
  object: string,
  expires: string,
  limit: string,
  headers: [string, string][],
): string =>
  [method, object, expires, limit, ...headers.map(([name, value]) => `${name}:${value}`)].join(
    '\n',
  );

/** Path and query of a presigned link, below the world's prefix. */
export function signed(world: World, link: Link): string {
  const headers = Object.entries(link.headers);
  const expires = String(link.expires);
  const limit = String(link.limit);
  const signature = world.ids.seal('link', text(link.method, link.object, expires, limit, headers));
  const path = link.object.split('/').map(encodeURIComponent).join('/');
  const bound = link.limit ? `&limit=${limit}` : '';
  const names = headers.length ? `&headers=${headers.map(([name]) => name).join('%3B')}` : '';
  return `/${path}?expires=${expires}${bound}${names}&signature=${signature}`;
}

/** Why a link does not hold, with the name of the check that it failed. */
export type Unheld = Why & {situation: 'link-headers' | 'link-forged' | 'link-expired'};

/**
 * Judges a request to storage.
 * @param headers of the request, by lower-case name
 * @param skips checks that are not made
 * @returns the size limit of a PUT, or why the link does not hold
 */
export function judge(
  world: World,
  method: string,
  object: string,
  query: URLSearchParams,
  headers: Record<string, string | string[] | undefined>,
  skips: ReadonlySet<string>,
): {limit: number} | Unheld {
  const names = (query.get('headers') ?? '').split(';').filter(Boolean);
  const missing = names.find((name) => headers[name] === undefined);
  if (missing && !skips.has('link-headers'))
    return {
      situation: 'link-headers',
      expected: `the signed header ${missing}`,
      got: 'none',
      todo: 'send the headers that came with the link',
    };
  const pairs = names.map((name): [string, string] => [name, String(headers[name])]);
  const expires = query.get('expires') ?? '';
  const limit = query.get('limit') ?? '0';
  const right = Buffer.from(world.ids.seal('link', text(method, object, expires, limit, pairs)));
  const said = Buffer.from(query.get('signature') ?? '');
  if (!missing && (said.length !== right.length || !timingSafeEqual(said, right)))
    return {
      situation: 'link-forged',
      expected: 'a signature over this method, path, expiry and signed headers',
      got: said.length ? 'another signature' : 'none',
      todo: 'use the link as it was given, with its method and headers; an API key is no substitute',
    };
  if (world.now() >= Number(expires) && !skips.has('link-expired'))
    return {
      situation: 'link-expired',
      expected: `use before ${new Date(Number(expires)).toISOString()}`,
      got: `${new Date(world.now()).toISOString()} on the world's${world.clock.frozen ? ' frozen' : ''} clock`,
      todo: 'ask the API for a new link',
    };
  return {limit: Number(limit)};
}
