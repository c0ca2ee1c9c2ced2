import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {Verdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check} from '../../language/check.ts';
import {expectThat} from '../../language/judge.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.allowance-is-set-per-plan';
const settled = {...openProfile(), choices: specifications.workspace.profile.choices};

/** A request with nothing left of the quota of the day. */
const beyondTheQuota = (verb: string): Check => ({
  rule: RULE,
  place: '*',
  scene: {
    id: 'a request beyond a quota',
    api: 'workspace',
    consecutive: true,
    act: (s) => {
      s.control(verb, {role: 'full', runs: 0});
      return {beyond: s.call('getAccount')};
    },
  },
  judge: (({beyond}: Record<string, Exchange>) =>
    expectThat(beyond!.status === 422, {
      branch: 'beyond',
      expected: '422',
      got: String(beyond!.status),
      at: beyond!,
    })) as Check['judge'],
});

/**
 * Decides the check on a server with a quota of 3 a day that takes one request too many, and whose hook
 * cannot take back the requests that were counted.
 */
async function decidedBy(verb: string): Promise<Verdict | undefined> {
  let used = 0;
  const serve: RequestListener = (_, reply) => {
    const isTaken = used <= 3;
    if (isTaken) used += 1;
    const body = isTaken
      ? {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 3}
      : {error: 'Later.', reason: 'daily_limit_reached'};
    reply.writeHead(isTaken ? 200 : 422, {'content-type': 'application/json'});
    reply.end(JSON.stringify(body));
  };
  return whileServing(serve, async (base) => {
    const open = async () =>
      testEnvironment(base, {
        control: async () => ({used: (used = Math.max(used, 3))}),
        advance: async () => void (used = 0),
      });
    const target = testTarget(base, {profile: () => settled, open});
    const checks = [beyondTheQuota(verb)];
    const clock = {now: () => realClock.now(), sleep: async () => undefined};
    const {rules} = await run({specifications, checks, target, seed: 1, clock});
    return rules.find(({rule}) => rule === RULE)?.verdict;
  });
}

test('one request too many on a day is seen in each attempt, because a day passes between them', async () => {
  expect(await decidedBy('leave-runs')).toBe('failed');
  expect(await decidedBy('leave-reads')).toBe('failed');
});

test('no day passes for an allowance that has none', async () => {
  expect(await decidedBy('leave-places')).toBe('inconclusive');
});
