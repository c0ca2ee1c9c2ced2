import {expect, test} from 'vitest';
import type {Exchange} from '../../../../spec/exchange.ts';
import {nothing} from '../../../language/judge.ts';
import {expectExactLimit, MAX_STARTS, whenInReach} from './tool-limit.ts';

const start = (situation: string): Exchange =>
  ({op: 'startRun', status: 202, situations: [situation]}) as never;
const limitOf = (most: number | null): Exchange =>
  ({body: {runs_per_tool_and_publication_limit: most}}) as never;
const decide = (most: number | null, starts: Exchange[]) =>
  whenInReach({usageBefore: limitOf(most), starts}, () => nothing());

test('a limit above the starts of the check is not exercised', () => {
  expect(decide(MAX_STARTS, [start('accepted')])).toMatchObject({outOfReach: 'not-exercised'});
});

test('a lower one is judged, and one that refuses before it is reached', () => {
  expect(decide(5, [start('accepted')])).toEqual(nothing());
  expect(decide(100, [start('accepted'), start('tool-limit')])).toEqual(nothing());
});

const refused = (reason: string): Exchange =>
  ({op: 'startRun', status: 409, situations: [], body: {reason}}) as never;
const used = (runs: number): Exchange =>
  ({op: 'getAccountUsage', status: 200, situations: [], body: {daily_runs_used: runs}}) as never;

/** Two starts are accepted, where three are allowed; then a start is refused. */
const refusedBelowTheLimit = (reason: string, other: Exchange) =>
  expectExactLimit(
    {
      usageBefore: used(0),
      starts: [start('accepted'), start('accepted'), refused(reason)],
      usageAtLimit: used(2),
      again: refused(reason),
      byOther: refused(reason),
      usageAfter: used(2),
      elsewhere: start('accepted'),
      other,
      unmetered: [],
    },
    3,
  );

test('a refusal below the limit fails the rule if another tool is accepted', () => {
  const {violations} = refusedBelowTheLimit('tool_limit', start('accepted'));
  expect(violations).toMatchObject([{branch: 'another-number'}]);
});

test('a refusal below the limit that another tool gets, too, may have another reason', () => {
  expect(refusedBelowTheLimit('busy', refused('busy'))).toMatchObject({
    violations: [],
    inconclusive: 'below the limit of 3, another tool was refused in the same way',
  });
});
