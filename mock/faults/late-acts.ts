import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Ports} from '../world/ports.ts';
import {divert, type Diverted} from './divert.ts';
import {waitOrGone} from './waiting.ts';

/** The connection of a request whose response a fault changes. */
export interface Connection {
  request: IncomingMessage;
  response: ServerResponse;
  ports: Pick<Ports, 'later'>;
}

/** Lets an act decide what of the app's response is sent. The app runs as always, and its changes are made. */
export function changeResponse(
  connection: Connection,
  act: (diverted: Diverted, connection: Connection) => Promise<void>,
): void {
  // The body fails when the client or the mock closes the connection: then nobody waits for it.
  act(divert(connection.response), connection).catch(() => {});
}

/** Sends the response after some time. @param ms milliseconds */
export const late =
  (ms: number) =>
  async (diverted: Diverted, {ports, request}: Connection): Promise<void> => {
    if (!(await waitOrGone(ports, request, ms))) return;
    for await (const bytes of diverted.body) await diverted.write(bytes);
    diverted.end();
  };

/** Resets the connection instead of sending the response. */
export async function resetAfter({body}: Diverted, {request}: Connection): Promise<void> {
  await begun(body);
  request.socket.resetAndDestroy();
}

/** Sends nothing. */
export async function neverAfter({body}: Diverted): Promise<void> {
  for await (const _bytes of body);
}

/** Resolves with the first bytes, or the end: the app has made its changes then. */
async function begun(body: AsyncIterable<Buffer>): Promise<void> {
  for await (const _bytes of body) return;
}

/** The part of a body of which half is sent; headers announce all of it. */
const MAX_HALVED_BYTES = 65_536;

/** Sends half of the body and ends the connection. */
export async function half(diverted: Diverted, {request}: Connection): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of diverted.body) {
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_HALVED_BYTES) break;
  }
  diverted.begin();
  if (size > 1) await diverted.write(Buffer.concat(chunks).subarray(0, size >> 1));
  request.socket.destroySoon();
}

/** How often bytes are sent, in milliseconds. */
const DRIP_MS = 100;

/** Sends the body slowly. */
export const drip =
  (bytesPerSecond: number) =>
  async (diverted: Diverted, {ports, request}: Connection): Promise<void> => {
    const size = Math.max(1, Math.floor((bytesPerSecond * DRIP_MS) / 1000));
    const pause = (size * 1000) / bytesPerSecond;
    let isBegun = false;
    for await (const bytes of diverted.body) {
      // The status is known with the first bytes; the client sees it before them.
      if (!isBegun) diverted.begin();
      isBegun = true;
      for (let at = 0; at < bytes.length; at += size) {
        if (!(await waitOrGone(ports, request, pause))) return;
        await diverted.write(bytes.subarray(at, at + size));
      }
    }
    diverted.end();
  };
