import {connect, type Socket} from 'node:net';
import fc from 'fast-check';
import {defined} from '../../spec/defined.ts';
import type {Mock} from '../create-mock.ts';
import {systemPorts} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import {misshapen} from './arbitrary/failure-shape.ts';
import type {RawRequest} from './arbitrary/raw-request.ts';
import {requests} from './arbitrary/requests.ts';
import {groundOf} from './fuzz-ground.ts';
import type {OriginName} from '../http/public-url.ts';

/** Requests of one origin that are sent in sequence, to worlds with or without limits. */
export interface LanePlan {
  origin: OriginName;
  limits: boolean;
  count: number;
}

/** How requests are generated, and how long to wait for a response. */
export interface Drawing {
  seed: number;
  /** Milliseconds; no response within them is a hang. */
  patience: number;
  /** Called with the number of further requests. */
  sent?(more: number): void;
}

/** Requests to one world, which then begins anew. */
const BATCH = 500;

interface Got {
  status: number;
  headers: string;
  body: string;
}

/** A connection to a port; a new one is opened when the server has closed it. */
class Wire {
  readonly #port: number;
  readonly #patience: number;
  #socket: Socket | undefined;

  constructor(port: number, patience: number) {
    this.#port = port;
    this.#patience = patience;
  }

  /** @returns every response that was received; none when the server closed the connection without one */
  send({bytes, head, kind}: RawRequest): Promise<Got[]> {
    const framed = kind === 'whole';
    if (!framed) this.close();
    const socket = (this.#socket ??= connect(this.#port, '127.0.0.1').setNoDelay(true));
    return new Promise((resolve, reject) => {
      let text = '';
      const done = (got: Got[]): void => {
        cancel();
        socket.removeAllListeners();
        // A server that has closed its side may still say so.
        socket.on('error', () => {});
        if (!framed || got.length === 0 || /^connection: close/im.test(got[0]?.headers ?? ''))
          this.close();
        resolve(got);
      };
      const cancel = systemPorts.later(this.#patience, () => {
        this.close();
        reject(new Error(`no answer to ${shown(bytes)}`));
      });
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        const got = framed ? answerIn(text, head) : undefined;
        if (got) done([got]);
      });
      socket.on('error', () => {});
      socket.on('close', () => done(answersIn(text)));
      socket.write(bytes);
      if (!framed) socket.end();
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/** The first complete response in a text, after interim ones. */
function answerIn(text: string, head: boolean): Got | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const status = Number(text.slice(9, 12));
  const headers = text.slice(0, end + 2);
  if (status < 200) return answerIn(text.slice(end + 4), head);
  const length =
    head || status === 204 || status === 304
      ? 0
      : Number(/^content-length: *(\d+)/im.exec(headers)?.[1] ?? NaN);
  const body = text.slice(end + 4);
  return body.length >= length
    ? {status, headers, body: Buffer.from(body.slice(0, length), 'latin1').toString()}
    : undefined;
}

const answersIn = (text: string): Got[] =>
  text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter(Boolean)
    .flatMap((part) => answerIn(part, true) ?? []);

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 600));

/**
 * The state that a refusal must not change: rows, counters, settings, due events, objects (limits count admitted
 * requests). Rows are immutable values, so comparing them by identity is enough.
 */
const stateOf = (worlds: World[]): unknown[] =>
  worlds.flatMap((world) => {
    const {meta, due, tables} = world.image();
    const objects = world.objects.list().flatMap((key) => [key, world.objects.head(key)?.etag]);
    return [world.id, JSON.stringify([meta, due]), ...Object.values(tables).flat(), ...objects];
  });

const same = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

/** The results of a lane. */
export interface Tally {
  /** Responses by status. */
  answered: Record<number, number>;
  /** Requests without a response. */
  silent: number;
}

/** One lane: its origin, its worlds, its connection. */
interface Lane extends Omit<LanePlan, 'count'> {
  mock: Mock;
  drawing: Drawing;
  number: number;
  wire: Wire;
  tally: Tally;
}

/**
 * Sends one lane's requests in sequence to a world of its own, which is reset from time to time.
 * @param number of the lane, which is unique
 * @throws Error for a server error, a hang, a refusal without the failure shape of its origin, and one that changed
 * something
 */
export async function sendLane(
  mock: Mock,
  {origin, limits, count}: LanePlan,
  number: number,
  drawing: Drawing,
): Promise<Tally> {
  const url = defined(mock.urls[origin], `the address of ${origin}`);
  const wire = new Wire(Number(new URL(url).port), drawing.patience);
  const tally: Tally = {answered: {}, silent: 0};
  const here: Lane = {mock, origin, limits, number, wire, drawing, tally};
  for (let batch = 0; batch * BATCH < count; batch++) {
    const many = Math.min(BATCH, count - batch * BATCH);
    await sendBatch(here, batch, many);
    drawing.sent?.(many);
  }
  wire.close();
  return tally;
}

/** Worlds that the requests of a lane may change. */
const worldsOf = ({mock, origin, number}: Lane): World[] =>
  mock.worlds
    .list()
    .filter(({id}) => (origin === 'control' ? !id.startsWith('lane-') : id === `lane-${number}`));

async function sendBatch(here: Lane, batch: number, count: number): Promise<void> {
  const {mock, origin, limits, number, wire, tally} = here;
  const id = `${origin === 'control' ? 'ruled' : 'lane'}-${number}`;
  for (const world of worldsOf(here)) if (world.id !== 'demo') await mock.worlds.drop(world.id);
  const world = await mock.worlds.create({id, seed: number * 1000 + batch, limits});
  const ground = await groundOf(world, origin, mock.urls.workspace);
  let state = stateOf(worldsOf(here));
  let text = JSON.stringify(state);
  const seed = here.drawing.seed + number * 1000 + batch;
  for (const request of fc.sample(requests(ground), {seed, numRuns: count})) {
    const responses = await wire.send(request);
    countResponses(tally, responses);
    judgeResponses(origin, request, responses);
    // Garbage may contain a complete request, whose response was lost.
    if (request.kind === 'garbage') await new Promise(setImmediate);
    const now = stateOf(worldsOf(here));
    const granted = request.kind === 'garbage' || responses.some(({status}) => status < 300);
    if (same(now, state)) continue;
    if (!granted)
      throw new Error(
        `${origin}: ${responses[0]?.status} changed the world: ${shown(request.bytes)}`,
      );
    requireUnchanged(state, text);
    state = now;
    text = JSON.stringify(state);
  }
  requireUnchanged(state, text);
}

/** @throws Error for rows that were changed in place */
function requireUnchanged(state: unknown[], text: string): void {
  if (JSON.stringify(state) !== text) throw new Error('rows were changed in their place');
}

function countResponses(tally: Tally, responses: Got[]): void {
  if (!responses.length) tally.silent += 1;
  for (const {status} of responses) tally.answered[status] = (tally.answered[status] ?? 0) + 1;
}

/** Checks that no response is a server error, and that each refusal has the failure shape of its origin. */
function judgeResponses(origin: OriginName, request: RawRequest, responses: Got[]): void {
  const {kind, head, bytes} = request;
  for (const {status, headers, body} of responses) {
    const isShown = status >= 400 && kind === 'whole' && !head;
    const shape = isShown ? misshapen(origin, headers, body) : undefined;
    if (status >= 500 || status < 200 || shape)
      throw new Error(
        `${origin}: ${status} ${shape ?? ''} ${body.slice(0, 300)} to ${shown(bytes)}`,
      );
  }
  if (kind === 'whole' && !responses.length)
    throw new Error(`${origin}: closed without a response to ${shown(bytes)}`);
}
