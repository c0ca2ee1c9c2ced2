/**
 * `npm run nightly:mcp`: the protocol's public conformance runner on the mock's MCP server and on
 * its authorization server, in every protocol that both speak. `conformance/scenarios.yaml` says
 * which scenarios apply, and why the others do not; those run too, and must not pass. Prints a
 * table; exits 0 when all that applies passed and every scenario of the runner has its place.
 */
import {readFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {join} from 'node:path';
import {SUPPORTED_PROTOCOL_VERSIONS} from '@modelcontextprotocol/sdk/types.js';
import {parse} from 'yaml';
import {createMock} from '../mock/create-mock.ts';
import {answer} from '../mock/mcp/oauth/test-server.ts';
import {agentProxy} from './conformance/agent-proxy.ts';
import {
  listed,
  outcomesIn,
  table,
  troubles,
  type Outcome,
  type Scope,
} from './conformance/results.ts';
import {Runner} from './conformance/runner.ts';
import {projectFile} from './root.ts';

/** Milliseconds for one scenario. */
const LONGEST = '20000';

const scope = parse(readFileSync(projectFile('proof/conformance/scenarios.yaml'), 'utf8')) as Scope;
const runner = new Runner(scope.runner);
const mock = await createMock({world: 'demo', limits: false});
const base = mock.urls.workspace;
const proxy = await agentProxy(base, 'demo-oauth-harbour');
try {
  const scenarios = listed(await runner.run(['list']));
  const callback = await freePort();
  const client = await registered(`http://127.0.0.1:${callback}/callback`);
  const outcomes = new Map<string, Map<string, Outcome>>();
  for (const protocol of scope.protocols) {
    const folder = join(runner.scratch, protocol);
    const common = ['--spec-version', protocol, '--output-dir', folder];
    await runner.run([
      'server',
      '--url',
      `${proxy.url}/mcp`,
      '--suite',
      'all',
      '--timeout',
      LONGEST,
      ...common,
    ]);
    await runner.run(
      [
        'authorization',
        '--url',
        base,
        '--client-id',
        client,
        '--resource',
        `${base}/mcp`,
        '--port',
        String(callback),
        ...common,
      ],
      person(),
    );
    outcomes.set(protocol, outcomesIn(folder));
  }
  const found = troubles(scope, scenarios, outcomes);
  for (const protocol of Object.keys(scope.other_protocols))
    if (SUPPORTED_PROTOCOL_VERSIONS.includes(protocol))
      found.push(`protocol ${protocol}: left out, but the mock's library speaks it`);
  process.stdout.write(
    `@modelcontextprotocol/conformance ${scope.runner}\n\n${table(scope, scenarios, outcomes)}\n`,
  );
  for (const [protocol, why] of Object.entries(scope.other_protocols))
    process.stdout.write(`protocol ${protocol} is left out: ${why}\n`);
  for (const [protocol, all] of outcomes)
    for (const name of scope.applies)
      if (all.get(name)?.warned)
        process.stdout.write(
          `warning, ${name} (${protocol}): ${all.get(name)!.errors.join('; ')}\n`,
        );
  for (const one of found) process.stdout.write(`TROUBLE ${one}\n`);
  const unplaced = scenarios.length - scope.applies.length - Object.keys(scope.left_out).length;
  process.stdout.write(
    `${scenarios.length} scenarios for servers: ${scope.applies.length} apply, ${Object.keys(scope.left_out).length} left out, ${unplaced} without a place; ${found.length} troubles.\n`,
  );
  process.exitCode = found.length ? 1 : 0;
} finally {
  await proxy.close();
  await mock.close();
  runner.close();
}

/** A client of the authorization server that is led back to an address of the runner. */
async function registered(redirect: string): Promise<string> {
  const metadata = {
    client_name: 'Conformance',
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
  };
  const reply = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(metadata),
  });
  return ((await reply.json()) as {client_id: string}).client_id;
}

/** Whoever sits at the browser: opens the address that the runner prints, and presses Allow. */
function person(): (text: string) => void {
  let asked = false;
  return (text) => {
    const page = /^(http\S+[?&]response_type=code\S*)\n/m.exec(text)?.[1];
    if (!page || asked) return;
    asked = true;
    const allowed = async (): Promise<void> => {
      const back = await answer(await fetch(page), 'allow');
      await fetch(back.headers.get('location')!);
    };
    allowed().catch((error: unknown) =>
      process.stdout.write(`nobody could press Allow: ${String(error)}\n`),
    );
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const {port} = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
