import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import {rowsAt} from '../language/rows.ts';
import {expectEqual} from '../language/judge.ts';
import {defined} from '../../spec/defined.ts';
import {response} from '../testing/response.ts';
import {stepsOf} from '../testing/recorded-steps.ts';
import type {Resource} from './resource.ts';
import {apartFromOthers, hiddenDirectlyAfter} from './tenants.ts';

const SHOWN = 'store.access.list-shows-own-only';
const WRITTEN = 'store.access.foreign-write-has-no-effect';

/** A thing with a name, which a store lists. */
const things: Resource<'created', 'list'> = {
  kind: 'thing',
  make: (s) => ({
    made: {created: s.call('createPlan', {body: {name: 'one'}})},
    shown: {list: ['listPlans']},
    lists: {everything: ['listPlans', {}, 3]},
    writes: {deletion: ['deletePlan', {path: {plan_id: 1}}]},
  }),
  rowsIn: (pages, created) => {
    const names = created.map(({requestBody}) => requestBody?.name as unknown);
    return rowsAt(pages, '/data').filter((row) => names.includes((row as {name: string}).name));
  },
  expectAsBefore: ({list: before}, {list: after}) =>
    expectEqual(after.body, before.body, 'changed', after, 'the list'),
};

const list = (...names: string[]): Exchange =>
  response(200, ['plan-page'], {body: {data: names.map((name) => ({name}))}});

const created = response(201, ['created'], {requestBody: {name: 'one'}});

const checks = [
  ...apartFromOthers(things, {shown: SHOWN, written: WRITTEN}),
  ...hiddenDirectlyAfter(things, `${SHOWN} @ directly`),
];

/** The violations of a rule for responses by the names of the steps. */
function branchesOf(rule: string, place: string, seen: Record<string, unknown>): string[] {
  const check = checks.find((one) => one.rule === rule && one.place === place);
  const judge = defined(check, rule).judge as unknown as (seen: object) => {
    violations: {branch: string}[];
    inconclusive?: string;
  };
  const {violations, inconclusive} = judge({'made: created': created, ...seen});
  return inconclusive ? [inconclusive] : violations.map(({branch}) => branch);
}

test.each([
  ['lists something else', [list('two')], []],
  ['is refused', [response(403)], []],
  ['lists it on a later page', [list('two'), list('one')], ['foreign-listed: everything']],
])('another store that %s', (_what, pages, expected) => {
  expect(branchesOf(SHOWN, '*', {'before: list': list('one'), 'list: everything': pages})).toEqual(
    expected,
  );
});

test.each([
  ['is refused and changes nothing', response(404), list('one'), []],
  ['succeeds', response(200), list('one'), ['deletion: answered as a success']],
  ['is refused and takes effect', response(404), list(), ['changed']],
])('a write of another store that %s', (_what, deletion, after, expected) => {
  const seen = {'before: list': list('one'), 'write: deletion': deletion, 'after: list': after};
  expect(branchesOf(WRITTEN, '*', seen)).toEqual(expected);
});

test.each([
  ['found by both', [list('one')], [list('one')], ['foreign-listed: everything, directly']],
  ['found by its own store', [list('one')], [list()], []],
  ['found by nobody', [list()], [list()], ['the own store does not find its thing']],
])('what is %s, by the same request', (_what, here, there, expected) => {
  const seen = {'here: everything': here, 'there: everything': there};
  expect(branchesOf(SHOWN, 'directly', seen)).toEqual(expected);
});

test('only the scene of the writes writes with the token of another store', () => {
  const foreign = (rule: string): string[] =>
    stepsOf(checks, rule, []).flatMap((step) => {
      const call = step.step === 'walk' ? step.page : step;
      return call.step === 'call' && call.as === 'second-store' ? [call.op] : [];
    });
  expect(foreign(SHOWN)).toEqual(['listPlans']);
  expect(foreign(WRITTEN)).toEqual(['deletePlan']);
});
