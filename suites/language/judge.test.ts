import {expect, test} from 'vitest';
import type {Exchange} from '../../spec/exchange.ts';
import type {Judgement} from './check.ts';
import {
  all,
  expectDifferent,
  expectEqual,
  expectThat,
  expectOutcome,
  expectMemberDifferent,
  expectMember,
  expectNoServerError,
  expectNone,
  judgeEach,
  NothingSeen,
  expectRefused,
  summaryOf,
  when,
  nothing,
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
import {column, rowsAt} from './rows.ts';

const silent = response(0, [], {problem: {kind: 'no-response', text: 'no answer in time'}});
const gateway = response(502);
const limited = response(429, ['rate-limited']);
const broken = response(500);
const account = response(200, ['account']);
const missing = response(404, ['not-found']);

/** What a judgement comes to. */
const outcomeOf = ({witnesses, violations, inconclusive}: Judgement): string =>
  violations.length
    ? 'violation'
    : inconclusive
      ? 'inconclusive'
      : witnesses.length
        ? 'witness'
        : 'nothing';

test.each<[verb: string, judgement: Judgement, outcome: string]>([
  ['expectOutcome: it is', expectOutcome(account, 'account', 'b'), 'witness'],
  ['expectOutcome: one of several', expectOutcome(account, ['other', 'account'], 'b'), 'witness'],
  ['expectOutcome: it is not', expectOutcome(missing, 'account', 'b'), 'violation'],
  ['expectOutcome: a server error', expectOutcome(broken, 'account', 'b'), 'violation'],
  ['expectOutcome: no answer', expectOutcome(silent, 'account', 'b'), 'inconclusive'],
  ['expectOutcome: a gateway', expectOutcome(gateway, 'account', 'b'), 'inconclusive'],
  ['expectOutcome: the limit', expectOutcome(limited, 'account', 'b'), 'inconclusive'],
  [
    'expectOutcome: the limit, which was wanted',
    expectOutcome(limited, 'rate-limited', 'b'),
    'witness',
  ],
  [
    'expectOutcome: the document fits and the profile does not',
    expectOutcome(
      response(403, [], {
        documented: ['forbidden'],
        profileMismatch: {line: 'outcomes.x'},
      }),
      'forbidden',
      'b',
    ),
    'inconclusive',
  ],
  ['refused: it is', expectRefused(missing, 'b'), 'witness'],
  ['refused: it is served', expectRefused(account, 'b'), 'violation'],
  ['refused: no answer', expectRefused(silent, 'b'), 'inconclusive'],
  ['refused: the limit', expectRefused(limited, 'b'), 'inconclusive'],
  [
    'refused: 429, and it is not the limit on requests',
    expectRefused(response(429, ['daily-limit']), 'b'),
    'witness',
  ],
  [
    'refused: 429, and it may be the limit on requests',
    expectRefused(response(429, ['rate-limited', 'tool-limit']), 'b'),
    'inconclusive',
  ],
  ['refused: 429 of no known kind', expectRefused(response(429), 'b'), 'inconclusive'],
  ['noServerError: none', expectNoServerError(missing, 'b'), 'witness'],
  ['noServerError: one', expectNoServerError(broken, 'b'), 'violation'],
  ['noServerError: no answer', expectNoServerError(silent, 'b'), 'inconclusive'],
  ['served: it is', expectServed(account, 'account', 'b'), 'witness'],
  ['served: refused for another reason', expectServed(missing, 'account', 'b'), 'violation'],
  [
    'served: refused as it deserves',
    expectServed(missing, ['account', ...missing.situations], 'b'),
    'witness',
  ],
  ['expectNotRateLimited: another response', expectNotRateLimited(missing, 'b'), 'witness'],
  ['expectNotRateLimited: the limit', expectNotRateLimited(limited, 'b'), 'violation'],
  ['served: the limit', expectServed(limited, 'account', 'b'), 'violation'],
  ['served: no answer', expectServed(silent, 'account', 'b'), 'inconclusive'],
  ['served: a gateway', expectServed(gateway, 'account', 'b'), 'inconclusive'],
  ['expectRateLimited: it is', expectRateLimited(limited, 'b'), 'witness'],
  ['expectRateLimited: served', expectRateLimited(account, 'b'), 'violation'],
  ['expectRateLimited: no answer', expectRateLimited(silent, 'b'), 'inconclusive'],
  ['expectRateLimited: a gateway', expectRateLimited(gateway, 'b'), 'inconclusive'],
  [
    'expectThat: true of an answer',
    expectThat(true, {branch: 'b', expected: 'x', got: 'y', at: account}),
    'witness',
  ],
  [
    'expectThat: false of an answer',
    expectThat(false, {branch: 'b', expected: 'x', got: 'y', at: account}),
    'violation',
  ],
  [
    'expectThat: true where nothing was answered',
    expectThat(true, {branch: 'b', expected: 'x', got: 'y', at: silent}),
    'inconclusive',
  ],
  [
    'expectThat: true where the limit answered',
    expectThat(true, {branch: 'b', expected: 'x', got: 'y', at: limited}),
    'inconclusive',
  ],
  [
    'expectEqual: it is',
    expectEqual({a: 1, b: [2]}, {b: [2], a: 1}, 'b', account, 'it'),
    'witness',
  ],
  ['expectEqual: null', expectEqual(null, null, 'b', account, 'it'), 'witness'],
  ['expectEqual: it is not', expectEqual(1, 2, 'b', account, 'it'), 'violation'],
  ['expectEqual: a member is gone', expectEqual(undefined, 2, 'b', account, 'it'), 'violation'],
  ['expectEqual: NaN', expectEqual(NaN, 3, 'b', account, 'it'), 'violation'],
  ['expectEqual: NaN and null', expectEqual(NaN, null, 'b', account, 'it'), 'violation'],
  [
    'expectEqual: two things that are not there',
    expectEqual(undefined, undefined, 'b', account, 'it'),
    'inconclusive',
  ],
  [
    'expectEqual: two numbers that are none',
    expectEqual(NaN, NaN, 'b', account, 'it'),
    'inconclusive',
  ],
  [
    'expectEqual: nothing to compare with',
    expectEqual(1, undefined, 'b', account, 'it'),
    'inconclusive',
  ],
  ['expectEqual: of no answer', expectEqual(0, 0, 'b', silent, 'it'), 'inconclusive'],
  ['differs: it does', expectDifferent(1, 2, 'b', account, 'it'), 'witness'],
  ['differs: it does not', expectDifferent(1, 1, 'b', account, 'it'), 'violation'],
  ['differs: not there', expectDifferent(undefined, 2, 'b', account, 'it'), 'violation'],
  [
    'differs: nothing to compare with',
    expectDifferent(1, undefined, 'b', account, 'it'),
    'inconclusive',
  ],
  ['differs: from null', expectDifferent('x', null, 'b', account, 'it'), 'witness'],
  ['all of nothing', nothing(), 'nothing'],
  [
    'all: a violation outweighs',
    all(
      expectOutcome(account, 'account', 'a'),
      expectOutcome(silent, 'account', 'b'),
      expectOutcome(missing, 'account', 'c'),
    ),
    'violation',
  ],
  [
    'all: what is undecided outweighs a witness',
    all(expectOutcome(account, 'account', 'a'), expectOutcome(silent, 'account', 'b')),
    'inconclusive',
  ],
  ['when: not', when(false, 'why', () => expectOutcome(missing, 'account', 'b')), 'inconclusive'],
  ['when: so', when(true, 'why', () => expectOutcome(missing, 'account', 'b')), 'violation'],
])('%s', (_verb, judgement, expected) => {
  expect(outcomeOf(judgement)).toBe(expected);
});

test('a page without rows says nothing of what is missing from it', () => {
  const page = (body: unknown, status = 200): Exchange => response(status, ['page'], {body});
  expect(column([page({data: [{id: 1}, {id: 2}]}), page({data: []})], '/id')).toEqual([1, 2]);
  for (const body of [undefined, null, {}, [], 'x', {data: null}, {data: {}}, {data: 'x'}])
    expect(() => column([page(body)], '/id')).toThrow(NothingSeen);
  expect(() => rowsAt([page({data: []}), page({}, 500)], '/data')).toThrow(
    /getAccount was answered 500/,
  );
});

test('a summary is one short line, whatever the reason is', () => {
  for (const reason of ['x', {}, [], 7, {deep: 'a'.repeat(1000)}])
    expect(cutShort(summaryOf(response(400, ['a', 'b'], {body: {reason}}))).length).toBeLessThan(
      200,
    );
  expect(summaryOf(silent)).toBe('no answer (no answer in time)');
});

test('unusable answers are those that the deployment did not give', () => {
  expect([silent, gateway, response(503), response(504), limited].every(unusable)).toBe(true);
  expect([account, missing, broken, response(501)].some(unusable)).toBe(false);
});

test('requests overlap when all left before the first answer', () => {
  expect(
    overlapped([
      response(200, [], {sentAt: 0, gotAt: 5}),
      response(200, [], {sentAt: 4, gotAt: 9}),
    ]),
  ).toBe(true);
  expect(
    overlapped([
      response(200, [], {sentAt: 0, gotAt: 5}),
      response(200, [], {sentAt: 6, gotAt: 9}),
    ]),
  ).toBe(false);
});

test('a judgement says which member or fact is wrong', () => {
  const read = response(200, ['account'], {body: {plan: null, page: {left: 3}}});
  const sentences = [
    expectMember(read, '/page/left', 4, 'b'),
    expectMemberDifferent(read, '/plan', null, 'b'),
    expectEqual(1, 2, 'b', read, 'the number of rows'),
    expectNone(['a', 'b'], 'row that stands twice', 'b', read),
    expectOutcome(read, ['page', 'usage'], 'b'),
    expectRefused(read, 'b'),
  ].flatMap(({violations}) =>
    violations.map(({expected, got}) => `expected ${expected}, got ${got}`),
  );
  expect(sentences).toEqual([
    'expected `page.left` of getAccount to be 4, got 3',
    'expected `plan` of getAccount to differ from null, got null',
    'expected the number of rows to be 2, got 1',
    'expected no row that stands twice, got 2',
    'expected the outcome page or usage of getAccount, got 200 (account)',
    'expected getAccount to be refused (4xx), got 200 (account)',
  ]);
});

test('a body without the object that would have the member cannot be read', () => {
  for (const body of [undefined, null])
    expect(expectMember(response(200, ['account'], {body}), '/plan', 'x', 'b')).toMatchObject({
      violations: [],
      unread: {message: 'getAccount: no object has /plan'},
    });
});

test('a part that has nothing to read does not discard what the others saw', () => {
  const page = response(200, [], {op: 'listUsers'});
  const judgement = all(
    () => expectNone(column([page], '/id'), 'row that stands twice', 'twice', page),
    expectThat(false, {branch: 'b', expected: 'x', got: 'y', at: undefined}),
    expectMember(page, '/data/email', 'a', 'lost'),
  );
  expect(judgement.violations).toHaveLength(1);
  expect(judgement.unread).toBeInstanceOf(NothingSeen);
});

test('one of several things that cannot be read does not discard what the others show', () => {
  const page = response(200, [], {op: 'listUsers', body: {data: []}});
  const unreadable = response(200, [], {op: 'listUsers'});
  const judgement = judgeEach([unreadable, page], (one, index) =>
    expectNone(column([one], '/id'), 'row that stands twice', `twice on page ${index}`, one),
  );
  expect(judgement.witnesses).toEqual([{of: 'twice on page 1', saw: 'none'}]);
  expect(judgement.unread).toBeInstanceOf(NothingSeen);
});
