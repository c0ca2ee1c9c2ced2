import {expect, test} from 'vitest';
import {openProfile} from '../../../spec/profile.ts';
import type {RuleVerdict} from '../../../spec/run-record.ts';
import {loadSpecifications} from '../../../spec/specification.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Check, Judgement} from '../../language/check.ts';
import {
  all,
  expectThat,
  leftOpen,
  notApplicable,
  promisedBy,
  saw,
  withPermittingChoice,
} from '../../language/judge.ts';
import {realClock} from '../facts/ports.ts';
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

type Judge = (list: Exchange) => Judgement;

/** Decides checks of a list, one at each place, with a choice of the profile. */
async function decided(
  judges: Judge | Record<string, Judge>,
  choices: Record<string, string>,
): Promise<RuleVerdict> {
  const places = typeof judges === 'function' ? {'*': judges} : judges;
  const checks = Object.entries(places).map(([place, judge]): Check => ({
    rule: RULE,
    place,
    scene: {id: `a list, ${place}`, api: 'store', act: (s) => ({list: s.call('listUsers')})},
    judge: (({list}: Record<string, Exchange>) => judge(list!)) as Check['judge'],
  }));
  const body = JSON.stringify({CODE: 'success', data: {paginator: {current_page: 1, data: []}}});
  return whileServing(
    (_, reply) => reply.writeHead(200, {'content-type': 'application/json'}).end(body),
    async (base) => {
      const profile = {...openProfile(), choices};
      const target = testTarget(base, {profile: () => profile});
      const {rules} = await run({specifications, checks, target, seed: 1, clock});
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

const passing: Judge = (list) =>
  all(saw('a list'), expectThat(true, {branch: 'b', expected: 'x', got: 'y', at: list}));

/** Judges a behaviour that the document leaves open: the own day of a filter is left out. */
const ownDay: Judge = (list) =>
  leftOpen(
    'NS-ST-42',
    'own day left out',
    '`end_at` leaves out its own day',
    promisedBy('own day included', {branch: 'left-out', expected: 'it', got: 'none', at: list}),
  );

test('what the document leaves open decides nothing, and the note names the point and its lines', async () => {
  const judges = {before: passing, 'the own day': ownDay};
  const open = await decided(judges, {});
  expect(open.verdict).toBe('passed');
  expect(open.note).toContain('`end_at` leaves out its own day (NS-ST-42)');
  expect(open.note).toContain('choices.NS-ST-42: own day left out');
  expect(open.note).toContain('choices.NS-ST-42: own day included');
  const intended = await decided(judges, {'NS-ST-42': 'own day left out'});
  expect(intended.verdict).toBe('passed');
  expect(intended.note ?? '').not.toContain('leaves this open');
  const promised = await decided(judges, {'NS-ST-42': 'own day included'});
  expect(promised.verdict).toBe('failed');
});

test('a check that says which point leaves it open is noted with the choices that settle it', async () => {
  const unknown: Judge = () => notApplicable('no order of a user is created by the id (NS-ST-33)');
  const open = await decided({before: passing, unknown}, {});
  expect(open.note).toContain('no order of a user is created by the id (NS-ST-33)');
  expect(open.note).toContain('choices.NS-ST-33: id');
  const settled = await decided({before: passing, unknown}, {'NS-ST-33': 'uuid'});
  expect(settled.note ?? '').not.toContain('NS-ST-33');
});
