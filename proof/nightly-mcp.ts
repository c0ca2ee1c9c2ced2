/**
 * `npm run nightly:mcp` runs the protocol's public conformance runner on the mock's MCP server and
 * on its authorization server, in every protocol version that both speak.
 * `conformance/scenarios.yaml` says which scenarios apply, and why the others do not; those run
 * too, and must not pass. It prints a table, and exits with 0 when all that applies passed and
 * `scenarios.yaml` names every scenario of the runner.
 */
import {readFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {join} from 'node:path';
import {SUPPORTED_PROTOCOL_VERSIONS} from '@modelcontextprotocol/sdk/types.js';
import {parse} from 'yaml';
import {createMock} from '../mock/create-mock.ts';
import {answer} from '../mock/mcp/oauth/test-server.ts';
import {defined} from '../spec/defined.ts';
import {agentProxy} from './conformance/agent-proxy.ts';
import {
  scenariosIn,
  outcomesIn,
  table,
  troubles,
  type Outcome,
  type Outcomes,
  type Scenario,
  type Scope,
} from './conformance/results.ts';
import {Runner} from './conformance/runner.ts';
import {projectFile} from './root.ts';

/** Milliseconds for one scenario. */
const SCENARIO_TIMEOUT = '20000';

const scope = parse(readFileSync(projectFile('proof/conformance/scenarios.yaml'), 'utf8')) as Scope;
const runner = new Runner(scope.runner);
const mock = await createMock({world: 'demo', limits: false});
const base = mock.urls.workspace;
const proxy = await agentProxy(base, 'demo-oauth-harbour');
try {
  const scenarios = scenariosIn(await runner.run(['list']));
  const outcomes = await runAll();
  const found = [...troubles(scope, scenarios, outcomes), ...spokenButLeftOut()];
  report(scenarios, outcomes, found);
  process.exitCode = found.length ? 1 : 0;
} finally {
  await proxy.close();
  await mock.close();
  runner.close();
}

/** Runs all scenarios in every protocol version that the mock speaks. */
async function runAll(): Promise<Outcomes> {
  const callbackPort = await freePort();
  const client = await registerClient(`http://127.0.0.1:${callbackPort}/callback`);
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const protocol of scope.protocols) {
    const folder = join(runner.scratch, protocol);
    const common = ['--spec-version', protocol, '--output-dir', folder];
    await runner.run([...serverCommand(), ...common]);
    await runner.run([...authorizationCommand(client, callbackPort), ...common], allowOnce());
    outcomes.set(protocol, outcomesIn(folder));
  }
  return outcomes;
}

function serverCommand(): string[] {
  const url = `${proxy.url}/mcp`;
  return ['server', '--url', url, '--suite', 'all', '--timeout', SCENARIO_TIMEOUT];
}

function authorizationCommand(client: string, callbackPort: number): string[] {
  const ids = ['--client-id', client, '--resource', `${base}/mcp`];
  return ['authorization', '--url', base, ...ids, '--port', String(callbackPort)];
}

function spokenButLeftOut(): string[] {
  return Object.keys(scope.other_protocols)
    .filter((protocol) => SUPPORTED_PROTOCOL_VERSIONS.includes(protocol))
    .map((protocol) => `protocol ${protocol}: left out, but the mock's library speaks it`);
}

function report(scenarios: Scenario[], outcomes: Outcomes, found: string[]): void {
  const unnamed = scenarios.length - scope.applies.length - Object.keys(scope.left_out).length;
  const lines = [
    `@modelcontextprotocol/conformance ${scope.runner}`,
    '',
    table(scope, scenarios, outcomes),
    ...Object.entries(scope.other_protocols).map(
      ([protocol, why]) => `protocol ${protocol} is left out: ${why}`,
    ),
    ...[...outcomes].flatMap(([protocol, all]) => warnings(protocol, all)),
    ...found.map((trouble) => `TROUBLE ${trouble}`),
    `${scenarios.length} scenarios for servers: ${scope.applies.length} apply, ` +
      `${Object.keys(scope.left_out).length} left out, ${unnamed} not in scenarios.yaml; ` +
      `${found.length} troubles.`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function warnings(protocol: string, outcomes: ReadonlyMap<string, Outcome>): string[] {
  return scope.applies.flatMap((name) => {
    const outcome = outcomes.get(name);
    return outcome?.warned ? [`warning, ${name} (${protocol}): ${outcome.errors.join('; ')}`] : [];
  });
}

/** Registers a client of the authorization server. @returns its id */
async function registerClient(redirectUri: string): Promise<string> {
  const metadata = {
    client_name: 'Conformance',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  };
  const response = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(metadata),
  });
  return ((await response.json()) as {client_id: string}).client_id;
}

/**
 * Acts as the person at the browser: opens the address that the runner prints, once, and presses Allow.
 * @returns a function that receives the runner's output so far
 */
function allowOnce(): (output: string) => void {
  let opened = false;
  return (output) => {
    const page = /^(http\S+[?&]response_type=code\S*)\n/m.exec(output)?.[1];
    if (!page || opened) return;
    opened = true;
    allow(page).catch((error: unknown) =>
      process.stdout.write(`nobody could press Allow: ${String(error)}\n`),
    );
  };
}

async function allow(page: string): Promise<void> {
  const response = await answer(await fetch(page), 'allow');
  await fetch(defined(response.headers.get('location'), 'the address after Allow'));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
