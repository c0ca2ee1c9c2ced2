import type {Seam} from '../../../defect.ts';
import {refuse, type Done, type Input} from '../../../operation.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import {renderRun, type RunRow} from '../../../workspace/runs/rows.ts';
import {usedToday} from '../../../workspace/runs/spent.ts';
import {afterwards, receiving} from '../../breaking.ts';
import {onceRefused} from '../../families/remembered.ts';
import {foreignFound, refusedButDone, stale, unguarded} from '../../families/seams.ts';
import {cut, small} from '../../families/texts.ts';
import {ABSENT} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';
import {defects} from '../../table.ts';
import {ofRuns, runsOf, runsWhere, sentIn, START} from '../rows.ts';
import {KEY, remembering, spend, withKey} from './altered-runs.ts';

/** Counts a metered run for some starts although it should not. */
const spendingOn = (applies: (done: Done, input: Input) => boolean): Seam =>
  afterwards(START, (done, view, input) =>
    applies(done, input) ? withChanges(done, spend(view, input.by)) : done,
  );

const accepted = (run: RunRow): Done => ({
  situation: 'accepted',
  body: {...(renderRun(run) as object), state: 'queued'},
});

/** Returns the newest run of the publication for some starts without a key. */
const returning = (before: {state?: (state: RunRow['state']) => boolean}): Seam =>
  ofRuns.instead(START, {headers: {[KEY]: ABSENT}, before}, (next, {before: run, view}, input) =>
    run ? accepted(run) : next(view, input),
  );

/** Refuses for ever starts with the key of one that was refused to another workspace. */
const keptRefusal = onceRefused(
  START,
  ({headers}) => headers[KEY],
  ({refused}, view, {path}) =>
    refused === 'publication-not-found' &&
    view.anywhere('publications', path['publication'] ?? '') !== undefined,
  () => refuse('publication-not-found', {expected: 'another key', got: 'this one', todo: 'none'}),
);

const LATER = 'workspace.runs.start-answers-202 @ with the key of a start that was refused';

/** Defects of keys with which a start was refused. */
export const keysOfRefused = defects({
  [`${LATER} by another workspace`]: {
    'the refusal to another workspace is kept under its key': keptRefusal,
  },
  [`${LATER} without the ability`]: {
    'a start without the ability is carried out': refusedButDone(START, 'forbidden'),
  },
});

const IGNORED = unguarded('replayed', START);

/** Defects of starts with an `Idempotency-Key` (Endpoints, start run). */
export const retries = defects({
  'workspace.runs.key-is-optional': {
    'a start without key is refused': ofRuns.refusing(START, 'body-refused', {
      headers: {[KEY]: ABSENT},
    }),
    'a start without key returns the last run': ofRuns.instead(
      START,
      {headers: {[KEY]: ABSENT}},
      (next, {view}, input) => {
        const last = runsWhere(view, () => true).at(-1);
        return last ? accepted(last) : next(view, input);
      },
    ),
  },
  'workspace.runs.key-is-optional @ one publication': {
    'a start without key returns the run of the tool on the publication': returning({}),
    'a start without key returns the run that is under way': returning({
      state: (state) => !hasEnded(state),
    }),
  },
  'workspace.runs.new-key-starts-another': {
    'all keys are the same': withKey(() => 'any'),
    'only the first 20 characters of a key count': withKey(cut(20)),
    'only the first 4 characters of a key count': withKey(cut(4)),
  },
  'workspace.runs.new-key-starts-another @ keys that differ in little': {
    'keys are compared in lower case': withKey(small),
    'a key ends at its first comma': withKey((key) => key.split(',')[0] ?? ''),
    'zeros before a key are ignored': withKey((key) => key.replace(/^0+/, '')),
    'a 2 at the end of a key is ignored': withKey((key) => key.replace(/2$/, '')),
    'only the last 20 characters of a key count, if it has a letter in front': withKey((key) =>
      key.replace(/^a/, ''),
    ),
    'only the first 36 characters of a key count': withKey(cut(36)),
  },
  'workspace.runs.replay-is-the-same-run': {
    'the key is ignored': IGNORED,
    'the key is forgotten after another run': remembering(
      (row, view) => view.newest('runs', {limit: 1})[0] === row,
    ),
    'a replay returns the newest run of the publication': afterwards(
      START,
      (done, view, {path}) => {
        const [newest] = runsOf(view, path['publication']);
        return done.situation === 'replayed' && newest ? {...done, body: renderRun(newest)} : done;
      },
    ),
    'the key is forgotten when the run has ended': remembering(({state}) => !hasEnded(state)),
  },
  'workspace.runs.replay-is-the-same-run @ after a failure': {
    'a retry after a failure starts another run': remembering(({state}) => state !== 'failed'),
  },
  'workspace.runs.replay-is-the-same-run @ after a rejection': {
    'a retry after a rejection starts another run': remembering(({state}) => state !== 'rejected'),
    'a replay shows a rejected run as failed': afterwards(START, (done, view, {path}) => {
      const [run] = runsOf(view, path['publication']);
      return done.situation === 'replayed' && run?.state === 'rejected'
        ? {...done, body: renderRun({...run, state: 'failed'})}
        : done;
    }),
  },
  'workspace.runs.replay-spends-nothing': {
    'a replay spends a run': spendingOn(({situation}) => situation === 'replayed'),
  },
  'workspace.runs.parallel-retries-start-one': {
    'parallel starts check stale runs': stale(START, 'runs'),
    'the key is ignored': IGNORED,
  },
  'workspace.runs.key-is-bound-to-its-workspace': {
    'all workspaces share their keys': foreignFound(START),
  },
  'workspace.runs.replay-outlives-the-ceiling': {
    'the ceiling is checked before the key': receiving(START, ({headers}, view) => ({
      headers: usedToday(view) >= view.number('runs.daily_limit') ? {} : headers,
    })),
    'the key is ignored': IGNORED,
  },
  'workspace.runs.moves-are-the-listed-ones': {
    'the key is forgotten after 30 seconds': remembering(
      ({createdAt}, view) => view.now - createdAt < 30_000,
    ),
    'a file validation spends a run': spendingOn(
      (_done, input) => sentIn(input).tool === 'file-validation',
    ),
  },
});
