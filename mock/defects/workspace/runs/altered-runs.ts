import type {Seam} from '../../../defect.ts';
import {isRefused, type Done, type View} from '../../../operation.ts';
import type {RunRow, SpentRow} from '../../../workspace/runs/rows.ts';
import type {Change} from '../../../world/change.ts';
import {around, findingAll, findingBy, receiving} from '../../breaking.ts';
import {findingNewest, numbering, plain} from '../../families/reads.ts';
import type {When} from '../../families/when.ts';
import {ofRuns, REPORT, RUN, START, type Sent} from '../rows.ts';

/**
 * Shows another state when a run is read.
 * @param other the state to show; undefined: the correct one
 */
export const readAs = (
  other: (state: string, row: RunRow, view: View) => string | undefined,
): Seam =>
  ofRuns.after(RUN, {}, (done, {view}, row) => {
    const state = row && other(row.state, row, view);
    return state === undefined ? done : {...done, body: {...plain<object>(done.body), state}};
  });

/** Gives some runs a report that they should not have. */
export const reporting = (when: When<RunRow, Sent>): Seam =>
  ofRuns.instead(REPORT, when, (_next, {before}) => ({
    situation: 'report',
    body: {tool: before?.tool},
  }));

/** Lets some operations count only the metered runs that `counts` selects. */
export const counting = (
  operations: string[],
  counts: (row: SpentRow, view: View, by: string) => boolean,
): Seam =>
  findingNewest<SpentRow>(operations, 'spent_runs', (page, view, {by}) =>
    view.newest<SpentRow>('spent_runs', {...page, where: (row) => counts(row, view, by)}),
  );

/** Gives some operations another value of a limit or lifetime. */
export const numbered = (operations: string[], name: string, add: number): Seam =>
  numbering(operations, name, (value) => value + add);

/**
 * Lets the limit of a tool on a publication count other runs.
 * @param counts selects the runs; `key` is publication and tool of the start (see `spentKeyOf`)
 */
export const countingOn = (counts: (row: SpentRow, key: string) => boolean): Seam =>
  findingAll<SpentRow>(START, (rows, {table, value, view}) =>
    table === 'spent_runs'
      ? view.newest<SpentRow>(table, {limit: 1000, where: (row) => counts(row, value)})
      : rows,
  );

/** Lets an `Idempotency-Key` find its run only while `remembers` is true. */
export const remembering = (remembers: (row: RunRow, view: View) => boolean): Seam =>
  findingBy<RunRow>(START, (run, {table, view}) =>
    !run || table !== 'runs' || remembers(run, view) ? run : undefined,
  );

/** The header of starts that makes a retry the same run. */
export const KEY = 'idempotency-key';

/** Replaces the key of starts that have one. */
export const withKey = (other: (key: string) => string): Seam =>
  receiving(START, ({headers}) => {
    const {[KEY]: key} = headers;
    return key === undefined ? {} : {headers: {...headers, [KEY]: other(key)}};
  });

/** Returns the run of a publication and a key to whoever sends both. */
export const replayedToAll: Seam = around(START, (next) => {
  const runs = new Map<string, Done>();
  return (view, input) => {
    const {[KEY]: key = ''} = input.headers;
    const name = `${input.path['publication']} ${key}`;
    const outcome = next(view, input);
    if (!isRefused(outcome)) runs.set(name, outcome);
    const known = key === '' ? undefined : runs.get(name);
    return isRefused(outcome) && known ? {situation: 'replayed', body: known.body} : outcome;
  };
});

/**
 * The change that counts another metered run, of no publication.
 * @param by key of the API key
 */
export function spend(view: View, by = ''): Change {
  const put: SpentRow = {
    key: view.newId('run'),
    tenant: view.tenant,
    seq: view.newSeq(),
    at: view.now,
    publication: '',
    tool: '',
    by,
  };
  return {table: 'spent_runs', put};
}
