import type {IncomingMessage, ServerResponse} from 'node:http';
import {MAX_BODY_BYTES, type SentMessage, type SentMessages} from '../world/kept-messages.ts';

/** What was read of the body of a request, for the journal. */
const READ = Symbol('read body');
/** What was written of the body of a response, for the journal. */
const WRITTEN = Symbol('written body');

/** The beginning of a body, and the length of the whole. */
interface Beginning {
  chunks: Buffer[];
  bytes: number;
}

interface Recorded {
  [READ]?: Beginning;
  [WRITTEN]?: Beginning;
}

function add(beginning: Beginning, chunk: Uint8Array): void {
  const room = MAX_BODY_BYTES - beginning.bytes;
  // A copy: a part would keep the whole in memory.
  if (room > 0) beginning.chunks.push(Buffer.from(chunk.subarray(0, room)));
  beginning.bytes += chunk.length;
}

/** Notes bytes of the body of a request. It has the form that body parsers of Express call with all bytes. */
export function noteBody(request: IncomingMessage, _response: unknown, bytes: Buffer): void {
  const recorded = request as Recorded;
  recorded[READ] ??= {chunks: [], bytes: 0};
  add(recorded[READ], bytes);
}

/** Notes what is written to a response from now on. */
export function recordResponse(response: ServerResponse): void {
  const written: Beginning = {chunks: [], bytes: 0};
  (response as Recorded)[WRITTEN] = written;
  for (const method of ['write', 'end'] as const) {
    const original = response[method].bind(response) as (...args: unknown[]) => never;
    response[method] = (...args: unknown[]) => {
      const [chunk] = args;
      if (typeof chunk === 'string') add(written, Buffer.from(chunk));
      else if (chunk instanceof Uint8Array) add(written, chunk);
      return original(...args);
    };
  }
}

/** The request and the response as far as they were recorded. */
export const recordedMessages = (
  request: IncomingMessage,
  response: ServerResponse,
): SentMessages => ({
  request: recordedRequest(request),
  response: {headers: headersOf(response), ...bodyOf((response as Recorded)[WRITTEN])},
});

/** A request as far as its body was recorded. */
export const recordedRequest = (request: IncomingMessage): SentMessage => ({
  headers: request.rawHeaders,
  ...bodyOf((request as Recorded)[READ]),
});

const bodyOf = (beginning: Beginning | undefined): Pick<SentMessage, 'body' | 'bytes'> =>
  beginning?.bytes ? {body: Buffer.concat(beginning.chunks), bytes: beginning.bytes} : {};

const headersOf = (response: ServerResponse): SentMessage['headers'] => {
  const entries = Object.entries(response.getHeaders()).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, string | number | string[]>;
};
