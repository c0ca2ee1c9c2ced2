import type {Branch} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/step.ts';
import {
  among,
  branch,
  refused,
  runsOf,
  withPublication,
  type Publication,
  type Run,
  type WorkspaceState,
} from './workspace-state.ts';

/** What the document allows of runs (States / Runs; Resources / Usage; Endpoints / start run). */

const TERMINAL = ['succeeded', 'failed', 'rejected'] as const;

/** A read of the usage: the number of runs is the one that is known. */
export function counting(state: WorkspaceState): Branch<WorkspaceState>[] {
  const {used} = state;
  return [
    {
      expected: `usage with ${used ?? 'any number of'} runs used`,
      fits: (responses) =>
        responses.some(
          ({situations, body}) =>
            situations.includes('usage') && (used === undefined || body.daily_runs_used === used),
        ),
      next: ([response]) =>
        state.spending
          ? state
          : {...state, used: Number(response?.body.daily_runs_used ?? used ?? 0)},
    },
  ];
}

/**
 * Once a run was started that may be metered, the number of runs may rise and fall: which runs
 * count, and from when, is open (NS-WS-42).
 */
const withoutUsed = ({used: _used, ...state}: WorkspaceState): WorkspaceState => ({
  ...state,
  spending: true,
});

/**
 * A start without an `Idempotency-Key`. Whether the tool is metered, and what refuses it besides
 * the limits, is open (NS-WS-19).
 * @param repairs the tool replaces the working file
 */
export function starting(
  state: WorkspaceState,
  id: number,
  of: number,
  repairs: boolean,
): Branch<WorkspaceState>[] {
  const accepted: Branch<WorkspaceState> = {
    expected: 'accepted',
    fits: (responses) =>
      among('accepted')(responses) &&
      responses.every(({body}) => !Object.values(state.runs).some((run) => run.id === body?.id)),
    next: ([response]) => ({
      ...(repairs ? withoutUsed(state) : state),
      runs: {
        ...state.runs,
        [id]: {of, state: 'open', repairs, ...(response && {id: String(response.body.id)})},
      },
    }),
  };
  const limited =
    repairs || runsOf(state, of).length > 0 || state.publications[of]?.keyed !== undefined;
  return limited ? [accepted, branch(state, 'a refusal', refused)] : [accepted];
}

/** A start of a metered tool with the publication's own `Idempotency-Key`. */
export function startingWithKey(
  state: WorkspaceState,
  of: number,
  publication: Publication,
): Branch<WorkspaceState>[] {
  const {keyed: runs} = publication;
  const by = ([response]: Exchange[]): 'api' | 'mcp' => response?.interface ?? 'api';
  const accepted: Branch<WorkspaceState> = {
    expected: 'accepted',
    // Whether a key of this name is known to another credential is open (NS-WS-17).
    fits: (responses) =>
      among('accepted')(responses) &&
      runs?.[by(responses)] === undefined &&
      responses.every(({body}) => !Object.values(runs ?? {}).includes(body?.id)),
    next: (responses) =>
      withPublication(withoutUsed(state), of, {
        ...publication,
        keyed: {...runs, [by(responses)]: String(responses[0]?.body.id ?? '')},
      }),
  };
  const refusal = branch(
    state,
    'a refusal',
    (responses) => refused(responses) && runs?.[by(responses)] === undefined,
  );
  if (!runs) return [accepted, refusal];
  const same = (responses: Exchange[]): boolean => {
    const known = runs[by(responses)] ?? Object.values(runs)[0];
    return (
      among('replayed')(responses) && responses.some(({body}) => known === '' || body.id === known)
    );
  };
  return [branch(state, 'replayed, the same run', same), accepted, refusal];
}

/** A read of a run: a terminal state is final. */
export function polling(state: WorkspaceState, on: number, run: Run): Branch<WorkspaceState>[] {
  const same = (responses: Exchange[]): boolean =>
    responses.some(
      ({situations, body}) =>
        situations.includes('run') && (run.id === undefined || body.id === run.id),
    );
  const being =
    (wanted: string) =>
    (responses: Exchange[]): boolean =>
      same(responses) && responses.some(({body}) => body.state === wanted);
  if (run.state !== 'open') return [branch(state, `run, ${run.state} for good`, being(run.state))];
  const stillOpen = (responses: Exchange[]): boolean =>
    same(responses) && responses.every(({body}) => !TERMINAL.includes(body.state));
  return [
    ...TERMINAL.map((end) => branch(endedAs(state, on, run, end), `run, ${end}`, being(end))),
    branch(state, 'run, not ended', stillOpen),
  ];
}

const endedAs = (
  state: WorkspaceState,
  on: number,
  run: Run,
  end: Run['state'],
): WorkspaceState => ({
  ...state,
  runs: {...state.runs, [on]: {...run, state: end}},
});

/** A request for a report: there is one after success only. */
export function reporting(state: WorkspaceState, on: number, run: Run): Branch<WorkspaceState>[] {
  if (run.state === 'succeeded') return [branch(state, 'report')];
  const none = branch(
    state,
    'no report',
    (responses) =>
      refused(responses) || responses.some(({status}) => status === 202 || status === 204),
  );
  return run.state === 'open'
    ? [none, branch(endedAs(state, on, run, 'succeeded'), 'report')]
    : [none];
}
