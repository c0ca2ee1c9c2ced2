import type {Defect} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {Row} from '../../../world/change.ts';
import {afterwards, around, breaking, findingAll} from '../../breaking.ts';
import {DELETE, DELETE_ALL, LIST, LOGOUT} from './shown-sessions.ts';

/** Whether a row is a session that was ended and is remembered. */
const wasEnded = (row: Row): row is Row & {livedUntil: number} => 'livedUntil' in row;

/** Defects that only rare orders of requests show. */
export const sequences: Defect[] = breaking(
  'store.auth-sessions.sessions-live-from-sign-in-to-end',
  {
    'an ended session comes back with the next sign-in of its user': {
      seam: 'several',
      seams: [
        afterwards(DELETE, (done, view) => ({
          ...done,
          changes: (done.changes ?? []).map((change) => {
            const row = 'del' in change ? view.find(change.table, change.del) : undefined;
            if (!row || !('expires' in row)) return change;
            const remembered = {expires: 0, livedUntil: row.expires};
            const put: Row = {...row, ...remembered};
            return {table: change.table, put};
          }),
        })),
        findingAll(LIST, (rows) => {
          const newest = rows.filter((row) => !wasEnded(row)).at(-1)?.seq ?? 0;
          return rows.map((row) =>
            wasEnded(row) && row.seq < newest ? {...row, expires: row.livedUntil} : row,
          );
        }),
      ],
    },
    'a second forced logout of a user ends nothing': around(LOGOUT, (next) => {
      const loggedOut = new Set<string>();
      return (view, input) => {
        const done = next(view, input);
        const id = `${view.tenant} ${input.path['id']}`;
        if (isRefused(done) || !loggedOut.has(id)) {
          loggedOut.add(id);
          return done;
        }
        return {...done, changes: []};
      };
    }),
    'the second deletion of all sessions counts those of the first again': around(
      DELETE_ALL,
      (next) => {
        const counts = new Map<string, number>();
        return (view, input) => {
          const done = next(view, input);
          if (isRefused(done)) return done;
          const user = `${view.tenant} ${input.path['user_id']}`;
          const body = done.body as {data: {deleted_count: number}};
          const count = body.data.deleted_count + (counts.get(user) ?? 0);
          if (body.data.deleted_count > 0) counts.set(user, body.data.deleted_count);
          const isAgain = body.data.deleted_count > 0;
          return isAgain ? {...done, body: {...body, data: {deleted_count: count}}} : done;
        };
      },
    ),
  },
);
