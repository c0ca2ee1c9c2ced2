import {expect, test} from 'vitest';
import {isNothingLeft} from './allowance-left.ts';
import {response} from '../testing/response.ts';
import {afterChanges} from '../workspace/account/after-changes.ts';
import {account} from '../workspace/account/account.ts';
import type {Check, Judgement} from './check.ts';

const showing = (left: unknown, op = 'getAccount') =>
  response(200, ['account'], {op, body: {publications_left: left}});
const refusal = response(422, ['allowance-spent'], {op: 'createUpload'});
const reserved = response(201, ['reserved'], {op: 'createUpload'});

const judge = (checks: readonly Check[], rule: string, seen: object): Judgement | undefined =>
  checks.find((one) => one.rule === rule)?.judge(seen as never);

test.each([
  [-48, true],
  [0, true],
  [1, false],
  [null, false],
  [undefined, false],
])('whether nothing is left of %s', (left, expected) => {
  expect(isNothingLeft({publications_left: left})).toBe(expected);
});

test('below zero nothing is left, and a reservation is refused', () => {
  const after = (shown: unknown, tried: typeof refusal) =>
    judge(afterChanges, 'workspace.account.allowance-left-is-what-can-be-registered', {
      'spent: shown': showing(0),
      'spent: tried': refusal,
      'byOther: shown': showing(48),
      'byOther: tried': reserved,
      'spentAgain: shown': showing(0),
      'spentAgain: tried': refusal,
      'byFirst: shown': showing(shown),
      'byFirst: tried': tried,
    });
  expect(after(-48, refusal)?.violations).toEqual([]);
  expect(after(-48, reserved)?.violations).toHaveLength(1);
  expect(after(1, refusal)?.violations).toHaveLength(1);
  expect(after(undefined, refusal)).toMatchObject({
    violations: [],
    inconclusive: expect.stringContaining('no number'),
  });
});

test('with two plans nothing may be left, by figures that do not differ', () => {
  const rule = 'workspace.account.allowance-is-set-per-plan';
  const plans = (small: number, large: number) =>
    judge(account.checks, rule, {small: showing(small), large: showing(large)});
  expect(plans(-1, -1)).toMatchObject({violations: [], inconclusive: expect.any(String)});
  expect(plans(-48, 12)).toMatchObject({violations: [], witnesses: [expect.anything()]});
  expect(plans(12, 12)?.violations).toHaveLength(1);
});
