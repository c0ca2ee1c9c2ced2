import {ratio, type Figure} from './figure.ts';
import {requestText} from './load.ts';
import {answersOf, KEY, prepared, startMock} from './peers.ts';
import {loaded} from './program.ts';

const CONNECTIONS = 10;
/** The tool is not metered, so no daily ceiling ends the measurement. */
const BODY = JSON.stringify({tool: 'file-validation'});

/** Compares starting and polling a run with reading a publication, at 10 connections. */
export async function runs(rounds: number, ms: number): Promise<Figure[]> {
  const mock = await startMock();
  const keys = await prepared(mock, 100);
  const {publication} = await answersOf(mock);
  const requests = await requestsFor(mock.port, keys, publication);
  const medians: Record<keyof typeof requests, number[]> = {read: [], poll: [], start: []};
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++)
    for (const name of ['read', 'poll', 'start'] as const) {
      const load = {port: mock.port, requests: requests[name], connections: CONNECTIONS, ms};
      const {median} = await loaded(load);
      if (round >= 0) medians[name].push(median);
    }
  await mock.stop();
  const besideRead = (what: string, own: number[], most: number): Figure =>
    ratio(`${what}: median, beside one publication`, own, medians.read, 'at most', most, 'ms');
  return [
    besideRead('poll of a run', medians.poll, 1),
    besideRead('start of a run', medians.start, 1.3),
  ];
}

/** The requests of each kind, with each of the keys. For polling, a run is started. */
async function requestsFor(
  port: number,
  keys: string[],
  publication: string,
): Promise<Record<'read' | 'poll' | 'start', string[]>> {
  const start = `/api/v1/publications/${publication}/runs`;
  const response = await fetch(`http://127.0.0.1:${port}${start}`, {
    method: 'POST',
    body: BODY,
    headers: headersOf(KEY),
  });
  const {id} = (await response.json()) as {id: string};
  const get = (path: string): string[] =>
    keys.map((key) => requestText('GET', path, {authorization: `Bearer ${key}`}));
  return {
    read: get(`/api/v1/publications/${publication}`),
    poll: get(`/api/v1/runs/${id}`),
    start: keys.map((key) => requestText('POST', start, headersOf(key), BODY)),
  };
}

const headersOf = (key: string): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});
