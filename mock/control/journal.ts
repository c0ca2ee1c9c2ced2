import type {Journal} from '../world/journal.ts';
import {type ControlResponse, type ControlRequest, type Handler, worldOf} from './handler.ts';

function pageOf(journal: Journal, {query}: ControlRequest): ControlResponse {
  const after = Number(query['after'] ?? 0);
  const entries = journal.after(after, Number(query['limit'] ?? 100));
  return {
    status: 200,
    body: {
      entries: entries.map(({at, ...entry}) => ({at: new Date(at).toISOString(), ...entry})),
      last: entries.at(-1)?.n ?? after,
    },
  };
}

export const journalOperations: Record<string, Handler> = {
  getJournal: (asked) => pageOf(worldOf(asked).journal, asked),
  getLobbyJournal: (asked) => pageOf(asked.worlds.unroutedJournal, asked),
  getOutbox: (asked) => ({
    status: 200,
    body: {
      mail: worldOf(asked).outbox.map(({at, ...mail}) => ({
        at: new Date(at).toISOString(),
        ...mail,
      })),
    },
  }),
};
