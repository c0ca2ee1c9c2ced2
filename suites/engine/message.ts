import type {Call, Exchange} from '../../spec/step.ts';
import type {Credential} from '../target/target.ts';

/** How requests are put together, and how answers are read. */

/**
 * Where a path leads; a deployment may have handed it out whole, or with what its base address
 * begins with.
 */
export function addressOf(base: string, path: string): URL {
  const {pathname} = new URL(base);
  return pathname !== '/' && path.startsWith(`${pathname.replace(/\/$/, '')}/`)
    ? new URL(path, base)
    : new URL(/^https?:/.test(path) ? path : base + path);
}

/** Puts a credential into a request, in the API's own way or in one that a rule forbids. */
export function show(
  step: Call,
  {secret}: Credential,
  headers: Record<string, string>,
  url: URL,
): void {
  const bearer = step.api === 'workspace';
  if (step.present === 'other-scheme')
    headers.authorization = `Basic ${Buffer.from(`key:${secret}`).toString('base64')}`;
  else if (step.present === 'in-query') url.searchParams.set('api_key', secret);
  else if (step.present === 'as-store-token') headers['x-user-token'] = secret;
  else if (step.present === 'as-bearer' || bearer) headers.authorization = `Bearer ${secret}`;
  else headers['x-user-token'] = secret;
}

/** The JSON of an answer, or what is wrong with it. */
export function parsed(exchange: Exchange, method: string): [unknown, string?] {
  if (exchange.body === '' || method === 'HEAD') return [undefined];
  try {
    return [JSON.parse(exchange.body)];
  } catch {
    return [undefined, `the body is not JSON: ${String(exchange.body).slice(0, 60)}`];
  }
}

/** Bytes fewer (negative) or more, of a sample file. */
export function resized(bytes: Uint8Array, by: number): Uint8Array {
  if (by <= 0) return bytes.subarray(0, bytes.length + by);
  const longer = new Uint8Array(bytes.length + by);
  longer.set(bytes);
  return longer;
}

/** The transport writes the length itself, from the bytes that are sent. */
export const withoutLength = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !/^content-length$/i.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

export const mapValues = <A, B>(
  record: Record<string, A>,
  map: (value: A) => B,
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
