import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {nothing} from '../../judge.ts';
import {MAX_STARTS, whenInReach} from './tool-limit.ts';

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
