import {expect, test} from 'vitest';
import type {Judgement} from './check.ts';
import {
  all,
  brief,
  expectDifferent,
  expectEqual,
  hidden,
  expectThat,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  expectNoServerError,
  expectNone,
  notApplicable,
  notExercised,
  promisedBy,
  expectRefused,
  saw,
  summaryOf,
  undecided,
  when,
  whenTimely,
} from './judge.ts';
import {overlapped} from './races.ts';
import {
  expectNotRateLimited,
  expectServed,
  expectRateLimited,
} from '../rate-limits/expect-limits.ts';
import {unusable} from '../target/unusable.ts';
import {cutShort} from './cut.ts';
import {response} from '../testing/response.ts';

const account = response(200, ['account'], {body: {plan: 'basic', left: null}});
const limited = response(429, ['rate-limited']);
const silent = response(0);

const nothing: Judgement = {witnesses: [], violations: []};
const witness = (of: string, seen: string): Judgement => ({
  ...nothing,
  witnesses: [{of, saw: seen}],
});
const violation = (expected: string, got: string, more: object = {}): Judgement => ({
  ...nothing,
  violations: [{branch: 'b', expected, got, step: 's1', op: 'getAccount', ...more}],
});

test('a summary has the status, the reason as it is, and the situations', () => {
  expect(summaryOf(account)).toBe('200 (account)');
  expect(summaryOf(response(404, ['a', 'b'], {body: {reason: 'gone'}}))).toBe('404 gone (a or b)');
  expect(summaryOf(response(400, [], {body: {reason: {at: 1}}}))).toBe('400 {"at":1}');
  const long = response(400, [], {body: {reason: 'x'.repeat(1000)}});
  expect(cutShort(summaryOf(long))).toBe(`400 ${'x'.repeat(117)}...`);
  expect(summaryOf(response(204, [], {body: undefined}))).toBe('204');
  expect(summaryOf(silent)).toBe('no answer (network)');
});

test('what cannot be used says why', () => {
  expect(unusable(silent)).toBe('getAccount: no answer (network)');
  const timedOut = {kind: 'no-response', text: 'no answer in time'} as const;
  expect(unusable({...silent, problem: timedOut})).toBe(
    'getAccount: no answer (no answer in time)',
  );
  expect(unusable(limited)).toBe('getAccount: 429');
  expect(unusable(response(503))).toBe('getAccount: 503 from a gateway in front');
  expect(unusable(account)).toBeUndefined();
});

test.each<[name: string, got: Judgement, expected: Judgement]>([
  ['expectOutcome', expectOutcome(account, 'account', 'b'), witness('b', '200 (account)')],
  [
    'another outcome',
    expectOutcome(account, ['page', 'usage'], 'b'),
    violation('the outcome page or usage of getAccount', '200 (account)', {
      wanted: ['page', 'usage'],
      status: 200,
    }),
  ],
  [
    'expectOutcome, by another line of the profile',
    expectOutcome(
      response(403, [], {documented: ['a'], profileMismatch: {line: 'outcomes.x'}}),
      ['b', 'a'],
      'b',
    ),
    undecided('this line of the profile would fit: outcomes.x'),
  ],
  [
    'another outcome, whatever the profile says',
    expectOutcome(
      response(403, [], {documented: ['c'], profileMismatch: {line: 'outcomes.x'}}),
      'a',
      'b',
    ),
    violation('the outcome a of getAccount', '403', {wanted: ['a'], status: 403}),
  ],
  ['served', expectServed(account, 'account', 'b'), witness('b', '200 (account)')],
  [
    'served, and the limit answered',
    expectServed(limited, 'rate-limited', 'b'),
    violation('getAccount to be served', '429 (rate-limited)'),
  ],
  [
    'served, and a gateway answered',
    expectServed(response(429, [], {probablyFromGateway: true}), 'account', 'b'),
    undecided('getAccount: 429 from a gateway in front'),
  ],
  ['expectNotRateLimited', expectNotRateLimited(response(499), 'b'), witness('b', '499')],
  [
    'expectNotRateLimited, an error',
    expectNotRateLimited(response(500), 'b'),
    violation('getAccount to be served', '500'),
  ],
  ['expectRateLimited', expectRateLimited(limited, 'b'), witness('b', '429 (rate-limited)')],
  [
    'expectRateLimited, and served',
    expectRateLimited(account, 'b'),
    violation('getAccount to be refused with 429', '200 (account)'),
  ],
  ['refused, the first status', expectRefused(response(400), 'b'), witness('b', '400')],
  ['refused, the last status', expectRefused(response(499), 'b'), witness('b', '499')],
  ['refused, the limit', expectRefused(limited, 'b'), undecided('getAccount: 429')],
  [
    'refused, a server error',
    expectRefused(response(500), 'b'),
    violation('getAccount to be refused (4xx)', '500', {status: 500}),
  ],
  [
    'refused, a redirect',
    expectRefused(response(399), 'b'),
    violation('getAccount to be refused (4xx)', '399', {status: 399}),
  ],
  ['no server error', expectNoServerError(response(499), 'b'), witness('b', '499')],
  [
    'a server error',
    expectNoServerError(response(500), 'b'),
    violation('no server error (5xx) of getAccount', '500', {isOfServerError: true}),
  ],
  ['equal', expectEqual('x', 'x', 'b', account, 'it'), witness('b', '"x"')],
  ['not equal', expectEqual('x', 'y', 'b', account, 'it'), violation('it to be "y"', '"x"')],
  ['numbers', expectEqual(2, 5, 'b', account, 'it'), violation('it to be 5', '2', {off: -3})],
  ['a number and a text', expectEqual('2', 2, 'b', account, 'it'), violation('it to be 2', '"2"')],
  ['a text and a number', expectEqual(2, '2', 'b', account, 'it'), violation('it to be "2"', '2')],
  [
    'equal to nothing',
    expectEqual(1, undefined, 'b', account, 'it'),
    undecided('there was nothing to compare it with'),
  ],
  ['differs', expectDifferent(1, 2, 'b', account, 'it'), witness('b', '1')],
  [
    'does not differ',
    expectDifferent(1, 1, 'b', account, 'it'),
    violation('it to differ from 1', '1'),
  ],
  [
    'differs from nothing',
    expectDifferent(1, NaN, 'b', account, 'it'),
    undecided('there was nothing to compare it with'),
  ],
  ['a member', expectMember(account, '/left', null, 'b'), witness('b', 'null')],
  [
    'another member',
    expectMember(account, '/plan', 'pro', 'b'),
    violation('`plan` of getAccount to be "pro"', '"basic"', {pointer: '/plan'}),
  ],
  [
    'a member that does not differ',
    expectMemberDifferent(account, '/plan', 'basic', 'b'),
    violation('`plan` of getAccount to differ from "basic"', '"basic"', {pointer: '/plan'}),
  ],
  ['none', expectNone([], 'row', 'b', account), witness('b', 'none')],
  ['some', expectNone([1], 'row', 'b', account), violation('no row', '1')],
])('what is said: %s', (_name, got, expected) => {
  expect(got).toStrictEqual(expected);
});

test('a statement names its witness, and where it is shown', () => {
  const statement = {branch: 'b', expected: 'x', got: 'y', at: undefined};
  expect(expectThat(true, {...statement, of: 'it'})).toStrictEqual(witness('it', 'y'));
  expect(expectThat(false, {...statement, shownBy: limited})).toStrictEqual(violation('x', 'y'));
  expect(expectThat(false, statement).violations).toStrictEqual([
    {branch: 'b', expected: 'x', got: 'y', step: ''},
  ]);
});

test('what is out of reach, hidden or raced in vain says so', () => {
  expect(notExercised('why')).toStrictEqual({
    ...nothing,
    inconclusive: 'why',
    outOfReach: 'not-exercised',
  });
  expect(notApplicable('why')).toStrictEqual({
    ...nothing,
    inconclusive: 'why',
    outOfReach: 'not-applicable',
  });
  expect(hidden('NS-WS-53', 'first', 'nobody sees it')).toStrictEqual({
    ...nothing,
    inconclusive: 'nobody sees it (NS-WS-53)',
    open: {point: 'NS-WS-53', choice: 'first'},
  });
  expect(whenTimely(false, 'why', () => nothing)).toStrictEqual({
    ...nothing,
    inconclusive: 'why',
    retry: 'timing-did-not-fit',
  });
  expect(whenTimely(true, 'why', () => witness('a', 'b'))).toStrictEqual(witness('a', 'b'));
  expect(when(false, 'why', () => nothing)).toStrictEqual(undecided('why'));
  expect(saw('as 204')).toStrictEqual({...nothing, variant: 'as 204'});
});

test('a choice that promises what is hidden has the violation of its statement', () => {
  const statement = {branch: 'b', expected: 'x', got: 'y', at: account};
  const promised = promisedBy('shown', statement);
  expect(promised).toStrictEqual({choice: 'shown', violation: violation('x', 'y').violations[0]});
  expect(promisedBy('shown', {...statement, at: silent})).toBeUndefined();
  expect(hidden('NS-1', 'first', 'why', promised).open).toStrictEqual({
    point: 'NS-1',
    choice: 'first',
    unless: promised,
  });
});

test('judgements together keep the first of what only one of them can say', () => {
  const error = new Error('nothing to read');
  const judgement = all(
    witness('a', 'b'),
    {...hidden('NS-1', 'first', 'why'), retry: 'timing-did-not-fit', outOfReach: 'not-exercised'},
    undecided('another reason'),
    saw('as 204'),
    saw('as 200'),
    () => {
      throw error;
    },
    violation('x', 'y'),
  );
  expect(judgement).toStrictEqual({
    witnesses: witness('a', 'b').witnesses,
    violations: violation('x', 'y').violations,
    inconclusive: 'why (NS-1)',
    outOfReach: 'not-exercised',
    open: {point: 'NS-1', choice: 'first'},
    retry: 'timing-did-not-fit',
    variant: 'as 204',
    unread: error,
  });
  expect(all(nothing)).toStrictEqual(nothing);
});

test('requests that meet an answer at the same millisecond overlap', () => {
  expect(
    overlapped([response(200, [], {gotAt: 5}), response(200, [], {sentAt: 5, gotAt: 9})]),
  ).toBe(true);
});

test('a value is shown short', () => {
  expect(brief({a: 1})).toBe('{"a":1}');
  expect(brief(undefined)).toBe('nothing');
  expect(cutShort(brief('x'.repeat(200)))).toHaveLength(120);
});
