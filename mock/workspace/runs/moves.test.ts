import {expect, it} from 'vitest';
import {hasEnded, nextState, type RunEvent, type RunState} from './moves.ts';

const STATES: RunState[] = ['queued', 'running', 'succeeded', 'failed', 'rejected'];
const EVENTS: RunEvent[] = ['begin', 'succeed', 'fail', 'reject'];

it('moves as listed, and what has ended stays as it is (States, Runs)', () => {
  const listed = STATES.flatMap((state) =>
    EVENTS.flatMap((event) =>
      nextState(state, event) ? [`${state} ${event} ${nextState(state, event)}`] : [],
    ),
  );
  expect(listed).toEqual([
    'queued begin running',
    'queued fail failed',
    'queued reject rejected',
    'running begin running',
    'running succeed succeeded',
    'running fail failed',
    'running reject rejected',
  ]);
  expect(STATES.filter(hasEnded)).toEqual(['succeeded', 'failed', 'rejected']);
});
