import type {RequestListener} from 'node:http';
import {expect, test} from 'vitest';
import {defined} from '../../../spec/defined.ts';
import {openProfile} from '../../../spec/profile.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Evidence} from '../../../spec/run-record.ts';
import type {Role} from '../../../spec/step.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {expectOutcome, expectThat} from '../../language/judge.ts';
import type {Script} from '../../language/script.ts';
import type {Environment, Target} from '../../target/target.ts';
import {realClock} from '../facts/ports.ts';
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

/** A check of four reads, whose judge reads all responses but that of `listTools`. */
const checkJudging = (
  judge: (account: Exchange, usage: Exchange, publications: Exchange) => Judgement,
): Check =>
  ({
    rule: RULE,
    place: '*',
    scene: {
      id: 'four reads',
      api: 'workspace',
      act: (s: Script) => ({
        account: s.call('getAccount'),
        unread: s.call('listTools'),
        usage: s.call('getAccountUsage'),
        publications: s.call('listPublications'),
      }),
    },
    judge: ({account, usage, publications}: Record<string, Exchange>) =>
      judge(
        defined(account, 'account'),
        defined(usage, 'usage'),
        defined(publications, 'publications'),
      ),
  }) as unknown as Check;

/** The evidence of a check where every request is answered 404, with the beginning of its commands. */
async function evidenceOfRun(check: Check): Promise<{evidence: Evidence | undefined; get: string}> {
  const serve: RequestListener = (_, reply) =>
    reply.writeHead(404, {'content-type': 'application/json'}).end('{}');
  return whileServing(serve, async (base) => {
    const result = await run({
      specifications,
      checks: [check],
      target: targetAt(base),
      seed: 1,
      clock: {now: () => realClock.now(), sleep: async () => undefined},
    });
    return {
      evidence: result.rules.find(({rule}) => rule === RULE)?.places[0]?.evidence,
      get: `-H "authorization: Bearer $MY_KEY" --globoff --path-as-is '${base}/api/v1`,
    };
  });
}

test('the commands are what the judge read, up to the marked one that was answered wrongly', async () => {
  const {evidence, get} = await evidenceOfRun(
    checkJudging((account, usage, publications) => {
      void [account.status, publications.status];
      return expectOutcome(usage, 'usage', 'no-usage');
    }),
  );
  expect(evidence?.curl).toEqual([
    `curl -sS ${get}/account'  # 404`,
    `curl -sS -i ${get}/account/usage'  # 404`,
  ]);
  expect(evidence?.shown).toEqual([1]);
});

test('the commands go on after the marked one where the judge compared responses', async () => {
  const {evidence, get} = await evidenceOfRun(
    checkJudging((account, usage, publications) =>
      expectThat(account.status !== publications.status, {
        branch: 'no-usage',
        expected: 'another status',
        got: String(usage.status),
        at: usage,
      }),
    ),
  );
  expect(evidence?.curl.slice(1)).toEqual([
    `curl -sS -i ${get}/account/usage'  # 404`,
    '# the check reads the following responses as well:',
    `curl -sS ${get}/publications'  # 404`,
  ]);
});
