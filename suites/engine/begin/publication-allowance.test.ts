import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterAll, expect, test, vi} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import {allChecks} from '../../all-checks.ts';
import type {Config} from '../../target/config.ts';
import {Deployment} from '../../target/deployment.ts';
import {HookUndos} from '../send/ledger/hook-undos.ts';
import {Pacer} from '../send/pacing/pacer.ts';
import {planRun} from '../plan/plan.ts';
import {ensurePublicationAllowance} from './publication-allowance.ts';

const specifications = loadSpecifications();
const {checks} = allChecks(specifications, 1);

let left = 0;
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({workspace: 'w', plan: 'p', paid_work: true, publications_left: left}),
  );
}).listen(0, '127.0.0.1');
await new Promise((ready) => server.once('listening', ready));
afterAll(() => server.close());

const clock = {now: () => 0, sleep: async () => undefined};

/** What is said before a run of some rules, and how often somebody estimated what it needs. */
async function seenTo(rules: string, publications: number): Promise<[string[], number]> {
  const config: Config = {
    name: 'a deployment',
    bases: {workspace: `http://127.0.0.1:${(server.address() as AddressInfo).port}`},
    profiles: {workspace: {...openProfile(), choices: {'NS-WS-01': 'c'}}, store: openProfile()},
    credentials: {full: ['the-key']},
    samples: {good: {filename: 'tides.epub'}},
    uniqueIds: [],
    maxWait: 0,
    timeout: 1000,
    hooks: {},
    expected: [],
  };
  const notices: string[] = [];
  const publicationsNeeded = vi.fn<() => Promise<number>>(async () => publications);
  const options = {
    specifications,
    checks: checks.filter(({rule}) => rule.startsWith(rules)),
    target: new Deployment(config, clock),
    seed: 1,
    clock,
    publicationsNeeded,
    notice: (text: string) => void notices.push(text),
  };
  const {prepared} = planRun(options);
  await ensurePublicationAllowance(options, prepared, new Pacer(clock), new HookUndos());
  return [notices, publicationsNeeded.mock.calls.length];
}

test('what a run needs is estimated only where the allowance may not suffice', async () => {
  left = 5000;
  expect(await seenTo('workspace.', 7)).toEqual([[], 0]);
  left = 0;
  expect(await seenTo('workspace.account.has-plan', 7)).toEqual([[], 0]);
  left = 7;
  expect(await seenTo('workspace.', 7)).toEqual([[], 1]);
  expect(await seenTo('workspace.', 8)).toEqual([
    [expect.stringMatching(/^The workspace of full has 7 publications left .* needs about 8:/)],
    1,
  ]);
});
