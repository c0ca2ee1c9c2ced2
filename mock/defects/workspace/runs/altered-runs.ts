import type {Seam} from '../../../defect.ts';
import {Rendered, type View} from '../../../operation.ts';
import type {Change, Row} from '../../../world/change.ts';
import type {RunRow, SpentRow} from '../../../workspace/runs/rows.ts';
import {afterwards, seeing, findingAll, findingBy} from '../../breaking.ts';

/** The operation that starts a run. */
export const START = ['startRun'];

/** A body as a value, whether it has been serialized or not. */
export const plain = <T>(body: unknown): T => (body instanceof Rendered ? body.value : body) as T;

/**
 * Shows another state when a run is read.
 * @param other the state to show; undefined: the correct one
 */
export const readAs = (
  other: (state: string, row: RunRow, view: View) => string | undefined,
): Seam =>
  afterwards(['readRun'], (done, view, {path}) => {
    const row = view.find<RunRow>('runs', path['run'] ?? '');
    const state = row && other(row.state, row, view);
    return state === undefined ? done : {...done, body: {...plain<object>(done.body), state}};
  });

/** Lets some operations count only the metered runs that `counts` selects. */
export const counting = (
  operations: string[],
  counts: (row: SpentRow, view: View, by: string) => boolean,
): Seam =>
  seeing(operations, (view, {by}) => ({
    newest: <R extends Row>(table: string, page: Parameters<View['newest']>[1]) => {
      if (table !== 'spent_runs') return view.newest<R>(table, page);
      const where = (row: SpentRow): boolean => counts(row, view, by);
      return view.newest<SpentRow>(table, {...page, where}) as unknown as R[];
    },
  }));

/** Gives some operations another value of a limit or lifetime. */
export const numbered = (operations: string[], name: string, add: number): Seam =>
  seeing(operations, (view) => ({
    number: (requested) => view.number(requested) + (requested === name ? add : 0),
  }));

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
