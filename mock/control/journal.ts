import type {Journal, JournalEntry, JournalQuery, ShownEntry} from '../world/journal.ts';
import {instantOf} from './clock.ts';
import {worldOf, type ControlRequest, type ControlResponse, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** Milliseconds of real time between two looks at the journal. */
const EVERY = 20;

/** The requests that a world has received. */
export const journalOperations: Record<string, Handler> = {
  getJournal: (request) => pageOf(() => worldOf(request).journal, request),

  getUnroutedJournal: (request) => pageOf(() => request.worlds.unroutedJournal, request),
};

/**
 * Returns the newest entries that match, or with `after` in the query the first ones after that number. With `wait_ms`
 * it waits until so many of them match as `count` says.
 * @param journalNow the journal: a reset world gets another one
 */
async function pageOf(
  journalNow: () => Journal,
  {query, wait}: ControlRequest,
): Promise<ControlResponse> {
  const search = searchOf(query);
  const count = Number(query['count'] ?? 1);
  for (let left = Number(query['wait_ms'] ?? 0); ; left -= EVERY) {
    const isThere = left <= 0 || journalNow().find({...search, limit: count}).length >= count;
    if (isThere) return {status: 200, body: shown(journalNow(), search, query)};
    await wait(Math.min(EVERY, left));
  }
}

function shown(journal: Journal, search: JournalQuery, query: Record<string, string>): object {
  const {after, order} = query;
  const newest = order === 'newest' || (order === undefined && after === undefined);
  const entries = journal.find({...search, newest});
  if (newest && order === undefined) entries.reverse();
  const last = Math.max(Number(after ?? 0), ...entries.map(({n}) => n));
  const isShort = query['messages'] === 'false';
  return {
    entries: entries.map((entry) => withIsoTime(isShort ? withoutMessages(entry) : entry)),
    last,
  };
}

/** @throws Problem 422 for a count above the limit, which could never be reached */
function searchOf(query: Record<string, string>): JournalQuery {
  const limit = Number(query['limit'] ?? 100);
  const count = Number(query['count'] ?? 1);
  if (count > limit)
    throw new Problem(
      422,
      `query/count: ${count} entries do not fit into \`limit\`, which is ${limit}`,
      'give a `limit` that is not smaller than `count`',
    );
  return {after: Number(query['after'] ?? 0), limit, matches: matcherOf(query)};
}

/** Whether an entry passes all filters of a query. */
function matcherOf(query: Record<string, string>): (entry: JournalEntry) => boolean {
  const {operation, status, since, credential, text} = query;
  const from = since === undefined ? -Infinity : instantOf(since, 'since', 'query');
  const part = text?.toLowerCase();
  return (entry) =>
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || String(entry.status).startsWith(status.replace('xx', ''))) &&
    (credential === undefined || entry.credential === credential) &&
    entry.at >= from &&
    (part === undefined || textOf(entry).includes(part));
}

const textOf = ({method, path, operation, situation, why, notes = []}: JournalEntry): string =>
  [method, path, operation, situation, why?.expected, why?.got, why?.todo, ...notes]
    .join(' ')
    .toLowerCase();

const withoutMessages = ({request: _sent, response: _answered, ...entry}: ShownEntry): ShownEntry =>
  entry;

/** @param entry its `at` is in epoch milliseconds */
const withIsoTime = ({at, ...rest}: ShownEntry) => ({at: new Date(at).toISOString(), ...rest});
