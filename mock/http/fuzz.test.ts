import {connect, type Socket} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {systemPorts} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import {misshapen} from './arbitrary/failure-shape.ts';
import type {RawRequest} from './arbitrary/raw-request.ts';
import {requests} from './arbitrary/requests.ts';
import {groundOf} from './fuzz-ground.ts';
import type {OriginName} from './origins.ts';

const SEED = 20_260_301;
/** A hundredth of the requests. */
const UNIT = inject('all') ? 1000 : 100;
/** Requests of each lane; 100 units altogether. */
const LANES: [origin: OriginName, limits: boolean, count: number][] = [
  ['workspace', false, 30 * UNIT],
  ['workspace', true, 5 * UNIT],
  ['store', false, 30 * UNIT],
  ['store', true, 5 * UNIT],
  ['objects', false, 15 * UNIT],
  ['control', false, 15 * UNIT],
];
const BATCH = 500;
/**
 * No answer within this is a hang; milliseconds. The first `Prefer` loads prism, which takes
 * seconds on a busy machine.
 */
const PATIENCE = 30_000 * inject('patience');

let mock: Mock;
beforeAll(async () => {
  mock = await createMock();
});
afterAll(() => mock.close());

interface Got {
  status: number;
  headers: string;
  body: string;
}

/** One connection at a time to one port; a new one when the server has closed it. */
class Wire {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** @returns every answer that came; none when the server closed without one */
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
        if (!framed || got.length === 0 || /^connection: close/im.test(got[0]!.headers))
          this.close();
        resolve(got);
      };
      const cancel = systemPorts.later(PATIENCE, () => {
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

/** The first whole answer of a text, after interim ones. */
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
    .map((part) => answerIn(part, true)!)
    .filter(Boolean);

const shown = (bytes: Buffer): string => JSON.stringify(bytes.toString('latin1').slice(0, 600));

/**
 * What a refusal must leave as it is: rows, counters, settings, appointments, objects; limits count
 * whom they admit. Rows are values: it is enough that they are the same ones.
 */
const stateOf = (worlds: World[]): unknown[] =>
  worlds.flatMap((world) => {
    const {meta, due, tables} = world.image();
    const objects = world.objects.list().flatMap((key) => [key, world.objects.head(key)?.etag]);
    return [world.id, JSON.stringify([meta, due]), ...Object.values(tables).flat(), ...objects];
  });

const same = (one: unknown[], other: unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

interface Tally {
  answered: Record<number, number>;
  silent: number;
}

/** One lane: its origin, its worlds, its connection. */
interface Lane {
  origin: OriginName;
  limits: boolean;
  number: number;
  wire: Wire;
  tally: Tally;
}

/**
 * Sends one lane's requests, one after the other, to a world of its own, which begins anew now and
 * then.
 */
async function lane(
  origin: OriginName,
  limits: boolean,
  count: number,
  number: number,
): Promise<Tally> {
  const wire = new Wire(Number(new URL(mock.urls[origin]!).port));
  const here: Lane = {origin, limits, number, wire, tally: {answered: {}, silent: 0}};
  for (let batch = 0; batch * BATCH < count; batch++)
    await sendBatch(here, batch, Math.min(BATCH, count - batch * BATCH));
  wire.close();
  return here.tally;
}

/** Worlds that the requests of a lane may change. */
const worldsOf = ({origin, number}: Lane): World[] =>
  mock.worlds
    .list()
    .filter(({id}) => (origin === 'control' ? !id.startsWith('lane-') : id === `lane-${number}`));

async function sendBatch(here: Lane, batch: number, count: number): Promise<void> {
  const {origin, limits, number, wire, tally} = here;
  const id = `${origin === 'control' ? 'ruled' : 'lane'}-${number}`;
  for (const world of worldsOf(here)) if (world.id !== 'demo') await mock.worlds.drop(world.id);
  const world = await mock.worlds.create({id, seed: number * 1000 + batch, limits});
  const ground = await groundOf(world, origin, mock.urls.workspace);
  let state = stateOf(worldsOf(here));
  let text = JSON.stringify(state);
  const seed = SEED + number * 1000 + batch;
  for (const request of fc.sample(requests(ground), {seed, numRuns: count})) {
    const responses = await wire.send(request);
    countResponses(tally, responses);
    judgeResponses(origin, request, responses);
    // Garbage may hold a whole request, whose response was lost.
    if (request.kind === 'garbage') await new Promise(setImmediate);
    const now = stateOf(worldsOf(here));
    const granted = request.kind === 'garbage' || responses.some(({status}) => status < 300);
    if (same(now, state)) continue;
    if (!granted)
      throw new Error(
        `${origin}: ${responses[0]?.status} changed the world: ${shown(request.bytes)}`,
      );
    expect(JSON.stringify(state), 'rows that were changed in their place').toBe(text);
    state = now;
    text = JSON.stringify(state);
  }
  expect(JSON.stringify(state), 'rows that were changed in their place').toBe(text);
}

function countResponses(tally: Tally, responses: Got[]): void {
  if (!responses.length) tally.silent += 1;
  for (const {status} of responses) tally.answered[status] = (tally.answered[status] ?? 0) + 1;
}

/** No response is a server error, and each refusal has the shape of its origin. */
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

test(`${100 * UNIT} requests of any bytes: never 5xx, and a refusal changes nothing`, async () => {
  const tallies = await Promise.all(
    LANES.map(([origin, limits, count], number) => lane(origin, limits, count, number)),
  );
  for (const [number, {answered, silent}] of tallies.entries()) {
    const [origin, limits, count] = LANES[number]!;
    const total = Object.values(answered).reduce((sum, one) => sum + one, silent);
    expect(total).toBeGreaterThanOrEqual(count);
    // Both kinds must be there, or nothing was tried.
    expect(
      Object.entries(answered)
        .filter(([status]) => Number(status) < 300)
        .reduce((sum, [, one]) => sum + one, 0),
      origin,
    ).toBeGreaterThan(limits ? UNIT / 25 : count / 150);
    expect(
      Object.keys(answered).filter((status) => Number(status) >= 400).length,
      origin,
    ).toBeGreaterThan(3);
  }
  const journals = [
    mock.worlds.unroutedJournal,
    ...mock.worlds.list().map((world) => world.journal),
  ];
  expect(
    journals.flatMap((journal) => journal.after(0, 5000)).filter((entry) => entry.status >= 500),
  ).toEqual([]);
});
