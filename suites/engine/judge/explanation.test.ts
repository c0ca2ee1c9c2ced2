import {expect, test} from 'vitest';
import type {PlaceVerdict, Violation} from '../../../spec/run-record.ts';
import {explained, explainedOneByOne} from './explanation.ts';

const violation = (step: string): Violation => ({branch: 'b', expected: 'x', got: 'y', step});
const [first, second] = [violation('s1'), violation('s2')];
const FAILED: PlaceVerdict = {
  place: '*',
  verdict: 'failed',
  witnesses: [{of: '*', saw: 'something'}],
  violations: [first, second],
};

test('what is explained accuses nobody, and what was seen stays', () => {
  expect(explained(FAILED)).toBe(FAILED);
  const reason = 'somebody else may be at work';
  expect(explained(FAILED, {reason})).toEqual({...FAILED, verdict: 'inconclusive', reason});
});

test('an explanation names the rule that is broken, or none', () => {
  const [ours, others] = ['store.users.email-is-unique', 'store.users.email-is-required'];
  expect(explained(FAILED, {reason: 'r', blockedBy: ours})).toMatchObject({
    blocked: true,
    blockedBy: ours,
  });
  const blocked = explained({...FAILED, blocked: true, blockedBy: others}, {reason: 'r'});
  expect(blocked).not.toHaveProperty('blocked');
  expect(blocked).not.toHaveProperty('blockedBy');
});

test('where the deployment has shown that it is right, nothing was exercised', () => {
  const {place, witnesses} = FAILED;
  expect(explained(FAILED, {reason: 'r', isConfirmed: true})).toEqual({
    place,
    witnesses,
    verdict: 'not-exercised',
    violations: [],
    reason: 'r',
  });
});

test('a violation without an explanation of its own fails the rule alone', () => {
  const only = (one: Violation) => (each: Violation) =>
    each === one ? {reason: 'the first'} : undefined;
  expect(explainedOneByOne(FAILED, only(first))).toEqual({...FAILED, violations: [second]});
  const each = (one: Violation) => ({reason: `at ${one.step}`});
  expect(explainedOneByOne(FAILED, each)).toMatchObject({
    verdict: 'inconclusive',
    reason: 'at s1',
    violations: [first, second],
  });
});
