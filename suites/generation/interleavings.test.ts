import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Handle} from '../language/script.ts';
import {expectSameResults, inOrder, interleavings} from './interleavings.ts';
import {response} from '../testing/response.ts';

test('every interleaving keeps the order of each sequence', () => {
  for (const [name, orders] of Object.entries(interleavings(4).classes))
    for (const order of fc.sample(orders, {seed: 1, numRuns: 20}))
      expect([...order].sort().join(''), name).toBe('AAAABBBB');
});

test('steps are recorded in the order that was drawn', () => {
  const recorded: string[] = [];
  const step = (name: string) => (): Handle => {
    recorded.push(name);
    return {id: name, at: () => ({$from: name, at: ''})};
  };
  const sequences = {A: [step('A1'), step('A2')], B: [step('B1'), step('B2')]};
  const handles = inOrder('drawn', 'ABBA', sequences);
  expect(recorded).toEqual(['A1', 'B1', 'B2', 'A2']);
  expect(Object.keys(handles)).toEqual(['drawn A1', 'drawn B1', 'drawn B2', 'drawn A2']);
});

test('another outcome is a violation, unless a limit refused a request', () => {
  const served = response(200);
  const pairs = {'the first': [{size: 1}, {size: 2}] as [object, object]};
  expect(expectSameResults([served], pairs as never, served).violations).toHaveLength(1);
  const limited = response(429);
  expect(expectSameResults([served, limited], pairs as never, served).violations).toEqual([]);
});
