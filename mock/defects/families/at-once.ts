/** Families of defects that show only where two requests of an operation are performed at the same moment. */

import type {Seam} from '../../defect.ts';
import {isRefused, type Done, type Refused} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {around} from '../breaking.ts';
import {withRows} from '../stored-rows.ts';
import {stale, together} from './seams.ts';

/** Requests that waited for each other are performed within this time; others wait longer than it before. */
const ONE_MOMENT_MS = 60;

/** Changes what the later of two requests at the same moment does. */
const laterOfTwo = (
  operation: string,
  table: string,
  change: (later: Done, earlier: Done) => Done,
): Seam =>
  together(
    stale([operation], table),
    around([operation], (next) => {
      let earlier: {done: Done; at: number} | undefined;
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        const isBeside = earlier && view.now - earlier.at < ONE_MOMENT_MS;
        const changed = earlier && isBeside ? change(done, earlier.done) : done;
        earlier = isBeside ? undefined : {done, at: view.now};
        return changed;
      };
    }),
  );

/** The row of a table that a request stored. */
const storedIn = (done: Done, table: string): Row | undefined =>
  done.changes?.flatMap((one) => (one.table === table && 'put' in one ? [one.put] : []))[0];

/** The later of two rows gets a member of the earlier one. */
export const crossed = (operation: string, table: string, member: string): Seam =>
  laterOfTwo(operation, table, (later, earlier) => {
    const row = storedIn(earlier, table) as Record<string, unknown> | undefined;
    return withRows(later, table, () => row && {[member]: row[member]});
  });

/** The later of two requests is answered as the earlier one. */
export const answeredAsTheOther = (operation: string, table: string): Seam =>
  laterOfTwo(operation, table, (later, {body}) => ({...later, body}));

/** The later of two requests stores nothing in a table. */
export const lostAtOnce = (operation: string, table: string): Seam =>
  laterOfTwo(operation, table, (later) => ({
    ...later,
    changes: (later.changes ?? []).filter((change) => change.table !== table),
  }));

/** Answers a request of one credential as that of another one which was answered a moment before. */
export const answeredAsAnother = (operation: string): Seam =>
  around([operation], (next) => {
    let earlier: {outcome: Done | Refused; at: number; by: string} | undefined;
    return (view, input) => {
      const isBeside = earlier && earlier.by !== input.by && view.now - earlier.at < ONE_MOMENT_MS;
      if (earlier && isBeside) return earlier.outcome;
      const outcome = next(view, input);
      earlier = {outcome, at: view.now, by: input.by};
      return outcome;
    };
  });

/** The later of two rows is stored with other members. */
export const changedAtOnce = (operation: string, table: string, members: object): Seam =>
  laterOfTwo(operation, table, (later) => withRows(later, table, () => members));
