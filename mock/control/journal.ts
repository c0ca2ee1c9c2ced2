import type {Journal} from '../world/journal.ts';
import {worldOf, type ControlRequest, type ControlResponse, type Handler} from './handler.ts';

/** The requests that a world has received. */
export const journalOperations: Record<string, Handler> = {
  getJournal: (request) => pageOf(worldOf(request).journal, request),

  getUnroutedJournal: (request) => pageOf(request.worlds.unroutedJournal, request),
};

/** Returns the newest entries, or with `after` in the query the first entries after that number. */
function pageOf(journal: Journal, {query}: ControlRequest): ControlResponse {
  const limit = Number(query['limit'] ?? 100);
  const after = Number(query['after'] ?? 0);
  const entries =
    query['after'] === undefined ? journal.newest(limit) : journal.after(after, limit);
  const last = entries.at(-1)?.n ?? after;
  return {status: 200, body: {entries: entries.map(withIsoTime), last}};
}

/** @param entry its `at` is in epoch milliseconds */
const withIsoTime = ({at, ...rest}: {at: number}) => ({at: new Date(at).toISOString(), ...rest});
