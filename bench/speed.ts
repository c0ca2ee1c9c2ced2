import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ratio, type Figure} from './figure.ts';
import type {Yield} from './load.ts';
import {
  answersOf,
  documentFor,
  prepared,
  requestsOf,
  SCENARIOS,
  startExpress,
  startMock,
  startPrism,
  type Scenario,
} from './peers.ts';
import {loaded, type Program} from './program.ts';

const CONNECTIONS = 10;
const LEAST_BESIDE_PRISM: Record<Scenario, number> = {
  'list of 50': 2.5,
  'one publication': 2,
  reservation: 1.5,
};

/** Time to the first answer, beside prism on the same document. */
export async function firstAnswers(rounds: number): Promise<Figure[]> {
  const mock = await startMock();
  await prepared(mock, 100);
  const document = await documentFor(mock, (await answersOf(mock)).texts);
  await mock.stop();
  const own: number[] = [];
  const prism: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [times, start] of [
      [own, () => startMock()],
      [prism, () => startPrism(document)],
    ] as const) {
      const program = await start();
      times.push(program.firstAnswer);
      await program.stop();
    }
  return [ratio('first answer, beside prism mock', own, prism, 'at most', 0.45, 'ms')];
}

/**
 * Requests a second and latencies at 10 connections, beside prism, Express with prepared bytes, and
 * the mock on disk.
 */
export async function speeds(rounds: number, ms: number): Promise<Figure[]> {
  const mock = await startMock();
  const keys = await prepared(mock, 100);
  const {publication, texts} = await answersOf(mock);
  const disk = await startMock(mkdtempSync(join(tmpdir(), 'presscheck-bench-')));
  const diskKeys = await prepared(disk, 100);
  const diskPublication = (await answersOf(disk)).publication;
  const prism = await startPrism(await documentFor(mock, texts));
  const express = await startExpress(publication, texts);
  const peers = {
    mock: {program: mock, keys, publication, prefix: '/api/v1'},
    disk: {program: disk, keys: diskKeys, publication: diskPublication, prefix: '/api/v1'},
    prism: {program: prism, keys, publication, prefix: ''},
    express: {program: express, keys, publication, prefix: '/api/v1'},
  };
  const figures: Figure[] = [];
  for (const scenario of SCENARIOS) {
    const got: Record<string, Yield[]> = {};
    for (let round = -1; round < rounds; round++)
      for (const [name, {program, keys: own, publication: one, prefix}] of Object.entries(peers)) {
        const load = {
          port: program.port,
          requests: requestsOf(scenario, own, one, prefix),
          connections: CONNECTIONS,
          ms,
        };
        const result = await loaded(load);
        // The first round warms up.
        if (round >= 0) (got[name] ??= []).push(result);
      }
    const of = (name: string, member: 'perSecond' | 'median' | 'p99'): number[] =>
      got[name]!.map((result) => result[member]);
    figures.push(
      ratio(
        `${scenario}: beside prism mock`,
        of('mock', 'perSecond'),
        of('prism', 'perSecond'),
        'at least',
        LEAST_BESIDE_PRISM[scenario],
        'requests/s',
      ),
      ratio(
        `${scenario}: median, beside prism mock`,
        of('mock', 'median'),
        of('prism', 'median'),
        'at most',
        1,
        'ms',
      ),
      ratio(
        `${scenario}: p99, beside prism mock`,
        of('mock', 'p99'),
        of('prism', 'p99'),
        'at most',
        1,
        'ms',
      ),
      ratio(
        `${scenario}: beside prepared bytes in Express`,
        of('mock', 'perSecond'),
        of('express', 'perSecond'),
        'at least',
        0.6,
        'requests/s',
      ),
      ratio(
        `${scenario}: --data beside memory`,
        of('disk', 'perSecond'),
        of('mock', 'perSecond'),
        'at least',
        0.7,
        'requests/s',
      ),
    );
  }
  for (const program of [mock, disk, prism, express] as Program[]) await program.stop();
  return figures;
}
