import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from '../language/check.ts';
import {numbers} from './plans/values/numbers.ts';
import {refusedFilters} from './reading/filters/refused-filters.ts';
import {valuesTaken} from './users/values/values-taken.ts';

const answer = (op: string, status: number, situations: string[], body: unknown): Exchange =>
  ({op, status, situations, documented: situations, headers: {}, body}) as unknown as Exchange;

const judged = (checks: readonly {rule: string}[], rule: string) =>
  checks.find((one) => one.rule === rule) as unknown as {judge(...seen: unknown[]): Judgement};

/** What a judge says in a word. */
function said(judge: () => Judgement): string {
  try {
    const {violations, witnesses} = judge();
    if (violations.length) return `broken: ${violations.map(({branch}) => branch).join()}`;
    return witnesses.length ? 'kept' : 'nothing';
  } catch {
    return 'nothing';
  }
}

const flagGiven = (given: string, status: number, body: unknown): string => {
  const situations = status === 201 ? ['created'] : [];
  const created = answer('createUser', status, situations, body);
  const {judge} = judged(valuesTaken, 'store.users.flags-must-be-boolean');
  return said(() => judge({created}, {flag: 'admin', given}));
};

test.each<[given: string, status: number, body: unknown, says: string]>([
  ['false', 200, {}, 'nothing'],
  ['false', 201, {}, 'nothing'],
  ['false', 201, undefined, 'nothing'],
  ['false', 500, {}, 'nothing'],
  ['false', 422, {CODE: 'error'}, 'kept'],
  ['false', 201, {data: {admin: false}}, 'kept'],
  ['1', 201, {data: {admin: true}}, 'kept'],
  // Lists may show 1 and 0; whether a creation may is for another rule.
  ['1', 201, {data: {admin: 1}}, 'kept'],
  ['1', 201, {data: {admin: 0}}, 'broken: admin: the opposite of a text'],
  ['false', 201, {data: {admin: true}}, 'broken: admin: the opposite of a text'],
  ['false', 200, {data: {admin: true}}, 'broken: admin: the opposite of a text'],
  ['false', 201, {data: {admin: 'false'}}, 'broken: admin: no boolean'],
  ['on', 201, {data: {admin: null}}, 'broken: admin: no boolean'],
])('the flag "%s" answered %i %j: %s', (given, status, body, says) => {
  expect(flagGiven(given, status, body)).toBe(says);
});

const name = 'A plan';

test.each<[rows: unknown, says: string]>([
  [{}, 'nothing'],
  [{data: []}, 'nothing'],
  [{data: [{name}]}, 'kept'],
])('a plan whose creation shows nothing counts when the list shows it: %j', (rows, says) => {
  const plain = {...answer('createPlan', 201, ['created'], {}), requestBody: {name}};
  const listPlain = answer('listPlans', 200, ['plans'], rows);
  const {judge} = judged(numbers, 'store.plans.numbers-are-accepted');
  expect(said(() => judge({plain, listPlain}))).toBe(says);
});

test('numbers of a plan that are refused are a failure, whatever the list shows', () => {
  const plain = {...answer('createPlan', 422, ['invalid'], {}), requestBody: {name}};
  const {judge} = judged(numbers, 'store.plans.numbers-are-accepted');
  expect(said(() => judge({plain, listPlain: answer('listPlans', 200, [], {})}))).toBe(
    'broken: refused',
  );
});

test.each<[body: unknown, says: string]>([
  [{}, 'nothing'],
  [{data: []}, 'kept'],
])('reading sessions are served with a list: %j', (body, says) => {
  const page = answer('listReadingSessions', 200, ['reading-page'], body);
  const {judge} = judged(refusedFilters, 'store.reading.needs-no-parameter');
  const seen = {plain: page, period: page, reason: page, reasonAndValue: page};
  expect(said(() => judge(seen))).toBe(says);
});
