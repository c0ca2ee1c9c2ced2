import type {Journal} from '../world/journal.ts';
import {worldOf, type ControlRequest, type ControlResponse, type Handler} from './handler.ts';

/** What arrived at a world. */
export const journalOperations: Record<string, Handler> = {
  getJournal: (request) => pageOf(worldOf(request).journal, request),

  getUnroutedJournal: (request) => pageOf(request.worlds.unroutedJournal, request),
};

/** The entries that the query's `after` and `limit` select. */
function pageOf(journal: Journal, {query}: ControlRequest): ControlResponse {
  const after = Number(query['after'] ?? 0);
  const entries = journal.after(after, Number(query['limit'] ?? 100));
  const last = entries.at(-1)?.n ?? after;
  return {status: 200, body: {entries: entries.map(withIsoTime), last}};
}

/** @param entry its `at` is in epoch milliseconds */
const withIsoTime = ({at, ...rest}: {at: number}) => ({at: new Date(at).toISOString(), ...rest});
