import type {Defect, Seam} from '../../../defect.ts';
import {refuse, type Done, type Input, type View} from '../../../operation.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import {renderRun, type RunRow} from '../../../workspace/runs/rows.ts';
import {usedToday} from '../../../workspace/runs/spent.ts';
import {afterwards, around, atPlace, breaking, receiving} from '../../breaking.ts';
import {remembering, spend, START} from './altered-runs.ts';
import {withChanges} from '../../stored-rows.ts';

const KEY = 'idempotency-key';

/** Replaces the key of starts that have one. */
const withKey = (other: (key: string) => string): Seam =>
  receiving(START, ({headers}) => {
    const key = headers[KEY];
    return key === undefined ? {} : {headers: {[KEY]: other(key)}};
  });

/** Counts a metered run for some starts although it should not. */
const spendingOn = (applies: (done: Done, input: Input) => boolean): Seam =>
  afterwards(START, (done, view, input) =>
    applies(done, input) ? withChanges(done, spend(view, input.by)) : done,
  );

/** The newest run of a publication. */
const newestOn = (view: View, publication = ''): RunRow | undefined =>
  view.newest<RunRow>('runs', {limit: 1, where: (run) => run.publication === publication})[0];

/** Returns the newest run of the publication for some starts without a key. */
const returning = (isSuch: (run: RunRow) => boolean): Seam =>
  around(START, (next) => (view, input) => {
    const run = newestOn(view, input.path['publication']);
    if (input.headers[KEY] !== undefined || !run || !isSuch(run)) return next(view, input);
    return {situation: 'accepted', body: {...(renderRun(run) as object), state: 'queued'}};
  });

/** Defects of starts with an `Idempotency-Key` (Endpoints, start run). */
export const retries: Defect[] = [
  ...breaking('workspace.runs.key-is-optional', {
    'a start without key is refused': around(
      START,
      (next) => (view, input) =>
        input.headers[KEY] === undefined
          ? refuse('body-refused', {expected: 'a key', got: 'none', todo: 'send one'})
          : next(view, input),
    ),
    'a start without key returns the last run': around(START, (next) => (view, input) => {
      const last = view.newest<RunRow>('runs', {limit: 1})[0];
      return last && input.headers[KEY] === undefined
        ? {situation: 'accepted', body: {...(renderRun(last) as object), state: 'queued'}}
        : next(view, input);
    }),
  }),
  ...atPlace(
    'one publication',
    breaking('workspace.runs.key-is-optional', {
      'a start without key returns the run of the tool on the publication': returning(() => true),
      'a start without key returns the run that is under way': returning(
        ({state}) => !hasEnded(state),
      ),
    }),
  ),
  ...breaking('workspace.runs.new-key-starts-another', {
    'all keys are the same': withKey(() => 'any'),
    'only the first 20 characters of a key count': withKey((key) => key.slice(0, 20)),
    'only the first 4 characters of a key count': withKey((key) => key.slice(0, 4)),
  }),
  ...breaking('workspace.runs.new-key-starts-another', {
    'keys are compared in lower case': withKey((key) => key.toLowerCase()),
    'a key ends at its first comma': withKey((key) => key.split(',')[0] ?? ''),
    'zeros before a key are ignored': withKey((key) => key.replace(/^0+/, '')),
    'a 2 at the end of a key is ignored': withKey((key) => key.replace(/2$/, '')),
  }).map((defect) => ({...defect, place: 'keys that differ in little'})),
  ...breaking('workspace.runs.replay-is-the-same-run', {
    'the key is ignored': {seam: 'skip', situation: 'replayed', in: START},
    'the key is forgotten after another run': remembering(
      (row, view) => view.newest('runs', {limit: 1})[0] === row,
    ),
    'a replay returns the newest run of the publication': afterwards(
      START,
      (done, view, {path}) => {
        const newest = newestOn(view, path['publication']);
        return done.situation === 'replayed' && newest ? {...done, body: renderRun(newest)} : done;
      },
    ),
    'the key is forgotten when the run has ended': remembering((row) => !hasEnded(row.state)),
  }),
  ...breaking('workspace.runs.replay-spends-nothing', {
    'a replay spends a run': spendingOn(({situation}) => situation === 'replayed'),
  }),
  ...breaking('workspace.runs.parallel-retries-start-one', {
    'parallel starts check stale runs': {seam: 'stale', in: START, table: 'runs'},
    'the key is ignored': {seam: 'skip', situation: 'replayed', in: START},
  }),
  ...breaking('workspace.runs.key-is-bound-to-its-workspace', {
    'all workspaces share their keys': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.replay-outlives-the-ceiling', {
    'the ceiling is checked before the key': receiving(START, ({headers}, view) => ({
      headers: usedToday(view) >= view.number('runs.daily_limit') ? {} : headers,
    })),
    'the key is ignored': {seam: 'skip', situation: 'replayed', in: START},
  }),
  ...breaking('workspace.runs.moves-are-the-listed-ones', {
    'the key is forgotten after 30 seconds': remembering(
      ({createdAt}, view) => view.now - createdAt < 30_000,
    ),
    'a file validation spends a run': spendingOn(
      (_done, {body}) => (body as {tool: string}).tool === 'file-validation',
    ),
  }),
];
