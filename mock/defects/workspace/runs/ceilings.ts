import type {Defect} from '../../../defect.ts';
import {refuse, type Done, type View} from '../../../operation.ts';
import type {Change, Row} from '../../../world/change.ts';
import type {SpentRow} from '../../../workspace/runs/rows.ts';
import {DAY, usedToday} from '../../../workspace/runs/spent.ts';
import {toolOf} from '../../../workspace/tools/catalog.ts';
import {afterwards, around, breaking, seeing, viewWith} from '../../breaking.ts';
import {counting, countingOn, numbered, START} from './runs-seen.ts';

const USAGE = ['getAccountUsage'];

const spend = (view: View): Change => {
  const put: SpentRow = {
    key: view.newId('run'),
    tenant: view.tenant,
    seq: view.newSeq(),
    at: view.now,
    publication: '',
    tool: '',
    by: '',
  };
  return {table: 'spent_runs', put};
};
const spends = ({changes = []}: Done): boolean => changes.some(({table}) => table === 'spent_runs');
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const ofToday = ({at}: SpentRow, view: View): boolean => dayOf(at) === dayOf(view.now);

export const ceilings: Defect[] = [
  ...breaking('workspace.runs.metered-spends-one', {
    nothing: {seam: 'change', in: START, table: 'spent_runs', drop: true},
    two: afterwards(START, (done, view) =>
      spends(done) ? {...done, changes: [...done.changes!, spend(view)]} : done,
    ),
    'only the first of the day does': afterwards(START, (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        ({table}) => table !== 'spent_runs' || usedToday(view) === 0,
      ),
    })),
  }),
  ...breaking('workspace.runs.unmetered-spends-nothing', {
    'every run spends': afterwards(START, (done, view) =>
      done.situation === 'accepted' && !spends(done)
        ? {...done, changes: [...done.changes!, spend(view)]}
        : done,
    ),
  }),
  ...breaking('workspace.runs.used-counts-all-keys', {
    'those of the key that asks': counting(USAGE, (row, _, by) => row.by === by),
  }),
  ...breaking('workspace.runs.usage-is-own', {
    'all workspaces count': {seam: 'tenancy', in: USAGE},
  }),
  ...breaking('workspace.runs.used-rolls', {
    'half a minute less': {seam: 'number', number: 'runs.day_ms', add: -30_000},
    'half a minute more': {seam: 'number', number: 'runs.day_ms', add: 30_000},
    'by the calendar day': counting(USAGE, ofToday),
  }),
  ...breaking('workspace.runs.ceiling-is-exact', {
    'one more': numbered(START, 'runs.daily_limit', 1),
    'one less': numbered(START, 'runs.daily_limit', -1),
    'not kept': {seam: 'skip', situation: 'daily-limit', in: START},
    'not kept for another tool': around(
      START,
      (next) => (view, input) =>
        next(
          (input.body as {tool: string}).tool === 'accessibility-check'
            ? viewWith(view, (plain) => ({
                number: (name) => plain.number(name) + (name === 'runs.daily_limit' ? 1 : 0),
              }))
            : view,
          input,
        ),
    ),
    'not kept with a key': around(
      START,
      (next) => (view, input) =>
        next(
          input.headers['idempotency-key'] === undefined
            ? view
            : viewWith(view, (plain) => ({
                number: (name) => plain.number(name) + (name === 'runs.daily_limit' ? 1 : 0),
              })),
          input,
        ),
    ),
  }),
  ...breaking('workspace.runs.ceiling-is-workspace-wide', {
    'each key has its own': counting(START, (row, _, by) => row.by === by || row.by === ''),
    'all workspaces share it': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.ceiling-spares-unmetered', {
    'it refuses them too': around(
      START,
      (next) => (view, input) =>
        toolOf((input.body as {tool: string}).tool)?.metered === false &&
        usedToday(view) >= view.number('runs.daily_limit')
          ? refuse('daily-limit', 'a free place', 'none', 'wait')
          : next(view, input),
    ),
  }),
  ...breaking('workspace.runs.ceiling-rolls', {
    'it is free at midnight': counting(START, ofToday),
    'half a minute early': numbered(START, 'runs.day_ms', -30_000),
    'half a minute late': numbered(START, 'runs.day_ms', 30_000),
    'all are, with the first': counting([...START, ...USAGE], ({at}, view) => {
      const turn = view.oldest<SpentRow>('spent_runs', {limit: 1})[0]!.at + DAY;
      return view.now < turn || at >= turn;
    }),
  }),
  ...breaking('workspace.runs.parallel-starts-stay-within-ceiling', {
    'checked before the other wrote': {seam: 'stale', in: START, table: 'spent_runs'},
    'not kept': {seam: 'skip', situation: 'daily-limit', in: START},
  }),
  ...breaking('workspace.runs.refused-start-spends-nothing', {
    'it spends one': {seam: 'effect', situation: 'daily-limit', in: START, only: ['spent_runs']},
    'it is refused and starts': {seam: 'effect', situation: 'daily-limit', in: START},
  }),
  ...breaking('workspace.runs.tool-limit-is-refused', {
    'one more': numbered(START, 'runs.per_tool_and_publication_limit', 1),
    'one less': numbered(START, 'runs.per_tool_and_publication_limit', -1),
    'not kept': {seam: 'skip', situation: 'tool-limit', in: START},
    'each key has its own': seeing(START, (view, {by}) => ({
      all: <R extends Row>(table: string, index: string, value: string) =>
        view
          .all<R>(table, index, value)
          .filter((row) => table !== 'spent_runs' || (row as unknown as SpentRow).by === by),
    })),
  }),
  ...breaking('workspace.runs.tool-limit-is-counted-by-publication', {
    'by tool alone': countingOn(({tool}, place) => place.endsWith(` ${tool}`)),
  }),
  ...breaking('workspace.runs.tool-limit-is-counted-by-tool', {
    'by publication alone': countingOn(
      ({publication}, place) => publication !== '' && place.startsWith(`${publication} `),
    ),
  }),
  ...breaking('workspace.runs.foreign-start-makes-no-run', {
    'it starts': {seam: 'tenancy', in: START},
  }),
  ...breaking('workspace.runs.metered-flag-is-true', {
    'the flags are the wrong way round': afterwards(['listTools'], (done) => ({
      ...done,
      body: {
        data: (done.body as {data: {metered: boolean}[]}).data.map((row) => ({
          ...row,
          metered: !row.metered,
        })),
      },
    })),
    'one that is not metered spends, too': afterwards(START, (done, view) =>
      done.situation === 'accepted' && !spends(done)
        ? {...done, changes: [...done.changes!, spend(view)]}
        : done,
    ),
  }),
  ...breaking('workspace.runs.replacing-flag-is-true', {
    'the flags are the wrong way round': afterwards(['listTools'], (done) => ({
      ...done,
      body: {
        data: (done.body as {data: {replaces_working_file: boolean}[]}).data.map((row) => ({
          ...row,
          replaces_working_file: !row.replaces_working_file,
        })),
      },
    })),
  }),
];
