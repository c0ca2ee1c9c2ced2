import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {openProfile} from '../../spec/profile.ts';
import {loadSpecifications} from '../../spec/specification.ts';
import {allChecks} from '../../suites/all-checks.ts';
import {realClock} from '../../suites/engine/facts/ports.ts';
import {verifyAndRun} from '../../suites/engine/run.ts';
import type {WaitingClock} from '../../spec/clock.ts';
import type {Config} from '../../suites/target/config.ts';
import {Deployment} from '../../suites/target/deployment.ts';
import type {RunOptions} from '../../suites/engine/begin/run-options.ts';
import {findingOf, type Attack} from './attack.ts';
import {KINDS, type HostileKind} from './hostile-kinds.ts';

/** Milliseconds for one response. */
const TIMEOUT = 400;

/** Milliseconds within which a run on a hostile deployment has to end. */
const PATIENCE = 240_000;

/** The numbers of requests that are answered correctly before a deployment becomes hostile. */
const GOOD_BEFORE = [0, 7, 12, 25, 40];

const ROLES = ['full', 'other-key', 'read-only', 'write-only', 'tools-only', 'second-workspace'];

/**
 * Certifies hostile deployments of every kind, hostile from the first request or later: certify must end, must not
 * report failures of rules whose requests were not answered, and must have no error of its own.
 */
export const targets: Attack = {
  name: 'targets',
  unit: 'deployments',
  full: KINDS.length * GOOD_BEFORE.length,
  short: 3,
  async run({times, seed}, count) {
    const specifications = loadSpecifications();
    const checks = allChecks(specifications, seed).checks.filter(({rule}) =>
      /^workspace\.(access|account)\./.test(rule),
    );
    const findings: string[] = [];
    let longest = 0;
    for (let number = 0; number < times; number += 1) {
      const turn = number + seed - 1;
      const kind = KINDS[turn % KINDS.length] as HostileKind;
      const before = GOOD_BEFORE[Math.floor(turn / KINDS.length) % GOOD_BEFORE.length] ?? 0;
      const since = realClock.now();
      const finding = await certified({specifications, checks, seed}, kind, before);
      const ms = realClock.now() - since;
      longest = Math.max(longest, ms);
      if (ms > PATIENCE)
        findings.push(`${kind.name} after ${before}: it took ${Math.round(ms)} ms`);
      if (finding !== undefined) findings.push(`${kind.name} after ${before}: ${finding}`);
      count(1);
    }
    return {tried: times, figure: `${Math.round(longest / 1000)} s at most`, findings};
  },
};

/** Certifies a deployment that becomes hostile. @returns the problem with the result */
async function certified(
  run: Pick<RunOptions, 'specifications' | 'checks' | 'seed'>,
  {answer}: HostileKind,
  before: number,
): Promise<string | undefined> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    response.on('error', () => undefined);
    if (count <= before) good(request, response);
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const {port} = server.address() as AddressInfo;
  const clock = hasty();
  try {
    const target = new Deployment(configOf(`http://127.0.0.1:${port}`), clock);
    const {rules} = await verifyAndRun({...run, target, clock, timeout: TIMEOUT});
    const broken = rules.find(({verdict}) => verdict === 'harness-error');
    return broken && `${broken.rule}: ${broken.reason}`;
  } catch (error) {
    // A deployment that refuses every credential counts as an error in the configuration.
    return (error as Error).name === 'UsageError' ? undefined : findingOf(error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** A clock with real time for requests, on which waiting takes no time. */
function hasty(): WaitingClock {
  let slept = 0;
  return {
    now: () => realClock.now() + slept,
    sleep: async (ms) => void (slept += Math.max(0, ms)),
  };
}

/** Responds to the requests that verify roles. */
function good({headers, method}: IncomingMessage, response: ServerResponse): void {
  const key = String(headers.authorization);
  const isRefused = method === 'POST' || /write-only|tools-only/.test(key);
  const body = {
    workspace: /second/.test(key) ? 'ws_2' : 'ws_1',
    plan: null,
    paid_work: false,
    publications_left: 3,
  };
  response
    .writeHead(isRefused ? 403 : 200, {'content-type': 'application/json'})
    .end(JSON.stringify(isRefused ? {error: 'No.', reason: 'forbidden'} : body));
}

const configOf = (base: string): Config => ({
  name: 'hostile',
  bases: {workspace: base},
  profiles: {workspace: openProfile(), store: openProfile()},
  credentials: Object.fromEntries(ROLES.map((role) => [role, [`key-of-${role}`]])),
  samples: {good: {filename: 'good.epub'}, unsupported: {filename: 'notes.exe'}},
  uniqueIds: [],
  maxWait: 0,
  timeout: TIMEOUT,
  hooks: {},
  expected: [],
});
