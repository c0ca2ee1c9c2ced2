import {spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, afterEach, expect, test} from 'vitest';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {stranger} from '../proof/stranger.ts';
import {loadSpecifications} from '../spec/specification.ts';
import {allChecks} from '../suites/all-checks.ts';
import {verifyAndRun} from '../suites/engine/run.ts';
import {Deployment} from '../suites/target/deployment.ts';

const bin = resolve(import.meta.dirname, '../bin/presscheck.js');
const folder = mkdtempSync(join(tmpdir(), 'presscheck-crash-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const KEY = 'demo-key-harbour-full';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/**
 * Starts a server that hands the calls of hooks on to a mock.
 * @param called gets each call when the mock has done it, before the caller gets the response
 * @returns its URL
 */
async function hooksOf(mock: Mock, called: (call: object) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = {'content-type': 'application/json'};
    const url = `${mock.urls.control}/worlds/demo/hooks`;
    const done = await fetch(url, {method: 'POST', body, headers});
    called(JSON.parse(body) as object);
    response.writeHead(done.status, headers).end(await done.text());
  }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await new Promise((ready) => server.once('listening', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function placesLeft(mock: Mock): Promise<number> {
  const headers = {authorization: `Bearer ${KEY}`};
  const response = await fetch(`${mock.urls.workspace}/api/v1/account`, {headers});
  return ((await response.json()) as {publications_left: number}).publications_left;
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Certifies one rule as a user would. */
function certify(rule: string, ...more: string[]): {kill(): void; ended: Promise<Ended>} {
  const args = [bin, 'certify', '--config', 'presscheck.yaml', '--only', rule, ...more];
  const child = spawn(process.execPath, args, {cwd: folder, env: {...process.env, KEY}});
  const written = {out: '', err: ''};
  child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
  const ended = new Promise<Ended>((settle) =>
    child.on('close', (code) => settle({code, ...written})),
  );
  return {kill: () => void child.kill('SIGKILL'), ended};
}

test('what a run took away before it was killed is given back by the next one', async () => {
  const mock = await createMock({world: 'demo'});
  closing.push(() => mock.close());
  const calls: object[] = [];
  let dies: (() => void) | undefined;
  const hooks = await hooksOf(mock, (call) => {
    calls.push(call);
    dies?.();
  });
  const config = [
    'name: a deployment by URL',
    `workspace: {base_url: '${mock.urls.workspace}'}`,
    'credentials: {full: {env: KEY}}',
    'samples: {good: {filename: tides.epub}}',
    `hooks: {leave-places: {url: '${hooks}'}}`,
  ];
  writeFileSync(join(folder, 'presscheck.yaml'), `${config.join('\n')}\n`);
  const before = await placesLeft(mock);

  const first = certify('workspace.uploads.reservation-needs-allowance');
  dies = first.kill;
  expect((await first.ended).code).toBeNull();
  expect(calls).toEqual([{verb: 'leave-places', role: 'full', places: expect.any(Number)}]);
  expect(await placesLeft(mock)).not.toBe(before);
  const undos = join(folder, 'presscheck.undo.json');
  const undo = {verb: 'leave-places', args: {role: 'full', places: null}};
  const deployment = mock.urls.workspace;
  expect(JSON.parse(readFileSync(undos, 'utf8'))).toEqual({undos: [{deployment, ...undo}]});

  dies = undefined;
  const second = await certify('workspace.account.has-plan', '--effort', 'quick').ended;
  expect(second.err).toContain(
    'An earlier run had left a hook to undo; it was undone now: leave-places {"role":"full","places":null}',
  );
  expect(second.code).toBe(0);
  expect(calls.slice(1)).toEqual([{verb: 'leave-places', role: 'full', places: null}]);
  expect(await placesLeft(mock)).toBe(before);
  expect(existsSync(undos)).toBe(false);

  const third = await certify('workspace.account.has-plan', '--effort', 'quick').ended;
  expect(third.err).not.toContain('An earlier run');
  // Only a run that is planned is rehearsed.
  expect(third.out).toMatch(/request sequences?, at most \d+ requests?/);
  expect(third.out).not.toContain('about');
  expect(calls).toHaveLength(2);
});

test('a command that cannot start leaves its rules unexercised, and nothing for the next run', async () => {
  const mock = await createMock({world: 'demo'});
  closing.push(() => mock.close());
  const config = [
    'name: a deployment by URL',
    `workspace: {base_url: '${mock.urls.workspace}'}`,
    'credentials: {full: {env: KEY}}',
    'samples: {good: {filename: tides.epub}}',
    "hooks: {unresolve-plan: {command: ['./no-such-program']}}",
  ];
  writeFileSync(join(folder, 'presscheck.yaml'), `${config.join('\n')}\n`);
  const first = await certify('workspace/account').ended;
  expect(first.out).toContain(
    'repair hooks.unresolve-plan: the hook ./no-such-program could not be started (ENOENT)',
  );
  expect(first.out).not.toContain('inconclusive');
  expect([first.code, existsSync(join(folder, 'presscheck.undo.json'))]).toEqual([3, false]);
  const second = await certify('workspace.account.has-plan', '--effort', 'quick').ended;
  expect(second.code).toBe(0);
  expect(second.err).not.toContain('hook');
});

test('a hook that does not know a verb leaves its rule unexercised, and nothing else', async () => {
  const specifications = loadSpecifications();
  const {config, clock, mock, close} = await stranger(specifications, {hooks: true});
  closing.push(close);
  const hooks = {...config.hooks, 'configure-reader': {url: `${mock.urls.control}/no-such-hook`}};
  const {checks} = allChecks(specifications, 1);
  const {rules, supply, hooksNotUndone} = await verifyAndRun({
    specifications,
    checks: checks.filter(({rule}) => rule.startsWith('workspace.reader.')),
    target: new Deployment({...config, hooks}, clock),
    seed: 1,
    clock,
  });
  const others = rules.filter(({verdict}) => verdict !== 'passed');
  expect(others).toMatchObject([
    {
      rule: 'workspace.reader.configured-is-true',
      verdict: 'not-exercised',
      reason: expect.stringMatching(
        /^the hook of the configuration does not do configure-reader: .* answered 404/,
      ),
    },
  ]);
  expect(supply[0]?.what).toMatch(/^repair hooks\.configure-reader: the hook .* answered 404/);
  expect(hooksNotUndone).toBeUndefined();
});
