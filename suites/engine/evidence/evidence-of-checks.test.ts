import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Role} from '../../../spec/step.ts';
import type {Check} from '../../check.ts';
import {expectOutcome} from '../../judge.ts';
import type {Script} from '../../script.ts';
import type {Environment, Target} from '../../target/target.ts';
import {realClock} from '../ports.ts';
import {run} from '../run.ts';
import {testEnvironment, testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.allowance-is-set-per-plan';
const settled = {...openProfile(), choices: specifications.workspace.profile.choices};

/** A target whose credentials are in the variable `MY_KEY`. */
function targetAt(base: string): Target {
  const credentials = (role: Role) => [{name: role, secret: `key-of-${role}`, variable: 'MY_KEY'}];
  const open = async (): Promise<Environment> => testEnvironment(base, {credentials});
  return testTarget(base, {profile: () => settled, open});
}

test('the evidence of a check shows what its judge read, and marks what shows the violation', async () => {
  const serve: RequestListener = (_, reply) =>
    reply.writeHead(404, {'content-type': 'application/json'}).end('{}');
  const check = {
    rule: RULE,
    place: '*',
    scene: {
      id: 'three reads',
      api: 'workspace',
      act: (s: Script) => ({
        account: s.call('getAccount'),
        unread: s.call('listTools'),
        usage: s.call('getAccountUsage'),
      }),
    },
    judge: ({account, usage}: Record<string, Exchange>) => {
      void account?.status;
      return expectOutcome(defined(usage, 'usage'), 'usage', 'no-usage');
    },
  } as unknown as Check;
  await whileServing(serve, async (base) => {
    const result = await run({
      specifications,
      checks: [check],
      target: targetAt(base),
      seed: 1,
      clock: {now: () => realClock.now(), sleep: async () => undefined},
    });
    const evidence = result.rules.find(({rule}) => rule === RULE)?.places[0]?.evidence;
    const get = `curl -sS -H "authorization: Bearer $MY_KEY" '${base}/api/v1`;
    expect(evidence?.curl).toEqual([
      `${get}/account'  # 404`,
      `${get.replace('-sS', '-sS -i')}/account/usage'  # 404`,
    ]);
    expect(evidence?.shown).toEqual([1]);
  });
});
