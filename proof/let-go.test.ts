import {expect, test} from 'vitest';
import type {PlaceVerdict, RuleVerdict, Verdict} from '../spec/run-record.ts';
import {lettingGo, seenWithoutFailure} from './let-go.ts';

const place = (verdict: Verdict, more: Partial<PlaceVerdict> = {}): PlaceVerdict => ({
  place: '*',
  verdict,
  witnesses: [],
  violations: [],
  ...more,
});

const rule = (id: string, verdict: Verdict, more: Partial<PlaceVerdict> = {}): RuleVerdict => ({
  rule: id,
  chapter: 'c',
  section: 's',
  sentence: 't',
  level: 'must',
  verdict,
  witnesses: 0,
  places: [place(verdict, more)],
});

const blocked = (id: string, blockedBy: string): RuleVerdict =>
  rule(id, 'inconclusive', {blockedBy, blocked: true, reason: 'r'});

test('a chain of blocking rules ends at a failed rule, or at one with a cause outside', () => {
  expect(lettingGo([blocked('a', 'b'), blocked('b', 'c'), rule('c', 'failed')])).toEqual([]);
  expect(lettingGo([blocked('a', 'b'), rule('b', 'inconclusive', {reason: 'a gateway'})])).toEqual(
    [],
  );
});

test('a rule that passed, that is not reported, or that waits for itself blocks nothing', () => {
  for (const [rules, why] of [
    [[blocked('a', 'b'), rule('b', 'passed')], /b, which passed/],
    [[blocked('a', 'b')], /not report/],
    [[blocked('a', 'b'), blocked('b', 'a')], /circle/],
  ] as const)
    expect(lettingGo(rules)[0]).toMatchObject({rule: 'a', why: expect.stringMatching(why)});
});

test('a run without a failed rule that saw a violation has let it go', () => {
  const violations = [{branch: 'b', expected: 'x', got: 'y', step: 's1'}];
  const seen = rule('a', 'inconclusive', {violations, reason: 'r'});
  expect(seenWithoutFailure([seen])).toMatchObject([{rule: 'a'}]);
  expect(seenWithoutFailure([blocked('a', 'b')])).toMatchObject([{rule: 'a'}]);
  expect(seenWithoutFailure([seen, rule('b', 'failed')])).toEqual([]);
  expect(lettingGo([rule('a', 'inconclusive', {violations})])).toMatchObject([{rule: 'a'}]);
});
