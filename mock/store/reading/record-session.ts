import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import {HOUR_MS} from '../../../spec/durations.ts';
import {refuse, type Refused, type Transition, type View} from '../../operation.ts';
import {titleById} from '../orders/catalog.ts';
import {userById} from '../users/find-user.ts';
import type {User} from '../users/user.ts';
import {
  newUuid,
  OF_PLANS,
  type Counters,
  type ReadingClient,
  type ReadingSession,
  type ReasonType,
} from './reading-session.ts';

/** The content, in the form in which orders identify it, and the reader: a user or a guest. */
export interface RecordedReading extends Partial<ReadingClient>, Partial<Counters> {
  issue: string | number;
  user?: number;
  reason_type?: ReasonType;
  reason_value?: number;
  /** ISO 8601. Default: now, or for an offline session an hour ago. */
  started_at?: string;
}

/** The activity that a reader adds to a session: increments of its counters. */
export interface ContinuedReading extends Partial<Counters> {
  uuid: string;
}

/** Records a session; returns `{uuid}`. */
export const recordReading: Transition = (view, {body}) => {
  const reading = body as RecordedReading;
  const title = titleById(view, String(reading.issue));
  if (!title) return noSuchReading('a content of this store', `no content ${reading.issue}`);
  const user = reading.user === undefined ? undefined : userById(view, String(reading.user));
  if (reading.user !== undefined && !user)
    return noSuchReading('a user of this store', `no user ${reading.user}`);
  const reason = reasonOf(reading, user);
  if (OF_PLANS.includes(reason.reason_type) && reason.reason_value === null)
    return noSuchReading('the id of a plan as reason_value', `none for ${reason.reason_type}`);
  const about = {issue: title.id, user: user?.key ?? null, ...timesOf(view, reading)};
  const session: ReadingSession = {
    key: newUuid(view, about),
    tenant: view.tenant,
    seq: view.newSeq(),
    issue_external_id: title.external_id,
    person: user ? {email: user.email, name: user.name, external_id: user.external_id} : null,
    ...about,
    ...reason,
    client_type: reading.client_type ?? 'browser',
    device_os: reading.device_os ?? 'Linux',
    access_mode: reading.access_mode ?? 'online',
    ...countersOf(reading),
  };
  return {
    situation: 'reading-recorded',
    body: {uuid: session.key},
    changes: [{table: 'reading_sessions', put: session}],
  };
};

/** Adds activity to a session, now. */
export const continueReading: Transition = (view, {body}) => {
  const {uuid, ...more} = body as ContinuedReading;
  const session = view.find<ReadingSession>('reading_sessions', uuid);
  if (!session) return noSuchReading('a session of this store', `no session ${uuid}`);
  const added = READING_COUNTERS.map((name) => [name, session[name] + (more[name] ?? 0)]);
  const put: ReadingSession = {
    ...session,
    ...(Object.fromEntries(added) as Counters),
    heartbeat: view.now,
  };
  return {
    situation: 'reading-continued',
    body: {},
    changes: [{table: 'reading_sessions', put}],
  };
};

function reasonOf(
  {reason_type: type, reason_value: value}: RecordedReading,
  user: User | undefined,
): Pick<ReadingSession, 'reason_type' | 'reason_value'> {
  return {
    reason_type: type ?? (user ? 'bought_issue' : 'free_issue'),
    reason_value: value ?? null,
  };
}

/** An online session is processed immediately, an offline one when it is synchronized: now. */
function timesOf(
  {now}: View,
  {started_at: startedAt, access_mode: mode, seconds_reading: seconds = 0}: RecordedReading,
): Pick<ReadingSession, 'started' | 'processed' | 'heartbeat'> {
  if (mode === 'offline') {
    const started = startedAt === undefined ? now - HOUR_MS : Date.parse(startedAt);
    return {started, processed: Math.max(now, started + 1000), heartbeat: null};
  }
  const started = startedAt === undefined ? now : Date.parse(startedAt);
  const ended = Math.max(started, Math.min(now, started + seconds * 1000));
  return {started, processed: started, heartbeat: ended};
}

const countersOf = (given: Partial<Counters>): Counters =>
  Object.fromEntries(READING_COUNTERS.map((name) => [name, given[name] ?? 0])) as Counters;

const noSuchReading = (expected: string, got: string): Refused =>
  refuse('no-such-reading', {expected, got, todo: 'use an id that responses of this store show'});
