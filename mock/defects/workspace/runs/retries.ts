import type {Defect, Seam} from '../../../defect.ts';
import {refuse} from '../../../operation.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import {renderRun, type RunRow, type SpentRow} from '../../../workspace/runs/rows.ts';
import {usedToday} from '../../../workspace/runs/spent.ts';
import {afterwards, around, breaking, hearing} from '../../breaking.ts';
import {remembering, START} from './runs-seen.ts';

const KEY = 'idempotency-key';

/** Starts whose key, where they have one, is taken for another. */
const takenFor = (other: (key: string) => string): Seam =>
  hearing(START, ({headers}) => {
    const key = headers[KEY];
    return key === undefined ? {} : {headers: {[KEY]: other(key)}};
  });

export const retries: Defect[] = [
  ...breaking('workspace.runs.key-is-optional', {
    'without it a start is refused': around(
      START,
      (next) => (view, input) =>
        input.headers[KEY] === undefined
          ? refuse('body-refused', 'a key', 'none', 'send one')
          : next(view, input),
    ),
    'without it the last run is answered': around(START, (next) => (view, input) => {
      const last = view.newest<RunRow>('runs', {limit: 1})[0];
      return last && input.headers[KEY] === undefined
        ? {situation: 'accepted', body: {...(renderRun(last) as object), state: 'queued'}}
        : next(view, input);
    }),
  }),
  ...breaking('workspace.runs.new-key-starts-another', {
    'all keys are one': takenFor(() => 'any'),
    'only the first twenty letters of a key count': takenFor((key) => key.slice(0, 20)),
    'keys are told by how they begin': takenFor((key) => key.slice(0, 4)),
  }),
  ...breaking('workspace.runs.replay-is-the-same-run', {
    'the key is not looked at': {seam: 'skip', situation: 'replayed', in: START},
    'the key is forgotten after another run': remembering(
      (row, view) => view.newest('runs', {limit: 1})[0] === row,
    ),
    'the key is forgotten when the run has ended': remembering((row) => !hasEnded(row.state)),
  }),
  ...breaking('workspace.runs.replay-spends-nothing', {
    'it spends one': afterwards(START, (done, view, {by}) => {
      const put: SpentRow = {
        key: view.newId('run'),
        tenant: view.tenant,
        seq: view.newSeq(),
        at: view.now,
        publication: '',
        tool: '',
        by,
      };
      return done.situation === 'replayed'
        ? {...done, changes: [{table: 'spent_runs', put}]}
        : done;
    }),
  }),
  ...breaking('workspace.runs.parallel-retries-start-one', {
    'checked before the other wrote': {seam: 'stale', in: START, table: 'runs'},
    'the key is not looked at': {seam: 'skip', situation: 'replayed', in: START},
  }),
  ...breaking('workspace.runs.key-is-bound-to-its-workspace', {
    'it is the same everywhere': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.replay-outlives-the-ceiling', {
    'the ceiling is judged first': hearing(START, ({headers}, view) => ({
      headers: usedToday(view) >= view.number('runs.daily_limit') ? {} : headers,
    })),
    'the key is not looked at': {seam: 'skip', situation: 'replayed', in: START},
  }),
  ...breaking('workspace.runs.moves-are-the-listed-ones', {
    'the key is forgotten after half a minute': remembering(
      ({createdAt}, view) => view.now - createdAt < 30_000,
    ),
    'a check spends a run now and then': afterwards(START, (done, view, {by, body}) => {
      const put: SpentRow = {
        key: view.newId('run'),
        tenant: view.tenant,
        seq: view.newSeq(),
        at: view.now,
        publication: '',
        tool: '',
        by,
      };
      return (body as {tool: string}).tool === 'file-validation'
        ? {...done, changes: [...(done.changes ?? []), {table: 'spent_runs', put}]}
        : done;
    }),
  }),
];
