/** States of a run (States, Runs); the first two are presscheck's choice (NS-WS-13). */
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'rejected';

export type RunEvent = 'begin' | 'succeed' | 'fail' | 'reject';

const MOVES: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  queued: {begin: 'running', fail: 'failed', reject: 'rejected'},
  running: {begin: 'running', succeed: 'succeeded', fail: 'failed', reject: 'rejected'},
  succeeded: {},
  failed: {},
  rejected: {},
};

/**
 * @returns the next state, or undefined when the table does not list the move: what has ended stays
 * as it is
 */
export const moved = (state: RunState, event: RunEvent): RunState | undefined =>
  MOVES[state][event];

const ENDED: ReadonlySet<string> = new Set(
  Object.entries(MOVES).flatMap(([state, moves]) => (Object.keys(moves).length ? [] : [state])),
);

export const hasEnded = (state: RunState): boolean => ENDED.has(state);
