import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../check.ts';
import {all, withPermittingChoice, expectThat} from '../../judge.ts';
import {realClock} from '../ports.ts';
import {run} from '../run.ts';
import {testTarget, whileServing} from '../../testing/target.ts';

const specifications = loadSpecifications();
const RULE = 'store.users.assigned-plan-is-given';
const clock = {now: () => realClock.now(), sleep: async () => undefined};

const missing = (branch: string, list: Exchange): Judgement =>
  expectThat(false, {branch, expected: 'a plan', got: 'none', at: list});

const unseen = (branch: string, list: Exchange): Judgement =>
  withPermittingChoice(
    'NS-ST-70',
    'not shown',
    'the list shows no plans of users',
    missing(branch, list),
  );

/** Decides a check of a list, with a choice of the profile. */
async function decided(
  judge: (list: Exchange) => Judgement,
  choices: Record<string, string>,
): Promise<RuleVerdict> {
  const check: Check = {
    rule: RULE,
    place: '*',
    scene: {id: 'a list', api: 'store', act: (s) => ({list: s.call('listUsers')})},
    judge: (({list}: Record<string, Exchange>) => judge(list!)) as Check['judge'],
  };
  const body = JSON.stringify({CODE: 'success', data: {paginator: {current_page: 1, data: []}}});
  return whileServing(
    (_, reply) => reply.writeHead(200, {'content-type': 'application/json'}).end(body),
    async (base) => {
      const profile = {...openProfile(), choices};
      const target = testTarget(base, {profile: () => profile});
      const {rules} = await run({specifications, checks: [check], target, seed: 1, clock});
      return rules.find(({rule}) => rule === RULE)!;
    },
  );
}

test('a choice of the profile permits a violation, which counts without it', async () => {
  const judge = (list: Exchange): Judgement => all(unseen('one', list), unseen('two', list));
  expect((await decided(judge, {})).verdict).toBe('failed');
  const {verdict, places} = await decided(judge, {'NS-ST-70': 'hidden, not shown'});
  expect(verdict).toBe('not-applicable');
  expect(places[0]?.reason).toContain('choices.NS-ST-70: not shown');
});

test('it permits no other violation beside', async () => {
  const judge = (list: Exchange): Judgement => all(unseen('one', list), missing('two', list));
  expect((await decided(judge, {'NS-ST-70': 'not shown'})).verdict).toBe('failed');
});
