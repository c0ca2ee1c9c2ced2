/** What a successful operation stores, as defects change it. */

import type {Done} from '../operation.ts';
import type {Change, Row} from '../world/change.ts';

/** A success that stores and deletes further rows. */
export const withChanges = (done: Done, ...changes: Change[]): Done => ({
  ...done,
  changes: [...(done.changes ?? []), ...changes],
});

/**
 * A success that stores the rows of a table with other members.
 * @param members the changed members of a row; undefined: the row stays as it is
 */
export const withRows = <R extends Row>(
  done: Done,
  table: string,
  members: (row: R) => object | undefined,
): Done => ({
  ...done,
  changes: (done.changes ?? []).map((change) =>
    change.table === table && 'put' in change
      ? {table, put: {...change.put, ...members(change.put as R)}}
      : change,
  ),
});
