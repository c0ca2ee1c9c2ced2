import type {Branch, Command} from '../../../spec/relation.ts';
import type {Exchange} from '../../../spec/step.ts';

/** What is known of one run; `open` until a terminal state was seen. */
export interface Run {
  /** The command that made its publication. */
  of: number;
  id?: string;
  state: 'open' | 'succeeded' | 'failed' | 'rejected';
  /** Whether its tool replaces the working file. */
  repairs: boolean;
}

/** What is known of one publication; ids and digests as answers told them. */
export interface Publication {
  original?: string;
  /** Versions that were listed: they stay. */
  versions: string[];
  /** SHA-256 of the original's bytes. */
  bytes?: string;
  /** The run that its `Idempotency-Key` started. */
  keyed?: {[face in 'api' | 'mcp']?: string};
}

/** What is known of a workspace. */
export interface WorkspaceState {
  publications: Record<number, Publication>;
  runs: Record<number, Run>;
  /** Metered runs of the day; undefined while unknown. */
  used?: number;
  /** A run was started that may be metered. */
  spending?: true;
}

export const EMPTY: WorkspaceState = {publications: {}, runs: {}};

const among =
  (...situations: string[]) =>
  (responses: Exchange[]): boolean =>
    responses.some((response) =>
      situations.some((situation) => response.situations.includes(situation)),
    );
const refused = (responses: Exchange[]): boolean =>
  responses.some(({status}) => status >= 400 && status < 500);
const TERMINAL = ['succeeded', 'failed', 'rejected'] as const;

const branch = (
  next: WorkspaceState,
  expected: string,
  fits: Branch<WorkspaceState>['fits'] = among(expected),
): Branch<WorkspaceState> => ({fits, expected, next: () => next});

/**
 * What the document allows (States / Runs; Resources / File version, Usage; Endpoints / start run).
 */
export function relation(state: WorkspaceState, command: Command): Branch<WorkspaceState>[] {
  const {does, id, on} = command;
  if (does === 'publish') return [publishing(state, id)];
  if (does === 'wait a minute' || does === 'read the usage') return counting(state);
  if (does === 'read the repair' || does === 'report of the repair') {
    const run = state.runs[on!];
    return run
      ? does === 'read the repair'
        ? polling(state, on!, run)
        : reporting(state, on!, run)
      : [branch(state, 'a run', () => true)];
  }
  const publication = state.publications[on!];
  if (!publication) return [branch(state, 'a publication', () => true)];
  if (does === 'repair') return starting(state, id, on!, true);
  if (does === 'check') return starting(state, id, on!, false);
  if (does === 'start with the key') return keyed(state, on!, publication);
  if (does === 'list the files') return listing(state, on!, publication);
  if (does === 'read the working version') return working(state, on!, publication);
  if (does === 'download the original') return downloading(state, on!, publication);
  return [branch(state, 'publication-not-found')]; // from another workspace
}

function publishing(state: WorkspaceState, id: number): Branch<WorkspaceState> {
  return {
    expected: 'registered',
    fits: among('registered'),
    next: () => ({...state, publications: {...state.publications, [id]: {versions: []}}}),
  };
}

function counting(state: WorkspaceState): Branch<WorkspaceState>[] {
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
 * From a run that may be metered on the figure may rise and fall: which runs count, and from when,
 * is not told (NS-WS-42).
 */
const unknown = ({used: _used, ...state}: WorkspaceState): WorkspaceState => ({
  ...state,
  spending: true,
});

const openOf = (state: WorkspaceState, of: number): Run[] =>
  Object.values(state.runs).filter((run) => run.of === of);

/** Whether the tool is metered, and what refuses it besides the limits, is open (NS-WS-19). */
function starting(
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
      ...(repairs ? unknown(state) : state),
      runs: {
        ...state.runs,
        [id]: {of, state: 'open', repairs, ...(response && {id: String(response.body.id)})},
      },
    }),
  };
  const limited =
    repairs || openOf(state, of).length > 0 || state.publications[of]!.keyed !== undefined;
  return limited ? [accepted, branch(state, 'a refusal', refused)] : [accepted];
}

/** Metered, with the publication's own `Idempotency-Key`. */
function keyed(
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
    next: (responses) => ({
      ...unknown(state),
      publications: {
        ...state.publications,
        [of]: {
          ...publication,
          keyed: {...runs, [by(responses)]: String(responses[0]?.body.id ?? '')},
        },
      },
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

function polling(state: WorkspaceState, on: number, run: Run): Branch<WorkspaceState>[] {
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

function reporting(state: WorkspaceState, on: number, run: Run): Branch<WorkspaceState>[] {
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

/** Repairs of a publication that may have ended well by now, and those that have. */
const repairs = (state: WorkspaceState, of: number): {possible: number; sure: number} => {
  const all = openOf(state, of).filter((run) => run.repairs);
  return {
    possible: all.filter((run) => run.state === 'open' || run.state === 'succeeded').length,
    sure: all.filter((run) => run.state === 'succeeded').length,
  };
};

/** Whether a version can be the working one. */
function mayBeWorking(
  state: WorkspaceState,
  on: number,
  {original}: Publication,
  id: unknown,
): boolean {
  const {possible, sure} = repairs(state, on);
  if (original === undefined) return typeof id === 'string';
  if (possible === 0) return id === original;
  return sure === 0 || id !== original;
}

/** The working version of a publication that no repair can have touched is its original. */
const knowing = (
  state: WorkspaceState,
  on: number,
  publication: Publication,
  id: unknown,
): Publication =>
  publication.original === undefined && typeof id === 'string' && repairs(state, on).possible === 0
    ? {...publication, original: id}
    : publication;

function listing(
  state: WorkspaceState,
  on: number,
  publication: Publication,
): Branch<WorkspaceState>[] {
  const fits = (responses: Exchange[]): boolean =>
    responses.some(({situations, body}) => {
      const rows = (body?.data ?? []) as {id: string; current: boolean}[];
      const flagged = rows.filter((row) => row.current);
      return (
        situations.includes('files') &&
        publication.versions.every((id) => rows.some((row) => row.id === id)) &&
        flagged.length === 1 &&
        flagged[0]!.id === body.current_file_id &&
        mayBeWorking(state, on, publication, body.current_file_id) &&
        rows.length > repairs(state, on).sure
      );
    });
  return [
    {
      expected: 'files: every earlier version, exactly one current',
      fits,
      next: ([response]) =>
        response
          ? putting(state, on, {
              ...knowing(state, on, publication, response.body.current_file_id),
              versions: (response.body.data as {id: string}[]).map(({id}) => id),
            })
          : state,
    },
  ];
}

function working(
  state: WorkspaceState,
  on: number,
  publication: Publication,
): Branch<WorkspaceState>[] {
  const {possible, sure} = repairs(state, on);
  const expected =
    possible === 0 ? 'current, the original' : sure ? 'current, a derived version' : 'current';
  return [
    {
      expected,
      fits: (responses) =>
        among('current')(responses) &&
        responses.some(({body}) => mayBeWorking(state, on, publication, body.id)),
      next: ([response]) => putting(state, on, knowing(state, on, publication, response?.body.id)),
    },
  ];
}

function downloading(
  state: WorkspaceState,
  on: number,
  publication: Publication,
): Branch<WorkspaceState>[] {
  const {bytes} = publication;
  return [
    {
      expected: bytes === undefined ? 'fetched' : 'fetched, the same bytes as before',
      fits: (responses) =>
        among('fetched')(responses) &&
        responses.some(({body}) => bytes === undefined || body.sha256 === bytes),
      next: ([response]) =>
        putting(state, on, {...publication, bytes: String(response?.body.sha256 ?? bytes ?? '')}),
    },
  ];
}

const putting = (state: WorkspaceState, on: number, publication: Publication): WorkspaceState => ({
  ...state,
  publications: {...state.publications, [on]: publication},
});
