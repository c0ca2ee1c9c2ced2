import type {IncomingMessage} from 'node:http';

/** A host name or an IP address, with or without a port (RFC 9110, section 7.2). */
const HOST = /^(\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(:\d*)?$/i;

/**
 * Whether a request has exactly one valid `Host` header, as HTTP requires (RFC 9112, section 3.2); HTTP/1.0 requires
 * none. Node uses the first of several.
 */
export function hasOneHost({rawHeaders, headers, httpVersionMinor}: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at] ?? '')) count++;
  return count === 0 ? httpVersionMinor === 0 : count === 1 && HOST.test(headers.host ?? '');
}

/** Whether this is the name of the header. The lengths are compared first, because most names are longer. */
const isHost = (name: string): boolean =>
  name.length === 'host'.length && name.toLowerCase() === 'host';
