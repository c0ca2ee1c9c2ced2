import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {figure, ratio, type Figure} from './figure.ts';
import {requestText} from './load.ts';
import {KEY, prepared, requestsOf, startMock, type RunningMock} from './peers.ts';
import {loaded} from './program.ts';

const MANY = 100_000;
const FEW = 100;
const CONNECTIONS = 10;

/** Lists at 100,000 publications beside 100, reservations on disk, and memory. */
export async function sizes(rounds: number, ms: number): Promise<Figure[]> {
  const few = await startMock();
  const many = await startMock();
  const fewKeys = await prepared(few, FEW);
  const manyKeys = await prepared(many, MANY);
  const fewPages = await pages(few);
  const manyPages = await pages(many);
  const times: Record<string, number[]> = {};
  for (let round = -1; round < rounds; round++)
    for (const [name, mock, keys, path] of [
      ['few first', few, fewKeys, fewPages.first],
      ['many first', many, manyKeys, manyPages.first],
      ['few last', few, fewKeys, fewPages.last],
      ['many last', many, manyKeys, manyPages.last],
    ] as const) {
      const requests = keys.map((key) =>
        requestText('GET', path, {authorization: `Bearer ${key}`}),
      );
      const {median} = await loaded({port: mock.port, requests, connections: CONNECTIONS, ms});
      if (round >= 0) (times[name] ??= []).push(median);
    }
  const memory = many.memory();
  const demo = await demoAfterLoad();
  await few.stop();
  await many.stop();
  return [
    ratio(
      'first page of 100,000 beside 100',
      times['many first']!,
      times['few first']!,
      'at most',
      1.2,
      'ms',
    ),
    ratio(
      'last page of 100,000 beside 100',
      times['many last']!,
      times['few last']!,
      'at most',
      1.2,
      'ms',
    ),
    figure('--data: median reservation at 100,000', await onDisk(rounds, ms), 'at most', 30, 'ms'),
    figure('memory, demo world after load', [demo], 'at most', 150, 'MiB'),
    figure('memory, 100,000 publications after load', [memory], 'at most', 600, 'MiB'),
  ];
}

/** Paths of the first and of the last full page. */
async function pages(mock: RunningMock): Promise<{first: string; last: string}> {
  const first = '/api/v1/publications';
  let last = first;
  for (let path = first; ;) {
    const answer = await fetch(`http://127.0.0.1:${mock.port}${path}`, {
      headers: {authorization: `Bearer ${KEY}`},
    });
    const page = (await answer.json()) as {data: unknown[]; next_cursor: string; has_more: boolean};
    if (page.data.length === 50) last = path;
    if (!page.has_more) return {first, last};
    path = `${first}?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

async function onDisk(rounds: number, ms: number): Promise<number[]> {
  const mock = await startMock(mkdtempSync(join(tmpdir(), 'presscheck-bench-')));
  const requests = requestsOf('reservation', await prepared(mock, MANY), '');
  const medians: number[] = [];
  for (let round = 0; round < rounds; round++)
    medians.push((await loaded({port: mock.port, requests, connections: CONNECTIONS, ms})).median);
  await mock.stop();
  return medians;
}

async function demoAfterLoad(): Promise<number> {
  const mock = await startMock();
  const requests = requestsOf('list of 50', await prepared(mock, 0), '');
  await loaded({port: mock.port, requests, connections: CONNECTIONS, ms: 5000});
  const memory = mock.memory();
  await mock.stop();
  return memory;
}
