import type {IncomingMessage} from 'node:http';
import type {Why} from '../operation.ts';

/** Bytes at most; more is refused like a body that cannot be read. */
const MOST = 1024 * 1024;

/** A body, or why there is none, with the bytes that are no JSON. */
export type Read = {body: unknown} | {unreadable: Why; bytes?: Buffer};

/** Reads a JSON body; `unreadable` says why there is none. */
export function readBody(request: IncomingMessage): Promise<Read> {
  const refusal = judgeHeaders(request);
  if (refusal) return Promise.resolve({unreadable: refusal});
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MOST) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve({unreadable: tooLong(`more than ${MOST}`)});
      }
    });
    request.on('end', () =>
      resolve(parse(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))),
    );
    request.on('error', () =>
      resolve({
        unreadable: {expected: 'a whole body', got: 'a broken connection', todo: 'send it again'},
      }),
    );
  });
}

const tooLong = (got: string): Why => ({
  expected: `a body of at most ${MOST} bytes`,
  got,
  todo: 'send less; file bytes go to storage',
});

function judgeHeaders(request: IncomingMessage): Why | undefined {
  const {
    'content-type': type,
    'content-encoding': encoding,
    'content-length': length,
  } = request.headers;
  if (encoding && encoding.toLowerCase() !== 'identity')
    return {
      expected: 'a body as it is',
      got: `Content-Encoding: ${encoding}`,
      todo: 'send the body uncompressed',
    };
  if (Number(length) > MOST) return tooLong(String(length));
  if (type === 'application/json') return undefined;
  const [media = '', ...parameters] = (type ?? '').split(';');
  if (!/^application\/([\w.+-]+\+)?json$/i.test(media.trim()))
    return {
      expected: 'Content-Type: application/json',
      got: type ? `Content-Type: ${type}` : 'no Content-Type',
      todo: 'send JSON and say so',
    };
  const charset = parameters
    .map((one) => /^\s*charset="?([^";]*)"?\s*$/i.exec(one)?.[1])
    .find(Boolean);
  if (charset && !/^utf-?8$/i.test(charset))
    return {expected: 'UTF-8', got: `charset ${charset}`, todo: 'send JSON in UTF-8'};
  return undefined;
}

/** Of bytes with something behind the JSON, what a careless reader takes. */
export const carelessly = (read: Read): Read =>
  'bytes' in read && read.bytes ? parse(read.bytes.subarray(0, -1)) : read;

const utf8 = new TextDecoder('utf-8', {fatal: true});

function parse(bytes: Buffer): Read {
  if (bytes.length === 0)
    return {unreadable: {expected: 'a JSON body', got: 'no body', todo: 'send one'}};
  try {
    return {body: JSON.parse(utf8.decode(bytes))};
  } catch (error) {
    return {
      bytes,
      unreadable: {expected: 'JSON in UTF-8', got: (error as Error).message, todo: 'mend the body'},
    };
  }
}
