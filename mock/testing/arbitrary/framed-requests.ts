import fc from 'fast-check';
import {bodyOf} from './bodies.ts';
import {HEADERS} from './header-data.ts';
import {pathOf} from './paths.ts';
import type {Ground, RawRequest} from './raw-request.ts';
import {METHODS} from './request-line-data.ts';

/** A drawn header line that frames a request by itself. */
const EMPTY = 'Content-Length: 0';

/** Requests that are framed correctly, so that the connection may carry another one. */
export function framed(ground: Ground): fc.Arbitrary<RawRequest> {
  const headers = fc.array(fc.constantFrom(...HEADERS), {maxLength: 2});
  const linkHeaders = ground.links.flatMap((link) =>
    Object.entries(link.headers).map(([name, value]) => `${name}: ${value}`),
  );
  const type = fc.constantFrom(
    'Content-Type: application/json',
    ...(linkHeaders.length ? linkHeaders : ['Content-Type: application/json; charset=utf-8']),
    '',
  );
  return fc
    .tuple(
      fc.constantFrom(...METHODS.slice(0, 4), ...METHODS),
      pathOf(ground),
      fc.constantFrom(...ground.credentials),
      type,
      headers,
      bodyOf(ground),
      fc.nat({max: 19}),
    )
    .map(([method, path, credential, media, more, body, draw]) => {
      const lines = headerLines([credential, media, ...more], body);
      const isChunked = draw === 0 && !lines.includes(EMPTY);
      const all = [...lines, lengthLine(lines, body, isChunked)].join('\r\n');
      const head = `${method} ${path} HTTP/1.1\r\n${all}\r\n\r\n`;
      const content = isChunked ? chunked(body) : body;
      return {
        bytes: Buffer.concat([Buffer.from(head, 'latin1'), content]),
        head: method === 'HEAD',
        kind: 'whole' as const,
      };
    });
}

/** The header lines of a request, but for the length of its body. */
function headerLines(drawn: string[], body: Buffer): string[] {
  const lines = drawn.filter((line) => line !== '' && !(line === EMPTY && body.length));
  if (!lines.some((line) => line.startsWith('Host'))) lines.unshift('Host: localhost');
  return lines;
}

/** The header that frames the body. */
function lengthLine(lines: string[], body: Buffer, isChunked: boolean): string {
  if (isChunked) return 'Transfer-Encoding: chunked';
  return lines.includes(EMPTY) ? 'X-Empty: 1' : `Content-Length: ${body.length}`;
}

/** A body as one chunk. */
const chunked = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(body.length ? '\r\n0\r\n\r\n' : '\r\n'),
  ]);
