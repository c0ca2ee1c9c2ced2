import type {Seam} from '../../../defect.ts';
import {Rendered, type View} from '../../../operation.ts';
import type {Row} from '../../../world/change.ts';
import type {RunRow, SpentRow} from '../../../workspace/runs/rows.ts';
import {afterwards, seeing} from '../../breaking.ts';

export const START = ['startRun'];

/** A body as a value, rendered or not. */
export const plain = <T>(body: unknown): T => (body instanceof Rendered ? body.value : body) as T;

/** A run is read in another state. */
export const readAs = (
  other: (state: string, row: RunRow, view: View) => string | undefined,
): Seam =>
  afterwards(['readRun'], (done, view, {path}) => {
    const row = view.find<RunRow>('runs', path['run']!)!;
    const state = other(row.state, row, view);
    return state === undefined ? done : {...done, body: {...plain<object>(done.body), state}};
  });

/** Metered runs as some operations count them: those that are kept. */
export const counting = (
  operations: string[],
  keep: (row: SpentRow, view: View, by: string) => boolean,
): Seam =>
  seeing(operations, (view, {by}) => ({
    newest: <R extends Row>(table: string, page: Parameters<View['newest']>[1]) =>
      (table === 'spent_runs'
        ? view.newest<SpentRow>(table, {...page, where: (row) => keep(row as SpentRow, view, by)})
        : view.newest(table, page)) as unknown as R[],
  }));

/** A limit or lifetime that is off for some operations only. */
export const numbered = (operations: string[], name: string, add: number): Seam =>
  seeing(operations, (view) => ({
    number: (asked) => view.number(asked) + (asked === name ? add : 0),
  }));

/** What the limit of a tool on a publication counts. */
export const countingOn = (counts: (row: SpentRow, place: string) => boolean): Seam =>
  seeing(START, (view) => ({
    all: <R extends Row>(table: string, index: string, value: string) =>
      (table === 'spent_runs'
        ? view.newest<SpentRow>(table, {
            limit: 1000,
            where: (row) => counts(row as SpentRow, value),
          })
        : view.all(table, index, value)) as unknown as R[],
  }));

/** The run of an `Idempotency-Key`, where it is still known. */
export const remembering = (knows: (row: RunRow, view: View) => boolean): Seam =>
  seeing(START, (view) => ({
    by: <R extends Row>(table: string, index: string, value: string) => {
      const row = view.by<RunRow>(table, index, value);
      return (row && table === 'runs' && !knows(row, view) ? undefined : row) as unknown as
        | R
        | undefined;
    },
  }));
