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

/** A page of a list that is measured on one of the mocks. */
interface Page {
  mock: RunningMock;
  keys: string[];
  path: string;
  /** Median of each round, in milliseconds. */
  medians: number[];
}

/**
 * Compares lists at 100,000 publications with lists at 100, and measures reservations on disk and
 * memory.
 */
export async function sizes(rounds: number, ms: number): Promise<Figure[]> {
  const few = await startMock();
  const many = await startMock();
  const ofFew = await pagesOf(few, FEW);
  const ofMany = await pagesOf(many, MANY);
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++)
    for (const page of [ofFew.first, ofMany.first, ofFew.last, ofMany.last]) {
      const median = await measured(page, ms);
      if (round >= 0) page.medians.push(median);
    }
  const memory = many.memory();
  const demo = await demoAfterLoad();
  await few.stop();
  await many.stop();
  const compared = (what: string, own: Page, peer: Page): Figure =>
    ratio(`${what} of 100,000 beside 100`, own.medians, peer.medians, 'at most', 1.1, 'ms');
  return [
    compared('first page', ofMany.first, ofFew.first),
    compared('last page', ofMany.last, ofFew.last),
    figure('--data: median reservation at 100,000', await onDisk(rounds, ms), 'at most', 30, 'ms'),
    figure('memory, demo world after load', [demo], 'at most', 150, 'MiB'),
    figure('memory, 100,000 publications after load', [memory], 'at most', 600, 'MiB'),
  ];
}

/** The first and the last full page of a mock with this number of publications. */
async function pagesOf(
  mock: RunningMock,
  publications: number,
): Promise<{first: Page; last: Page}> {
  const keys = await prepared(mock, publications);
  const {first, last} = await pagePaths(mock);
  return {
    first: {mock, keys, path: first, medians: []},
    last: {mock, keys, path: last, medians: []},
  };
}

async function measured({mock, keys, path}: Page, ms: number): Promise<number> {
  const requests = keys.map((key) => requestText('GET', path, {authorization: `Bearer ${key}`}));
  return (await loaded({port: mock.port, requests, connections: CONNECTIONS, ms})).median;
}

/** Paths of the first and of the last full page. */
async function pagePaths(mock: RunningMock): Promise<{first: string; last: string}> {
  const first = '/api/v1/publications';
  let last = first;
  for (let path = first; ;) {
    const response = await fetch(`http://127.0.0.1:${mock.port}${path}`, {
      headers: {authorization: `Bearer ${KEY}`},
    });
    const page = (await response.json()) as {
      data: unknown[];
      next_cursor: string;
      has_more: boolean;
    };
    if (page.data.length === 50) last = path;
    if (!page.has_more) return {first, last};
    path = `${first}?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Medians of reservations on a mock that stores its worlds in a folder. */
async function onDisk(rounds: number, ms: number): Promise<number[]> {
  const mock = await startMock(mkdtempSync(join(tmpdir(), 'presscheck-bench-')));
  const requests = requestsOf('reservation', await prepared(mock, MANY), '');
  const medians: number[] = [];
  for (let round = 0; round < rounds; round++)
    medians.push((await loaded({port: mock.port, requests, connections: CONNECTIONS, ms})).median);
  await mock.stop();
  return medians;
}

/** Memory of the demo world after five seconds of load, which fill its journal, in MiB. */
async function demoAfterLoad(): Promise<number> {
  const mock = await startMock();
  const requests = requestsOf('list of 50', await prepared(mock, 0), '');
  await loaded({port: mock.port, requests, connections: CONNECTIONS, ms: 5000});
  const memory = mock.memory();
  await mock.stop();
  return memory;
}
