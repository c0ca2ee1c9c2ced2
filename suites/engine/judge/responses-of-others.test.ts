import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/exchange.ts';
import {markNotOwn, oddOnes, refusesWithErrors} from './responses-of-others.ts';

const response = (status: number, more: Partial<Exchange> = {}): Exchange => ({
  ...({} as Exchange),
  op: 'listUsers',
  status,
  headers: {'x-ratelimit-remaining': '0'},
  ...more,
});
const several = (times: number, status: number, more?: Partial<Exchange>): Exchange[] =>
  Array.from({length: times}, () => response(status, more));

/** Which of the exchanges are marked, by position. */
function marked(exchanges: Exchange[]): number[] {
  markNotOwn(exchanges);
  return exchanges.flatMap(({probablyFromGateway}, index) => (probablyFromGateway ? [index] : []));
}

const LEFT = {headers: {'x-ratelimit-remaining': '59'}};
const PAGE = {problem: {kind: 'not-json' as const, text: 'a page'}};

test('a refusal unlike all others of its scene is not the deployment’s', () => {
  expect(marked([...several(6, 429), response(429, {wire: {reason: 'gateway_busy'}})])).toEqual([
    6,
  ]);
  expect(marked([response(429, PAGE), ...several(2, 429)])).toEqual([0]);
  expect(marked([response(429, LEFT), response(429)])).toEqual([0]);
});

test('what a deployment does wrong itself comes more often', () => {
  expect(marked([...several(6, 429), ...several(3, 429, {wire: {reason: 'other'}})])).toEqual([]);
  expect(marked(several(2, 429, LEFT))).toEqual([]);
  expect(marked([...several(4, 429), ...several(3, 429, LEFT)])).toEqual([]);
  expect(oddOnes(several(3, 429, LEFT))).toEqual([]);
});

test('a server error of an operation that is served otherwise is a transient one', () => {
  const ownError = {ownError: true as const};
  expect(marked([response(200), response(503, ownError), response(200)])).toEqual([1]);
  expect(marked([response(503, ownError), response(503, ownError)])).toEqual([]);
  expect(marked([response(200), ...several(3, 503, ownError)])).toEqual([]);
});

test('own errors in a row, and no refusal, stand in place of a limit’s refusals', () => {
  const served = several(60, 200);
  const errors = (times: number) => several(times, 503, {ownError: true});
  expect(refusesWithErrors([...served, ...errors(60)])).toBe(true);
  expect(refusesWithErrors([...served, ...several(60, 503)])).toBe(false);
  expect(refusesWithErrors([...served, ...errors(60), response(429)])).toBe(false);
  expect(refusesWithErrors([...served, ...errors(3), ...served])).toBe(false);
  expect(refusesWithErrors([...several(5, 200), ...errors(60)])).toBe(false);
});
