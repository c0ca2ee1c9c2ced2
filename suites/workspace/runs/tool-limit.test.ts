import {expect, test} from 'vitest';
import type {Exchange} from '../../../spec/step.ts';
import {toolLimit} from './tool-limit.ts';

const usage = (limit: number | null): Exchange => ({
  ...({} as Exchange),
  body: {runs_per_tool_and_publication_limit: limit},
});

test('a limit that a run may not reach is out of reach, and the report says what to supply', () => {
  for (const {judge} of toolLimit) {
    const judgement = judge({usageBefore: usage(100), starts: [], unmetered: []} as never);
    expect(judgement).toMatchObject({
      violations: [],
      supply: expect.stringContaining('set the limit of a tool on a publication below 30'),
    });
  }
});

test('no limit is an open choice', () => {
  for (const {judge} of toolLimit)
    expect(
      judge({usageBefore: usage(null), starts: [], unmetered: []} as never).open,
    ).toMatchObject({point: 'NS-WS-52'});
});
