import {mkdtempSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {PreparedResponse} from './prepared-response.ts';
import {defined} from '../spec/defined.ts';
import {requestText} from './load.ts';
import {answered, freePort, isFree, started, type Program} from './program.ts';

/** A key of the demo world. */
export const KEY = 'demo-key-harbour-full';
const auth = (key: string): Record<string, string> => ({authorization: `Bearer ${key}`});

/** The mock, started as users start it, with its control plane. */
export interface RunningMock extends Program {
  controlUrl: string;
  /** Sends a request to the control plane. @returns the JSON of its response */
  control(method: string, path: string, body?: object): Promise<unknown>;
}

/** Starts the mock on free ports. @param data a folder to store worlds in; default: memory */
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
  const control = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(controlUrl + path, {
      method,
      headers: {'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  return {...program, controlUrl, control};
}

/** A free port P for which P+1, P+2 and P+9 are free too, below the range of ephemeral ports. */
async function freeRange(): Promise<number> {
  for (let port = 20_000; port < 32_000; port += 10) {
    const free = await Promise.all([0, 1, 2, 9].map((above) => isFree(port + above)));
    if (free.every(Boolean)) return port;
  }
  throw new Error('no ports are free between 20000 and 32000');
}

/** The limit of requests a minute in a measurement: requests are counted, and none is refused. */
const REQUESTS_PER_MINUTE = 100_000;
const KEYS = 8;

/**
 * Raises the limit of requests a minute and creates keys, so that no load gets a 429 while every limit is still
 * counted.
 * @param publications the number of publications of the workspace
 * @returns the keys
 */
export async function prepared(mock: RunningMock, publications: number): Promise<string[]> {
  await mock.control('PATCH', '/worlds/demo/numbers', {
    'workspace.limits.requests_per_minute': REQUESTS_PER_MINUTE,
  });
  if (publications)
    await mock.control('POST', '/worlds/demo/seed', {
      publications: {workspace: 'ws_harbour', count: publications},
    });
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++) keys.push(await mintKey(mock));
  return keys;
}

async function mintKey(mock: RunningMock): Promise<string> {
  const minted = await mock.control('POST', '/worlds/demo/keys', {workspace: 'ws_harbour'});
  return (minted as {key: string}).key;
}

/** The three requests that are compared. */
export type Scenario = 'list of 50' | 'one publication' | 'reservation';
export const SCENARIOS: Scenario[] = ['list of 50', 'one publication', 'reservation'];

const RESERVATION = JSON.stringify({original_filename: 'tides.epub', size_bytes: 48_213});

/** A scenario's request, with each of the keys. @param prefix of the API; prism serves without it */
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

/** The mock's response to each scenario, which the peers send too. */
export async function answersOf(
  mock: Program,
): Promise<{publication: string; texts: Record<Scenario, string>}> {
  const textOf = async (path: string, init: object = {}): Promise<string> => {
    const headers = {...auth(KEY), 'content-type': 'application/json'};
    const url = `http://127.0.0.1:${mock.port}/api/v1${path}`;
    return (await fetch(url, {...init, headers})).text();
  };
  const list = await textOf('/publications');
  const [first] = (JSON.parse(list) as {data: {id: string}[]}).data;
  const publication = defined(first, 'a publication').id;
  return {
    publication,
    texts: {
      'list of 50': list,
      'one publication': await textOf(`/publications/${publication}`),
      reservation: await textOf('/uploads', {method: 'POST', body: RESERVATION}),
    },
  };
}

/** Writes the mock's own OpenAPI document, with its responses as examples, for prism. */
export async function documentFor(mock: Program, texts: Record<Scenario, string>): Promise<string> {
  const served = await fetch(`http://127.0.0.1:${mock.port}/openapi.json`);
  const document = (await served.json()) as OpenApiDocument;
  // prism prefers an example in the schema to one in the response.
  for (const schema of Object.values(document.components.schemas)) delete schema.examples;
  const example = (path: string, method: string, status: string, text: string): void => {
    const response = document.paths[path]?.[method]?.responses[status];
    const content = defined(response, `${status} of ${method} ${path}`).content;
    content['application/json'].examples = {answer: {value: JSON.parse(text)}};
  };
  example('/publications', 'get', '200', texts['list of 50']);
  example('/publications/{publication}', 'get', '200', texts['one publication']);
  example('/uploads', 'post', '201', texts.reservation);
  const file = join(mkdtempSync(join(tmpdir(), 'presscheck-bench-')), 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

/** The parts of the mock's OpenAPI document that get examples. */
interface OpenApiDocument {
  components: {schemas: Record<string, {examples?: unknown}>};
  paths: Record<string, Record<string, {responses: Record<string, OpenApiResponse>}>>;
}

interface OpenApiResponse {
  content: {'application/json': {examples?: unknown}};
}

/** Starts `prism mock`, silent, without npx as a parent process. */
export async function startPrism(document: string): Promise<Program> {
  const port = await freePort();
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  return started(
    [cli, 'mock', document, '--port', String(port), '--verboseLevel', 'silent'],
    port,
    {path: '/publications', headers: auth(KEY)},
  );
}

/** Starts Express or Fastify with prepared responses. */
export async function startPrepared(
  framework: 'express' | 'fastify',
  publication: string,
  texts: Record<Scenario, string>,
): Promise<Program> {
  const port = await freePort();
  const responses: PreparedResponse[] = [
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
  writeFileSync(file, JSON.stringify(responses));
  const peer = fileURLToPath(new URL(`${framework}-peer.js`, import.meta.url));
  return started([peer, String(port), file], port, {
    path: `/api/v1/publications/${publication}`,
    headers: {},
  });
}
