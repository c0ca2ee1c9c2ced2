import type {Context, Store} from '../types.ts';
import {COUNTERS, type Counter, type Reading} from './types.ts';

/** What is to be told of a reading session: the rest is as usual. */
export type Told = Pick<Reading, 'issueId' | 'startedAt'> & Partial<Reading>;

/** Counters that have counted nothing yet. */
export function noCounters(): Record<Counter, number> {
  const none = COUNTERS.map((name) => [name, 0]);
  return Object.fromEntries(none);
}

/** A uuid that no other session has: tenant, issue, user, and a timestamp in microseconds. */
function newUuid(store: Store, {issueId, userId, startedAt}: Told): string {
  const {tenant, readings} = store.commerce;
  const head = `${tenant}-${issueId}-${userId ?? 'guest'}-`;
  const at = Math.floor(startedAt);
  const same = readings.filter((one) => one.uuid.startsWith(`${head}${at}`)).length;
  return `${head}${at}${String(same).padStart(3, '0')}`;
}

/** Lets a session go on; tells whether what it counts then is lost, on a faulty server. */
export function goOn({faults, now}: Context, reading: Reading): boolean {
  const again = reading.continued === true;
  reading.continued = true;
  reading.heartbeatAt = now();
  if (faults.has('reading-started-at-heartbeat')) reading.startedAt = now();
  return again && faults.has('reading-second-count-lost');
}

/** Notes a reading session. */
export function record(store: Store, told: Told): Reading {
  const issue = store.commerce.issues.get(told.issueId);
  const user = store.users.get(told.userId ?? 0);
  const reading: Reading = {
    uuid: newUuid(store, told),
    issueExternalId: issue?.externalId ?? null,
    userId: null,
    clientType: 'browser',
    system: 'Unknown',
    mode: 'online',
    reason: 'free_access',
    reasonValue: null,
    processedAt: told.startedAt + 900,
    heartbeatAt: null,
    counters: noCounters(),
    ...(user && {reader: {email: user.email, name: user.name, externalId: user.externalId}}),
    ...told,
  };
  store.commerce.readings.push(reading);
  return reading;
}
