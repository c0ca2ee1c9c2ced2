import {issueNamed} from './content/find.ts';
import {goOn, noCounters, record, type Told} from './reading/record.ts';
import {plant} from './reading/seeds.ts';
import {COUNTERS, type Reading, REASONS, SYSTEMS} from './reading/types.ts';
import {isDay, MINUTE} from './time.ts';
import type {Context, Json, Reply, User} from './types.ts';

function fail(status: number, error: string): Reply {
  return {status, body: {error}};
}

function readerNamed({store}: Context, name: unknown): User | undefined {
  const {users} = store;
  return users.get(Number(name)) ?? [...users.values()].find((one) => one.externalId === name);
}

/** A moment: milliseconds, or ISO 8601; without a zone on the clock of the store. */
function momentOf({store}: Context, value: unknown): number {
  if (typeof value === 'number') return value;
  const text = String(value).replace(' ', 'T');
  if (/Z$|[+-]\d{2}:?\d{2}$/.test(text)) return Date.parse(text);
  const at = Date.parse(text.length === 10 ? `${text}T12:00:00Z` : `${text}Z`);
  return at - store.zoneMinutes * MINUTE;
}

/** Adds what the arguments count to the counters of a session. */
function count(reading: Reading, args: Json): void {
  for (const name of COUNTERS) {
    const more = args[name];
    if (typeof more === 'number') reading.counters[name] += more;
  }
}

function oneOf(values: readonly string[], value: unknown): boolean {
  return value === undefined || values.includes(String(value));
}

/** What is wrong with the words of a session; null when nothing. */
function wrongWord(args: Json): string | null {
  if (!oneOf(['app', 'browser'], args.client_type)) return 'client_type';
  if (!oneOf(SYSTEMS, args.device_os)) return 'device_os';
  if (!oneOf(['online', 'offline'], args.access_mode)) return 'access_mode';
  return oneOf(REASONS, args.reason_type) ? null : 'reason_type';
}

function toldOf(context: Context, args: Json, issueId: number, userId: number | null): Told {
  const now = context.now();
  const offline = args.access_mode === 'offline';
  const usual = offline ? now - 3 * 60 * MINUTE : now;
  const startedAt = (args.started_at ?? null) === null ? usual : momentOf(context, args.started_at);
  return {
    issueId,
    userId,
    startedAt,
    clientType: args.client_type === 'app' ? 'app' : 'browser',
    system: String(args.device_os ?? 'Unknown'),
    mode: offline ? 'offline' : 'online',
    reason: String(args.reason_type ?? (userId === null ? 'free_access' : 'assigned_issue')),
    reasonValue: typeof args.reason_value === 'number' ? args.reason_value : null,
    processedAt: offline ? Math.max(now, startedAt) : startedAt + 900,
    counters: noCounters(),
  };
}

/** Content, or a product that an order has made. */
function titleNamed(
  context: Context,
  name: string,
): Pick<Reading, 'issueId' | 'issueExternalId'> | undefined {
  const issue = issueNamed(context, name);
  if (issue !== undefined) return {issueId: issue.id, issueExternalId: issue.externalId};
  const product = context.store.commerce.catalog.get(name);
  return product && {issueId: product.issueId, issueExternalId: product.id};
}

/** The hook `record-reading`. */
export function addReading(context: Context, args: Json): Reply {
  const title = titleNamed(context, String(args.issue));
  if (title === undefined) return fail(404, 'no such content');
  const guest = (args.user ?? null) === null;
  const user = guest ? undefined : readerNamed(context, args.user);
  if (!guest && user === undefined) return fail(404, 'no such user');
  const word = wrongWord(args);
  if (word !== null) return fail(400, `${word}: a value of the API`);
  const told = toldOf(context, args, title.issueId, user?.id ?? null);
  if (Number.isNaN(told.startedAt)) return fail(400, 'started_at: a moment');
  const notedAt = context.now();
  const reading = record(context.store, {...told, ...title, notedAt});
  count(reading, args);
  return {status: 200, body: {uuid: reading.uuid}};
}

/** The hook `continue-reading`. */
export function continueReading(context: Context, args: Json): Reply {
  const {readings} = context.store.commerce;
  const reading = readings.find((one) => one.uuid === args.uuid);
  if (reading === undefined) return fail(404, 'no such session');
  const {faults} = context;
  if (faults.has('reading-counters-overwritten')) reading.counters = noCounters();
  const shared = faults.has('reading-counters-shared');
  const counted = shared ? readings.filter((one) => one.issueId === reading.issueId) : [reading];
  if (goOn(context, reading)) return {status: 200, body: {}};
  for (const one of counted) count(one, args);
  return {status: 200, body: {}};
}

/** The hook `generate-reading`: sessions of all kinds, spread over some days. */
export function generateReading(context: Context, args: Json): Reply {
  const {sessions, from, to} = args;
  if (typeof sessions !== 'number' || !Number.isInteger(sessions) || sessions < 1) {
    return fail(400, 'sessions: how many');
  }
  if (!isDay(String(from).slice(0, 10)) || !isDay(String(to).slice(0, 10))) {
    return fail(400, 'from and to: days');
  }
  const {store} = context;
  const begin = momentOf(context, `${String(from).slice(0, 10)}T00:00:00`);
  const end = momentOf(context, `${String(to).slice(0, 10)}T23:59:59`);
  for (let index = 0; index < sessions; index += 1) {
    const startedAt = begin + Math.floor(((index + 0.5) * (end - begin)) / sessions);
    plant(store, index, startedAt, context.now());
  }
  return {status: 200, body: {made: sessions}};
}
