import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import type {RuleVerdict} from '../../../../spec/run-record.ts';
import {openProfile} from '../../../../spec/profile.ts';
import {loadSpecifications} from '../../../../spec/specification.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Check} from '../../../language/check.ts';
import {expectEqual} from '../../../language/judge.ts';
import {burst} from '../../../rate-limits/limit-arithmetic.ts';
import {DeploymentClock} from '../../../target/deployment-clock.ts';
import type {Environment} from '../../../target/target.ts';
import {testEnvironment, testTarget, whileServing} from '../../../testing/target.ts';
import {run} from '../../run.ts';
import {VirtualTime} from '../../facts/virtual-time.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.limits.sixty-a-minute';
const settled = {...openProfile(), choices: specifications.workspace.profile.choices};
const MINUTE_MS = 60_000;
const LIMIT = 3;

/** One request more than the limit. */
const burstAt = (place: string): Check => ({
  rule: RULE,
  place,
  scene: {
    id: `a burst ${place}`,
    api: 'workspace',
    exhausts: true,
    act: (s) => ({burst: burst(s, (turn) => void turn.call('getAccount'))}),
  },
  judge: (({burst: sent}: Record<string, Exchange[]>) =>
    expectEqual(
      sent!.map(({status}) => status),
      [200, 200, 200, 429],
      'not-three',
      sent![0]!,
      'the statuses',
    )) as Check['judge'],
});

/**
 * Decides two bursts on a server that serves some requests a minute.
 * @param clockOfLimits which clock the limit follows
 * @returns the verdict, and how long the run really lasted
 */
async function decided(
  clockOfLimits: 'the moved clock' | 'the machine',
  limit = LIMIT,
): Promise<RuleVerdict & {lasted: number}> {
  const machine = new VirtualTime();
  const clock = new DeploymentClock(machine, async () => undefined);
  const now = (): number => (clockOfLimits === 'the machine' ? machine : clock).now();
  let served: number[] = [];
  const serve: RequestListener = (_, reply) => {
    served = served.filter((at) => at > now() - MINUTE_MS);
    const isServed = served.length < limit;
    if (isServed) served.push(now());
    const account = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3};
    const body = isServed ? account : {error: 'Later.', reason: 'rate_limited'};
    reply.writeHead(isServed ? 200 : 429, {'content-type': 'application/json'});
    reply.end(JSON.stringify(body));
  };
  return whileServing(serve, async (base) => {
    const wait = (ms: number): Promise<void> => machine.sleep(ms);
    const open = async (): Promise<Environment> =>
      testEnvironment(base, {wait, now: () => clock.now()});
    const target = testTarget(base, {profile: () => settled, open, clock});
    const began = machine.now();
    const checks = [burstAt('first'), burstAt('second')];
    const {rules} = await run({specifications, checks, target, seed: 1, clock: machine});
    return {...rules.find(({rule}) => rule === RULE)!, lasted: machine.now() - began};
  });
}

test('where limits follow the moved clock, a burst after a burst waits for nothing', async () => {
  const {verdict, lasted} = await decided('the moved clock');
  expect(verdict).toBe('passed');
  expect(lasted).toBeLessThan(MINUTE_MS / 10);
});

test('where they follow another clock, the burst is repeated a minute later, and accuses nobody', async () => {
  const {verdict, lasted} = await decided('the machine');
  expect(verdict).toBe('passed');
  expect(lasted).toBeGreaterThan(MINUTE_MS);
});

test('a wrong limit fails, whichever clock it follows', async () => {
  const wrong = await decided('the moved clock', LIMIT - 1);
  expect(wrong.verdict).toBe('failed');
  // One wait for the second burst; the first one had no burst before it.
  expect(wrong.lasted).toBeLessThan(2 * MINUTE_MS);
  expect((await decided('the machine', LIMIT + 1)).verdict).toBe('failed');
});
