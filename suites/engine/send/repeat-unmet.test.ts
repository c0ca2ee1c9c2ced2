import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {check} from '../../language/check.ts';
import {expectOutcome} from '../../language/judge.ts';
import {testTarget, whileServing} from '../../testing/target.ts';
import {realClock} from '../facts/ports.ts';
import {run} from '../run.ts';

const specifications = loadSpecifications();
const RULE = 'workspace.account.has-plan';
const clock = {now: () => realClock.now(), sleep: async () => undefined};
const profile = {...openProfile(), choices: specifications.workspace.profile.choices};
const account = {workspace: 'ws_1', plan: 'studio', paid_work: true, publications_left: 2};

/** Three reads until so many publications are left, which are set-up. */
const readsUntil = (left: number) =>
  check({
    rule: RULE,
    act: (s) => ({
      reads: s.repeat(3, (each) => void each.call('getAccount'), {
        until: {at: '/publications_left', in: [left]},
        unmet: 'it has not ended',
      }),
    }),
    judge: ({reads}) => expectOutcome(reads.at(-1) as Exchange, 'account', 'refused'),
  });

const decided = async (left: number) =>
  whileServing(
    (_, reply) =>
      reply.writeHead(200, {'content-type': 'application/json'}).end(JSON.stringify(account)),
    async (base) => {
      const target = testTarget(base, {profile: () => profile});
      const {rules} = await run({
        specifications,
        checks: [readsUntil(left)],
        target,
        seed: 1,
        clock,
      });
      return rules.find(({rule}) => rule === RULE);
    },
  );

test('set-up that never comes about blocks its check, and says what is missing', async () => {
  expect(await decided(0)).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('it has not ended'),
  });
});

test('set-up that comes about does not', async () => {
  expect(await decided(2)).toMatchObject({verdict: 'passed'});
});
