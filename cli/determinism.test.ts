import {createServer, request as send} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, inject, test} from 'vitest';
import {createMock} from '../mock/create-mock.ts';
import {DEFECTS} from '../mock/defects/all.ts';
import {withDefects} from '../mock/defects/apply/with-defects.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import type {Check} from '../suites/language/check.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {run} from '../suites/engine/run.ts';
import {MockTarget} from '../suites/target/mock-target.ts';

const specifications = loadSpecifications();
const profiles = {workspace: specifications.workspace.profile, store: specifications.store.profile};

/** Listens in front of an origin, passes everything on, and keeps the requests. */
async function listening(
  origin: string,
  requests: string[],
): Promise<{url: string; close(): void}> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks);
        requests.push(
          `${request.method} ${request.url!.replace(/^\/w\/[^/]+/, '')} ${body.toString('latin1')}`,
        );
        const {host: _host, ...headers} = request.headers;
        const onward = send(
          origin + request.url,
          {method: request.method, headers: {...headers, host: new URL(origin).host}},
          (answer) => {
            reply.writeHead(answer.statusCode!, answer.headers);
            answer.pipe(reply);
          },
        );
        onward.on('error', () => reply.destroy()).end(body);
      });
  });
  await new Promise<void>((fulfil) => server.listen(0, '127.0.0.1', fulfil));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The checks of one chapter, or all of them. */
const checksOf = (chapter: string, seed: number): Check[] =>
  allChecks(specifications, seed).checks.filter(
    ({rule}) => inject('all') || rule.startsWith(`${chapter}.`),
  );

/** Every request that a run sends to both APIs, without the names of worlds and ports. */
async function requestsOf(seed: number): Promise<string[]> {
  const mock = await createMock({world: 'empty'});
  const requests: string[] = [];
  const fronts = {
    workspace: await listening(mock.urls.workspace, requests),
    store: await listening(mock.urls.store, requests),
  };
  try {
    const target = new MockTarget({
      control: mock.urls.control!,
      seed,
      profiles,
      proxies: {workspace: fronts.workspace.url, store: fronts.store.url},
    });
    const {rules} = await run({
      specifications: specifications,
      checks: checksOf('store.auth-sessions', seed),
      target,
      seed,
      clock: realClock,
    });
    expect(
      rules
        .filter(({verdict}) => verdict !== 'passed')
        .map(({rule, reason}) => `${rule}: ${reason}`),
    ).toEqual([]);
    return requests;
  } finally {
    Object.values(fronts).forEach((front) => front.close());
    await mock.close();
  }
}

/**
 * Interleavings aside: branches of a race leave in any order, and a race that did not overlap is
 * run again in another world.
 */
const normalized = (requests: string[]): string[] => [...new Set(requests)].sort();

test('two runs with one seed send the same requests, and another seed sends others', async () => {
  const [first, second, other] = [await requestsOf(5), await requestsOf(5), await requestsOf(6)];
  expect(first.length).toBeGreaterThan(inject('all') ? 1000 : 100);
  expect(normalized(second).filter((one) => !first.includes(one))).toEqual([]);
  expect(normalized(first).filter((one) => !second.includes(one))).toEqual([]);
  expect(normalized(other)).not.toEqual(normalized(first));
});

/** The results of a run on a mock with a defect, without what differs between any two runs: ports, worlds, cursors, signatures, times. */
async function resultsWith(atOnce: number, defect: string): Promise<unknown> {
  const mock = await createMock({world: 'empty', defects: withDefects(DEFECTS)});
  try {
    const target = new MockTarget({
      control: mock.urls.control!,
      seed: 5,
      profiles,
      world: {defect},
    });
    const {rules, coverage, requests} = await run({
      specifications,
      checks: checksOf('workspace.publications', 5),
      target,
      seed: 5,
      clock: realClock,
      atOnce,
    });
    const timeless = rules.map(({seconds: _seconds, ...rule}) => rule);
    const text = JSON.stringify({rules: timeless, coverage, requests});
    const same = text.replaceAll(/localhost:\d+(\/w\/w\d+)?/g, 'mock');
    return JSON.parse(same.replaceAll(/[\w.-]{32,}/g, 'opaque')) as unknown;
  } finally {
    await mock.close();
  }
}

test('scenes that run side by side have the verdicts, witnesses and evidence that they have one by one', async () => {
  const defect = 'workspace.publications.newest-first: the list is oldest first';
  const together = await resultsWith(6, defect);
  expect(together).toEqual(await resultsWith(1, defect));
  expect(JSON.stringify(together)).toContain('"verdict":"failed"');
});
