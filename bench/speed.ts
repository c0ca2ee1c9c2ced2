import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {ratio, type Figure} from './figure.ts';
import {
  answersOf,
  documentFor,
  prepared,
  requestsOf,
  SCENARIOS,
  startMock,
  startPrepared,
  startPrism,
  type Scenario,
} from './peers.ts';
import {costsOf, type Costs, type Program} from './program.ts';

const CONNECTIONS = 10;
const LEAST_BESIDE_PRISM: Record<Scenario, number> = {
  'list of 50': 2.5,
  'one publication': 2,
  reservation: 1.5,
};

const LEAST_BESIDE_FASTIFY: Record<Scenario, number> = {
  'list of 50': 1.1,
  'one publication': 0.85,
  reservation: 0.55,
};

/** Compares the time to the first response with prism's for the same document. */
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
  return [ratio('first answer, beside prism mock', own, prism, 'at most', 0.2, 'ms')];
}

/** A server to measure, with the data for its requests. */
interface Peer {
  program: Program;
  keys: string[];
  publication: string;
  /** The prefix of the API's path; prism serves without it. */
  prefix: string;
}

type PeerName = 'mock' | 'disk' | 'prism' | 'express' | 'fastify';

/**
 * Compares requests per second and latencies at 10 connections: the mock with prism, with Express with prepared bytes,
 * with a bare Fastify handler, and on disk with in memory.
 */
export async function speeds(rounds: number, ms: number): Promise<Figure[]> {
  const peers = await startPeers();
  const figures: Figure[] = [];
  for (const scenario of SCENARIOS)
    figures.push(...compared(scenario, await measured(peers, scenario, rounds, ms)));
  for (const {program} of Object.values(peers)) await program.stop();
  return figures;
}

async function startPeers(): Promise<Record<PeerName, Peer>> {
  const mock = await startMock();
  const keys = await prepared(mock, 100);
  const {publication, texts} = await answersOf(mock);
  const disk = await startMock(mkdtempSync(join(tmpdir(), 'presscheck-bench-')));
  const diskKeys = await prepared(disk, 100);
  const diskPublication = (await answersOf(disk)).publication;
  const prism = await startPrism(await documentFor(mock, texts));
  const express = await startPrepared('express', publication, texts);
  const fastify = await startPrepared('fastify', publication, texts);
  return {
    mock: {program: mock, keys, publication, prefix: '/api/v1'},
    disk: {program: disk, keys: diskKeys, publication: diskPublication, prefix: '/api/v1'},
    prism: {program: prism, keys, publication, prefix: ''},
    express: {program: express, keys, publication, prefix: '/api/v1'},
    fastify: {program: fastify, keys, publication, prefix: '/api/v1'},
  };
}

type Results = Record<PeerName, Costs[]>;

/** The results of each round; the peers alternate. */
async function measured(
  peers: Record<PeerName, Peer>,
  scenario: Scenario,
  rounds: number,
  ms: number,
): Promise<Results> {
  const results: Results = {mock: [], disk: [], prism: [], express: [], fastify: []};
  // The first round is a warm-up.
  for (let round = -1; round < rounds; round++)
    for (const name of Object.keys(peers) as PeerName[]) {
      const {program, keys, publication, prefix} = peers[name];
      const requests = requestsOf(scenario, keys, publication, prefix);
      const result = await costsOf(program, {requests, connections: CONNECTIONS, ms});
      if (round >= 0) results[name].push(result);
    }
  return results;
}

function compared(scenario: Scenario, results: Results): Figure[] {
  const valuesOf = (name: PeerName, member: keyof Omit<Costs, 'others'>): number[] =>
    results[name].map((result) => result[member]);
  const throughput = (what: string, own: PeerName, peer: PeerName, least: number): Figure =>
    ratio(
      `${scenario}: ${what}`,
      valuesOf(own, 'perSecond'),
      valuesOf(peer, 'perSecond'),
      'at least',
      least,
      'requests/s',
    );
  const latency = (member: 'median' | 'p99'): Figure =>
    ratio(
      `${scenario}: ${member}, beside prism mock`,
      valuesOf('mock', member),
      valuesOf('prism', member),
      'at most',
      1,
      'ms',
    );
  return [
    throughput('beside prism mock', 'mock', 'prism', LEAST_BESIDE_PRISM[scenario]),
    latency('median'),
    latency('p99'),
    throughput('beside prepared bytes in Express', 'mock', 'express', 0.6),
    throughput('beside a bare Fastify handler', 'mock', 'fastify', LEAST_BESIDE_FASTIFY[scenario]),
    ratio(
      `${scenario}: beside a bare Fastify handler, by processor time`,
      valuesOf('mock', 'perProcessorSecond'),
      valuesOf('fastify', 'perProcessorSecond'),
      'at least',
      LEAST_BESIDE_FASTIFY[scenario],
      'requests/s',
    ),
    throughput('--data beside memory', 'disk', 'mock', 0.7),
  ];
}
