import {mkdtempSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Prepared} from './express-peer.ts';
import {requestText} from './load.ts';
import {answered, freePort, isFree, started, type Program} from './program.ts';

export const KEY = 'demo-key-harbour-full';
const auth = (key: string): Record<string, string> => ({authorization: `Bearer ${key}`});

/** The mock as its users start it, with its control plane at hand. */
export interface RunningMock extends Program {
  controlUrl: string;
  control(method: string, path: string, body?: object): Promise<any>;
}

/** @param data a folder to keep worlds in; default: memory */
export async function startMock(data?: string): Promise<RunningMock> {
  const port = await freeRange();
  const args = [
    'bin/presscheck.js',
    'mock',
    '--port',
    String(port),
    ...(data === undefined ? [] : ['--data', data]),
  ];
  const program = await started(args, port, {path: '/api/v1/publications', headers: auth(KEY)});
  await answered(port + 9, {path: '/worlds', headers: {}});
  const controlUrl = `http://127.0.0.1:${port + 9}`;
  const control = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(controlUrl + path, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {...program, controlUrl, control};
}

/**
 * A port that is free, with those 1, 2 and 9 above; below the range from which connections take
 * theirs.
 */
async function freeRange(): Promise<number> {
  for (let port = 20_000; port < 32_000; port += 10)
    if ((await Promise.all([0, 1, 2, 9].map((above) => isFree(port + above)))).every(Boolean))
      return port;
  throw new Error('no ports are free between 20000 and 32000');
}

/**
 * How many requests a minute one key may send in a measurement: the window counts, and refuses
 * nobody.
 */
const ROOM = 100_000;
const KEYS = 8;

/**
 * Widens the minute and mints keys, so that no load meets a 429 while every limit is looked after.
 */
export async function prepared(mock: RunningMock, publications: number): Promise<string[]> {
  await mock.control('PATCH', '/worlds/demo/numbers', {
    'workspace.limits.requests_per_minute': ROOM,
  });
  if (publications)
    await mock.control('POST', '/worlds/demo/seed', {
      publications: {workspace: 'ws_harbour', count: publications},
    });
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++)
    keys.push((await mock.control('POST', '/worlds/demo/keys', {workspace: 'ws_harbour'})).key);
  return keys;
}

/** The three requests that are compared. */
export type Scenario = 'list of 50' | 'one publication' | 'reservation';
export const SCENARIOS: Scenario[] = ['list of 50', 'one publication', 'reservation'];

const RESERVATION = JSON.stringify({original_filename: 'tides.epub', size_bytes: 48_213});

/**
 * A scenario's request, with each of the keys. @param prefix of the API; prism serves without it
 */
export function requestsOf(
  scenario: Scenario,
  keys: string[],
  publication: string,
  prefix = '/api/v1',
): string[] {
  return keys.map((key) => {
    if (scenario === 'list of 50') return requestText('GET', `${prefix}/publications`, auth(key));
    if (scenario === 'one publication')
      return requestText('GET', `${prefix}/publications/${publication}`, auth(key));
    return requestText(
      'POST',
      `${prefix}/uploads`,
      {...auth(key), 'content-type': 'application/json'},
      RESERVATION,
    );
  });
}

/** What the mock answers to each scenario: the peers give the same bytes. */
export async function answersOf(
  mock: Program,
): Promise<{publication: string; texts: Record<Scenario, string>}> {
  const ask = async (path: string, init: object = {}): Promise<string> =>
    (
      await fetch(`http://127.0.0.1:${mock.port}/api/v1${path}`, {
        ...init,
        headers: {...auth(KEY), 'content-type': 'application/json'},
      })
    ).text();
  const list = await ask('/publications');
  const publication = (JSON.parse(list) as {data: {id: string}[]}).data[0]!.id;
  return {
    publication,
    texts: {
      'list of 50': list,
      'one publication': await ask(`/publications/${publication}`),
      reservation: await ask('/uploads', {method: 'POST', body: RESERVATION}),
    },
  };
}

/** Writes the mock's own document, with its answers as examples, for prism. */
export async function documentFor(mock: Program, texts: Record<Scenario, string>): Promise<string> {
  const document = (await (
    await fetch(`http://127.0.0.1:${mock.port}/openapi.json`)
  ).json()) as any;
  // prism takes an example of the schema before one of the answer.
  for (const schema of Object.values<any>(document.components.schemas)) delete schema.examples;
  const example = (path: string, method: string, status: string, text: string): void => {
    document.paths[path][method].responses[status].content['application/json'].examples = {
      answer: {value: JSON.parse(text)},
    };
  };
  example('/publications', 'get', '200', texts['list of 50']);
  example('/publications/{publication}', 'get', '200', texts['one publication']);
  example('/uploads', 'post', '201', texts.reservation);
  const file = join(mkdtempSync(join(tmpdir(), 'presscheck-bench-')), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** `prism mock`, silent, without a parent process of npx. */
export async function startPrism(document: string): Promise<Program> {
  const port = await freePort();
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  return started(
    [cli, 'mock', document, '--port', String(port), '--verboseLevel', 'silent'],
    port,
    {path: '/publications', headers: auth(KEY)},
  );
}

/** Express with prepared Buffers. */
export async function startExpress(
  publication: string,
  texts: Record<Scenario, string>,
): Promise<Program> {
  const port = await freePort();
  const answers: Prepared = [
    {method: 'get', path: '/api/v1/publications', status: 200, text: texts['list of 50']},
    {
      method: 'get',
      path: '/api/v1/publications/:publication',
      status: 200,
      text: texts['one publication'],
    },
    {method: 'post', path: '/api/v1/uploads', status: 201, text: texts.reservation},
  ];
  const file = join(mkdtempSync(join(tmpdir(), 'presscheck-bench-')), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const peer = fileURLToPath(new URL('express-peer.js', import.meta.url));
  return started([peer, String(port), file], port, {
    path: `/api/v1/publications/${publication}`,
    headers: {},
  });
}
