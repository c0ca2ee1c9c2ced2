import {MINUTE_MS} from '../../../spec/durations.ts';
import {
  DEVICE_SYSTEMS,
  OF_PLANS,
  REASON_TYPES,
  type Counters,
  type Person,
  type ReadingSession,
} from './reading-session.ts';

/** The data from which sessions are generated. */
export interface Readership {
  issues: readonly {id: number; external_id: string | null}[];
  /** Users with their keys; some sessions are those of guests. */
  readers: readonly {key: string; person: Person}[];
  /** Ids of plans. */
  plans: readonly number[];
}

/** A session without the properties of its row. */
export type MadeSession = Omit<ReadingSession, 'key' | 'tenant' | 'seq'>;

/** One session in this number is a guest's. */
const GUESTS = 5;

/**
 * Generates the `n`-th session of a series: content, readers, reasons and systems alternate in cycles of different
 * lengths, so that a long series contains most of their combinations.
 * @param started epoch milliseconds
 */
export function madeSession(
  {issues, readers, plans}: Readership,
  n: number,
  started: number,
): MadeSession {
  const issue = taken(issues, Math.floor(n / 3));
  const reader = n % GUESTS === GUESTS - 1 ? undefined : taken(readers, n);
  const reason = reasonOf(plans, n);
  const isOffline = n % 7 === 3;
  const seconds = (n * 97) % 3600;
  return {
    issue: issue?.id ?? 0,
    issue_external_id: issue?.external_id ?? null,
    user: reader?.key ?? null,
    person: reader?.person ?? null,
    client_type: n % 3 === 0 || isOffline ? 'app' : 'browser',
    device_os: DEVICE_SYSTEMS[n % DEVICE_SYSTEMS.length] ?? 'Unknown',
    access_mode: isOffline ? 'offline' : 'online',
    ...reason,
    started,
    processed: processedAt(n, isOffline, started),
    heartbeat: isOffline ? null : started + seconds * 1000,
    ...countersOf(n, seconds),
  };
}

const countersOf = (n: number, seconds: number): Counters => ({
  seconds_reading: seconds,
  page_changes: n % 60,
  page_views: n % 71,
  printed_pages: n % 11 === 0 ? 2 : 0,
  notes: n % 4,
  highlights: n % 6,
  bookmarks: n % 2,
  resolved_captchas: n % 50 === 0 ? 1 : 0,
});

/** Very old sessions lack this instant; here one in seventeen does. */
function processedAt(n: number, isOffline: boolean, started: number): number | null {
  if (n % 17 === 16) return null;
  return isOffline ? started + 90 * MINUTE_MS : started + (n % 3) * 1000;
}

function reasonOf(
  plans: readonly number[],
  n: number,
): Pick<ReadingSession, 'reason_type' | 'reason_value'> {
  const type = REASON_TYPES[n % REASON_TYPES.length] ?? 'free_access';
  if (!OF_PLANS.includes(type)) return {reason_type: type, reason_value: null};
  const plan = taken(plans, n);
  if (plan === undefined) return {reason_type: 'free_access', reason_value: null};
  return {reason_type: type, reason_value: plan};
}

const taken = <T>(all: readonly T[], n: number): T | undefined => all[n % all.length];
