/** What the document allows for runs (States / Runs; Resources / Usage; Endpoints / start run). */

import {among, allowedOutcome, rowsIn} from '../../../spec/allowed-outcomes.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {
  anyRefusal,
  runsOf,
  withPublication,
  type Publication,
  type Run,
  type WorkspaceState,
  type Outcome,
  type Outcomes,
} from './workspace-state.ts';
import {at, toText} from '../../../spec/json.ts';

const TERMINAL = ['succeeded', 'failed', 'rejected'] as const;

/** A read of the usage shows the known number of runs. */
export function counting(state: WorkspaceState): Outcomes {
  const {used, ceiling} = state;
  const showsUsed = ({situations, body}: Exchange): boolean =>
    situations.includes('usage') &&
    (used === undefined || body.daily_runs_used === used) &&
    (ceiling === undefined || body.daily_runs_limit === ceiling);
  return [
    {
      expected: `usage with ${used ?? 'any number of'} runs used of ${ceiling ?? 'any ceiling'}`,
      shows: ['/daily_runs_used', '/daily_runs_limit'],
      fits: (responses) => responses.some(showsUsed),
      next: ([response]) => {
        const shown = response?.body.daily_runs_limit as unknown;
        const next = typeof shown === 'number' ? {...state, ceiling: shown} : state;
        return state.spending
          ? next
          : {...next, used: Number(response?.body.daily_runs_used ?? used ?? 0)};
      },
    },
  ];
}

/**
 * After the start of a run that may be metered, the number of runs may rise and fall: which runs
 * are counted, and from when, is open (NS-WS-42).
 */
const withoutUsed = ({used: _used, ...state}: WorkspaceState): WorkspaceState => ({
  ...state,
  spending: true,
});

/** A read of the catalogue, which may say which tools are not metered. Other rules judge it. */
export const reading = (state: WorkspaceState): Outcome => ({
  expected: 'any answer',
  fits: () => true,
  next: (responses) => {
    const unmetered = rowsIn(responses, '/data').filter(({metered}) => metered === false);
    return responses.length ? {...state, unmetered: unmetered.map(({slug}) => slug)} : state;
  },
});

/** Whether a start names a tool that the catalogue has shown as not metered. */
const isOfUnmetered = ({unmetered = []}: WorkspaceState, [response]: Exchange[]): boolean =>
  unmetered.includes(at(response?.requestBody, '/tool'));

/**
 * A start without an `Idempotency-Key`. The catalogue says whether the tool is metered, if it was
 * read; what refuses it besides the limits is open (NS-WS-19).
 * @param repairs the tool replaces the working file
 */
export function starting(
  state: WorkspaceState,
  id: number,
  of: number,
  repairs: boolean,
): Outcomes {
  const known = Object.values(state.runs).map((run) => run.id);
  const accepted: Outcome = {
    expected: 'accepted',
    fits: (responses) =>
      among('accepted')(responses) &&
      responses.every(({body}) => !known.includes(toText(body?.id))),
    next: (responses) => {
      const [response] = responses;
      const run: Run = {of, state: 'open', repairs, since: state.passed};
      if (response) run.id = toText(response.body.id);
      const isFree = !repairs && isOfUnmetered(state, responses);
      const before = isFree ? state : withoutUsed(state);
      return {...before, runs: {...state.runs, [id]: run}};
    },
  };
  const mayBeRefused =
    repairs || runsOf(state, of).length > 0 || state.publications[of]?.keyed !== undefined;
  if (mayBeRefused) return [accepted, allowedOutcome(state, 'a refusal', anyRefusal)];
  // So many runs at a time may be allowed to a workspace, those of other request sequences among them.
  const isOpen = (responses: Exchange[]): boolean =>
    anyRefusal(responses) && (!isOfUnmetered(state, responses) || among('busy')(responses));
  return [
    accepted,
    allowedOutcome(state, 'a refusal of a metered tool, or beside other runs', isOpen),
  ];
}

/** A start of a metered tool with the publication's own `Idempotency-Key`. */
export function startingWithKey(
  state: WorkspaceState,
  of: number,
  publication: Publication,
): Outcomes {
  const {keyed: runs = {}} = publication;
  const known = Object.values(runs);
  // The two interfaces are called with different credentials. It is open whether one interface
  // knows an `Idempotency-Key` of the other (NS-WS-17).
  const knownAt = (responses: Exchange[]): string | undefined => runs[interfaceOf(responses)];
  const accepted: Outcome = {
    expected: 'accepted',
    fits: (responses) =>
      among('accepted')(responses) &&
      knownAt(responses) === undefined &&
      responses.every(({body}) => !known.includes(toText(body?.id))),
    next: (responses) => {
      const id = toText(responses[0]?.body.id ?? '');
      const keyed = {...runs, [interfaceOf(responses)]: id};
      return withPublication(withoutUsed(state), of, {...publication, keyed});
    },
  };
  const refusal = allowedOutcome(
    state,
    'a refusal',
    (responses) => anyRefusal(responses) && knownAt(responses) === undefined,
  );
  if (!publication.keyed) return [accepted, refusal];
  const isReplayed = (responses: Exchange[]): boolean => {
    const id = knownAt(responses) ?? known[0];
    const isSame = ({body}: Exchange): boolean => id === '' || toText(body.id) === id;
    return among('replayed')(responses) && responses.some(isSame);
  };
  return [allowedOutcome(state, 'replayed, the same run', isReplayed), accepted, refusal];
}

/** The interface through which a command was sent. */
const interfaceOf = ([response]: Exchange[]): 'api' | 'mcp' => response?.interface ?? 'api';

/** A read of a run: a terminal state is final. */
export function polling(state: WorkspaceState, on: number, run: Run): Outcomes {
  const isThisRun = ({situations, body}: Exchange): boolean =>
    situations.includes('run') && (run.id === undefined || toText(body.id) === run.id);
  const showsState =
    (wanted: string) =>
    (responses: Exchange[]): boolean =>
      responses.some(isThisRun) && responses.some(({body}) => body.state === wanted);
  if (run.state !== 'open')
    return [allowedOutcome(state, `run, ${run.state} for good`, showsState(run.state))];
  const showsNoEnd = (responses: Exchange[]): boolean =>
    responses.some(isThisRun) && responses.every(({body}) => !TERMINAL.includes(body.state));
  return [
    ...TERMINAL.map((end) =>
      allowedOutcome(endedAs(state, on, run, end), `run, ${end}`, showsState(end)),
    ),
    allowedOutcome(state, 'run, not ended', showsNoEnd),
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

/** A request for a report: there is one only after success. */
export function reporting(state: WorkspaceState, on: number, run: Run): Outcomes {
  if (run.state === 'succeeded') return [allowedOutcome(state, 'report')];
  const hasNone = (responses: Exchange[]): boolean =>
    anyRefusal(responses) || responses.some(({status}) => status === 202 || status === 204);
  const none = allowedOutcome(state, 'no report', hasNone);
  if (run.state !== 'open') return [none];
  return [none, allowedOutcome(endedAs(state, on, run, 'succeeded'), 'report')];
}
