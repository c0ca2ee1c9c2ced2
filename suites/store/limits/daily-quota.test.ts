import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {uncountedWrites} from './uncounted-writes.ts';
import {versionsApart} from './versions-apart.ts';

/** Responses with these statuses, in order. */
const responses = (...statuses: number[]): Exchange[] =>
  statuses.map(
    (status) =>
      ({op: 'listUsers', status, situations: status === 200 ? ['page'] : [], headers: {}}) as never,
  );

const judged = (other: Exchange[], reads: Exchange[], otherAfter: Exchange[]) =>
  versionsApart.judge({other, reads, otherAfter} as never);

const NOT_FOUND = responses(404, 404, 404);

test('a path of v3 that leads nowhere and yet uses up the reads of v1 is seen', () => {
  const {violations} = judged(NOT_FOUND, responses(429), NOT_FOUND);
  expect(violations.map(({branch}) => branch)).toEqual(['v3-read-counted-here']);
});

test('a path of v3 that leads nowhere and uses up nothing decides nothing', () => {
  const {violations, open} = judged(NOT_FOUND, responses(200, 200, 200, 429), NOT_FOUND);
  expect([violations, open?.point]).toEqual([[], 'NS-ST-80']);
});

test('a quota that is off by one is not taken for reads that count', () => {
  const reads = responses(200, 200, 200, 200, 429);
  const {violations, inconclusive} = judged(responses(200, 200, 200), reads, NOT_FOUND);
  expect(violations).toEqual([]);
  expect(inconclusive).toContain('store.limits.two-thousand-reads-a-token');
});

test('reads that were used up while the run did nothing are somebody else’s', () => {
  const judgement = (quiet: Exchange[]) =>
    uncountedWrites.judge({quiet, before: [], reads: responses(429), after: []} as never);
  expect(judgement(responses(200, 429))).toMatchObject({
    violations: [],
    inconclusive: expect.stringContaining('somebody else is at work'),
  });
  const {violations} = judgement(responses(200, 200, 200, 429));
  expect(violations.map(({branch}) => branch)).toEqual(['write-counted']);
});
