import type {IncomingMessage} from 'node:http';

/** A name or an address, with or without a port (RFC 9110, section 7.2). */
const HOST = /^(\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(:\d*)?$/i;

/**
 * Whether a request names one host, as HTTP demands it (RFC 9112, section 3.2). Node refuses a
 * request of HTTP/1.1 without any, and keeps the first of several.
 */
export function hasOneHost({rawHeaders, headers}: IncomingMessage): boolean {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const count = names.filter((name) => name.toLowerCase() === 'host').length;
  return count === 0 || (count === 1 && HOST.test(headers.host ?? ''));
}
