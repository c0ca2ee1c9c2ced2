import {pipeline, type Readable} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';

/** What undoes a content coding (RFC 9110, section 8.4.1), by its name. */
const DECODERS = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The most codings of one body: each may enlarge it. The number is that of curl.
 */
const MAX_CODINGS = 5;

/**
 * Undoes the content codings of a body. A request without `Accept-Encoding` allows any of them (RFC 9110,
 * section 12.5.3). While the returned stream is read, it throws for a body that does not have the coding.
 * @param coding the value of `Content-Encoding`, if there is one
 * @throws Error for an unknown coding, or too many
 */
export function decoded(body: Readable, coding = ''): Readable {
  const names = codingsIn(coding);
  const unknown = names.find((name) => !DECODERS.has(name));
  if (unknown !== undefined)
    throw new Error(`the body has the unknown Content-Encoding ${unknown}`);
  if (names.length > MAX_CODINGS) throw new Error(`the body has ${names.length} content codings`);
  // The coding that was applied last is undone first.
  return names.reverse().reduce((encoded: Readable, name) => {
    const decoder = DECODERS.get(name)?.();
    // The reader of the decoder's stream learns of errors, and destroys it if it ends early.
    return decoder ? pipeline(encoded, decoder, () => undefined) : encoded;
  }, body);
}

const codingsIn = (header: string): string[] =>
  header
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
