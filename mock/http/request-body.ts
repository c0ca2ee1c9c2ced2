import type {IncomingMessage} from 'node:http';
import type {Why} from '../operation.ts';
import {hasInfiniteNumber} from './infinite-number.ts';

/** The maximum size of a body in bytes; a larger one is refused like one that cannot be read. */
const MAX_BYTES = 1024 * 1024;

/** The bytes of a body, or why it cannot be read. */
export type ReadBytes = {bytes: Buffer} | Unreadable;

/** A JSON body, or why it cannot be read. */
export type ReadBody = {body: unknown} | Unreadable;

/** Why a body cannot be read. */
export interface Unreadable {
  unreadable: Why;
  /** The header that is wrong, if it is not the body itself. */
  header?: 'Content-Type';
}

/** Reads the bytes of a JSON body. A request whose headers announce something else is refused without reading. */
export function readBytes(request: IncomingMessage): Promise<ReadBytes> {
  const refusal = judgeHeaders(request);
  if (refusal) return Promise.resolve(refusal);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BYTES) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      resolve({unreadable: tooLong(`more than ${MAX_BYTES}`)});
    });
    request.on('end', () => resolve({bytes: joined(chunks)}));
    request.on('error', () => resolve({unreadable: BROKEN_OFF}));
  });
}

const BROKEN_OFF: Why = {
  expected: 'a whole body',
  got: 'a broken connection',
  todo: 'send it again',
};

function joined(chunks: Buffer[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}

const tooLong = (got: string): Why => ({
  expected: `a body of at most ${MAX_BYTES} bytes`,
  got,
  todo: 'send less; file bytes go to storage',
});

function judgeHeaders(request: IncomingMessage): Unreadable | undefined {
  const {
    'content-type': type,
    'content-encoding': encoding,
    'content-length': length,
  } = request.headers;
  if (encoding && encoding.toLowerCase() !== 'identity')
    return {
      unreadable: {
        expected: 'a body as it is',
        got: `Content-Encoding: ${encoding}`,
        todo: 'send the body uncompressed',
      },
    };
  if (Number(length) > MAX_BYTES) return {unreadable: tooLong(String(length))};
  if (type === 'application/json') return undefined;
  const [media = '', ...parameters] = (type ?? '').split(';');
  if (!/^application\/([\w.+-]+\+)?json$/i.test(media.trim()))
    return undeclared({
      expected: 'Content-Type: application/json',
      got: type ? `Content-Type: ${type}` : 'no Content-Type',
      todo: 'send JSON with `Content-Type: application/json`',
    });
  // Trimmed first: an expression that matches spaces in two places would take quadratic time.
  const charset = parameters
    .map((one) => /^charset=(.*)$/is.exec(one.trim())?.[1]?.replaceAll('"', ''))
    .find(Boolean);
  if (charset && !/^utf-?8$/i.test(charset))
    return undeclared({expected: 'UTF-8', got: `charset ${charset}`, todo: 'send JSON in UTF-8'});
  return undefined;
}

const undeclared = (unreadable: Why): Unreadable => ({unreadable, header: 'Content-Type'});

const utf8 = new TextDecoder('utf-8', {fatal: true});

/** Parses bytes as JSON in UTF-8. */
export function parseBody(bytes: Buffer): ReadBody {
  if (bytes.length === 0)
    return {unreadable: {expected: 'a JSON body', got: 'no body', todo: 'send one'}};
  try {
    const body: unknown = JSON.parse(utf8.decode(bytes));
    return hasInfiniteNumber(body) ? {unreadable: TOO_LARGE_NUMBER} : {body};
  } catch (error) {
    const got = describeParseError(error as Error);
    return {unreadable: {expected: 'JSON in UTF-8', got, todo: 'correct the body'}};
  }
}

const TOO_LARGE_NUMBER: Why = {
  expected: 'numbers that a double can hold',
  got: 'a larger one',
  todo: 'send at most 1.7e308',
};

/** Formats a syntax error, for example `invalid JSON at position 32: expected double-quoted property name`. */
function describeParseError(error: Error): string {
  if (!(error instanceof SyntaxError)) return 'bytes that are not UTF-8';
  const [, problem, position] = /^(.*) in JSON at position (\d+)/s.exec(error.message) ?? [];
  // Other messages quote the body, which may contain a password.
  if (problem === undefined) return `invalid JSON: ${error.message.split(', ', 1)[0]}`;
  const first = problem.charAt(0).toLowerCase();
  return `invalid JSON at position ${position}: ${first}${problem.slice(1)}`;
}
