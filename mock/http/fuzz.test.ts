import {connect, type Socket} from 'node:net';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, inject, test} from 'vitest';
import {loadSpecification, type Specification} from '../../spec/specification.ts';
import {credentials} from '../control/credentials.ts';
import {operations} from '../control/operations.ts';
import {createMock, type Mock} from '../create-mock.ts';
import {systemPorts} from '../world/ports.ts';
import type {World} from '../world/world.ts';
import {misshapen, requests, type Ground, type RawRequest} from './arbitrary-requests.ts';
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

/** A world and what its visitor may know of it. */
async function groundOf(world: World, origin: OriginName): Promise<Ground> {
  const {keys, tokens} = credentials(world);
  const secrets = (role: string): string =>
    [
      ...keys.map((key) => ({role: key.role, secret: key.key})),
      ...tokens.map((token) => ({role: token.role, secret: token.token})),
    ].find((one) => one.role === role)!.secret;
  const bearer = (role: string): string => `Authorization: Bearer ${secrets(role)}`;
  const token = (role: string): string => `X-User-Token: ${secrets(role)}`;
  const wrong = [
    '',
    'Authorization: Basic eDp5',
    'Authorization: Bearer nobody',
    `Authorization: Bearer ${secrets('full')}\u00e9`,
    token('admin') + 'x',
    'X-User-Token: ',
    `Authorization: ${secrets('full')}`,
  ];
  const prefix = `/w/${world.id}`;
  const ask = async (path: string, body: object): Promise<any> =>
    (
      await fetch(`${mock.urls.workspace}${prefix}/api/v1${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {authorization: `Bearer ${secrets('full')}`, 'content-type': 'application/json'},
      })
    ).json();
  const links: Ground['links'] = [];
  const bodies: object[] = [];
  for (let i = 0; i < 3; i++) {
    const reservation = await ask('/uploads', {
      original_filename: `tides-${i}.epub`,
      size_bytes: 5,
    });
    const path = reservation.upload_url.replace(/^http:\/\/[^/]*/, '') as string;
    links.push({path, headers: reservation.upload_headers});
    if (i)
      await fetch(reservation.upload_url, {
        method: 'PUT',
        headers: reservation.upload_headers,
        body: 'tides',
      });
    bodies.push({
      publication_id: reservation.publication_id,
      key: reservation.key,
      original_filename: `tides-${i}.epub`,
      size_bytes: 5,
    });
  }
  const publication = await ask('/publications', bodies[2]!);
  const run = await ask(`/publications/${publication.id}/runs`, {tool: 'file-validation'});
  const api = (specification: Specification): string[] => [
    ...new Set(
      Object.values(specification.contract.operations).map(
        ({path}) => specification.contract.prefix + path,
      ),
    ),
  ];
  if (origin === 'workspace')
    return {
      prefix,
      links: [],
      ids: [publication.id, publication.working_file_id, run.id, 'pub_unknown'],
      bodies: [
        ...bodies,
        {original_filename: 'a.epub', size_bytes: 9},
        {tool: 'file-validation'},
        {tool: 'blurb-writing'},
        {tool: 'cover-studio'},
      ],
      routes: [...api(loadSpecification('workspace')), '/openapi.json'],
      credentials: [
        ...[
          'full',
          'full',
          'full',
          'read-only',
          'write-only',
          'tools-only',
          'second-workspace',
        ].map(bearer),
        ...wrong,
        token('admin'),
      ],
    };
  if (origin === 'store')
    return {
      prefix,
      links: [],
      ids: [...world.table('users').all()].map((row) => row.key),
      bodies: [
        {
          email: 'a@readers.example',
          external_id: 'a',
          new_password: 'correct horse',
          sessions_limit: 3,
          admin: false,
        },
        {email: 'b@readers.example', external_id: 'b', only_sees_readable: true},
      ],
      routes: [...api(loadSpecification('store')), '/api/v3/ping', '/openapi.json'],
      credentials: [
        ...['admin', 'admin', 'admin', 'second-admin', 'second-store'].map(token),
        ...wrong,
        bearer('full'),
      ],
    };
  if (origin === 'objects')
    return {
      prefix,
      links,
      ids: [publication.id],
      bodies,
      routes: [`/${publication.id}/{id}`, '/{id}'],
      credentials: ['', bearer('full')],
    };
  return {
    prefix: '',
    links: [],
    ids: [world.id, world.id, keys[0]!.id, keys[0]!.workspace, tokens[0]!.id, tokens[0]!.store],
    routes: [...Object.keys(operations), '/openapi.json'],
    credentials: ['', '', 'Authorization: Bearer x'],
    bodies: [
      {
        template: 'suite',
        seed: 3,
        frozen_at: '2026-03-02T09:30:00.000Z',
        limits: true,
        freedoms: {},
      },
      {advance_ms: 1000},
      {freeze_at: '2026-03-02T09:30:00.000Z'},
      {run: true},
      {workspace: keys[0]!.workspace, minted_by: 'x', abilities: ['library:read']},
      {store: tokens[0]!.store, admin: 1},
      {plan: null, publications_left: 3},
      {'workspace.limits.requests_per_minute': 3},
      {
        publications: {workspace: keys[0]!.workspace, count: 2},
        users: {store: tokens[0]!.store, count: 2},
      },
      {runs_hold: true, runs_end: ['failed'], downloads: 'unavailable', reader: 'not-configured'},
      {runs: {workspace: keys[0]!.workspace, leave: 1}},
      {
        publications: {workspace: keys[0]!.workspace, count: 1, files: false},
        mirrors: {publication: publication.id, mirrors: ['original']},
      },
      {token: tokens[0]!.token, count: 3, ago_ms: 5, api: 'v3'},
      {store: tokens[0]!.store, email: 'a@b.example', password: 'x'},
    ],
  };
}

interface Tally {
  answered: Record<number, number>;
  silent: number;
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
  const tally: Tally = {answered: {}, silent: 0};
  const mine = (): World[] =>
    mock.worlds
      .list()
      .filter((world) =>
        origin === 'control' ? !world.id.startsWith('lane-') : world.id === `lane-${number}`,
      );
  for (let sent = 0, batch = 0; sent < count; batch++) {
    const id = `${origin === 'control' ? 'ruled' : 'lane'}-${number}`;
    for (const world of mine()) if (world.id !== 'demo') await mock.worlds.drop(world.id);
    const ground = await groundOf(
      await mock.worlds.create({id, seed: number * 1000 + batch, limits}),
      origin,
    );
    let state = stateOf(mine());
    let text = JSON.stringify(state);
    for (const request of fc.sample(requests(ground), {
      seed: SEED + number * 1000 + batch,
      numRuns: Math.min(BATCH, count - sent),
    })) {
      const answers = await wire.send(request);
      sent += 1;
      if (!answers.length) tally.silent += 1;
      for (const {status, headers, body} of answers) {
        tally.answered[status] = (tally.answered[status] ?? 0) + 1;
        const shape =
          status >= 400 && request.kind === 'whole' && !request.head
            ? misshapen(origin, headers, body)
            : undefined;
        if (status >= 500 || status < 200 || shape)
          throw new Error(
            `${origin}: ${status} ${shape ?? ''} ${body.slice(0, 300)} to ${shown(request.bytes)}`,
          );
      }
      if (request.kind === 'whole' && !answers.length)
        throw new Error(`${origin}: closed without an answer to ${shown(request.bytes)}`);
      // Garbage may hold a whole request, whose answer was lost.
      if (request.kind === 'garbage') await new Promise(setImmediate);
      const now = stateOf(mine());
      const granted = request.kind === 'garbage' || answers.some(({status}) => status < 300);
      if (same(now, state)) continue;
      if (!granted)
        throw new Error(
          `${origin}: ${answers[0]?.status} changed the world: ${shown(request.bytes)}`,
        );
      expect(JSON.stringify(state), 'rows that were changed in their place').toBe(text);
      text = JSON.stringify((state = now));
    }
    expect(JSON.stringify(state), 'rows that were changed in their place').toBe(text);
  }
  wire.close();
  return tally;
}

test(`${100 * UNIT} requests of any bytes: a documented refusal or an answer, never 5xx, and a refusal changes nothing`, async () => {
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
    ).toBeGreaterThan(limits ? UNIT / 10 : count / 100);
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
