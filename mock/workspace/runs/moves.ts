/** States of a run (States, Runs). The first two are the mock's choice (NS-WS-13). */
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'rejected';

/** Events of a run: its tool starts, succeeds, fails, or rejects the file. */
export type RunEvent = 'begin' | 'succeed' | 'fail' | 'reject';

const MOVES: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  queued: {begin: 'running', fail: 'failed', reject: 'rejected'},
  running: {begin: 'running', succeed: 'succeeded', fail: 'failed', reject: 'rejected'},
  succeeded: {},
  failed: {},
  rejected: {},
};

/**
 * The state machine of a run (States, Runs).
 * @returns the next state; undefined when the table does not list the move: a run that has ended never changes
 */
export const nextState = (state: RunState, event: RunEvent): RunState | undefined =>
  MOVES[state][event];

const ENDED: ReadonlySet<string> = new Set(
  Object.entries(MOVES).flatMap(([state, moves]) => (Object.keys(moves).length ? [] : [state])),
);

/** Whether a state is final. */
export const hasEnded = (state: RunState): boolean => ENDED.has(state);
