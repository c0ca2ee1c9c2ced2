import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import {DAY_MS} from '../../../spec/durations.ts';
import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import type {StoreRow} from '../access/rows.ts';

/** Reasons for which content may be read (Resources / Reading session). */
export const REASON_TYPES = [
  'license_retail',
  'administrator_user',
  'free_issue',
  'preview_issue',
  'free_access',
  'bought_issue',
  'assigned_issue',
  'gifted_issue',
  'external_permissions',
  'subscription_with_collections',
  'global_subscription',
  'lti_and_entry_point_free_access',
  'saml_and_entry_point_free_access',
  'ip_and_entry_point_free_access',
] as const;

export type ReasonType = (typeof REASON_TYPES)[number];

/** The reasons whose value is the id of a plan. */
export const OF_PLANS: readonly string[] = ['subscription_with_collections', 'global_subscription'];

export type Counters = Record<(typeof READING_COUNTERS)[number], number>;

export const DEVICE_SYSTEMS = ['iOS', 'Android', 'Windows', 'Mac', 'Linux', 'Unknown'] as const;

/** The client with which the reader read. */
export interface ReadingClient {
  readonly client_type: 'app' | 'browser';
  readonly device_os: (typeof DEVICE_SYSTEMS)[number];
  readonly access_mode: 'online' | 'offline';
}

/** The data of a user when the session began. */
export interface Person {
  readonly email: string;
  readonly name: string | null;
  readonly external_id: string | null;
}

/** A session in which somebody read content. Instants are epoch milliseconds. */
export interface ReadingSession extends Row, ReadingClient, Readonly<Counters> {
  /** Id of the content. */
  readonly issue: number;
  readonly issue_external_id: string | null;
  /** Key of the user; null for a guest. */
  readonly user: string | null;
  readonly person: Person | null;
  readonly reason_type: ReasonType;
  readonly reason_value: number | null;
  readonly started: number;
  readonly processed: number | null;
  readonly heartbeat: number | null;
}

/** The number of the UTC day of an instant, since 1970. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** The number of the UTC month of an instant, since the year 0. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The key in the index `reason_value` of a session with both. */
export const reasonAndValue = (type: string, value: number | null): string => `${type} ${value}`;

/**
 * Makes a unique `uuid`: it combines tenant, content, user and a timestamp, which is increased by a millisecond while
 * another session has the same.
 */
export function newUuid(
  view: View,
  {issue, user, started}: Pick<ReadingSession, 'issue' | 'user' | 'started'>,
): string {
  const store = view.find<StoreRow>('stores', view.tenant);
  const begin = `${store?.seq ?? 0}-${issue}-${user ?? 0}`;
  let at = started;
  while (view.anywhere('reading_sessions', `${begin}-${at}`)) at += 1;
  return `${begin}-${at}`;
}
