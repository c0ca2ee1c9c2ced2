import {DAY, MINUTE} from '../time.ts';
import type {Store} from '../types.ts';
import {noCounters, record} from './record.ts';
import {REASONS, SYSTEMS} from './types.ts';

/** The reasons for which guests may read. */
const OPEN = new Set([
  'free_issue',
  'preview_issue',
  'free_access',
  'lti_and_entry_point_free_access',
  'saml_and_entry_point_free_access',
  'ip_and_entry_point_free_access',
]);

/** The plan or the entry point that a reason names. */
function valueOf(store: Store, reason: string, round: number): number | null {
  const plans = [...store.plans.keys()];
  if (reason === 'subscription_with_collections') return plans[round % 3] ?? null;
  if (reason === 'global_subscription') return plans[round % 2] ?? null;
  return reason.startsWith('lti_') ? 5 + (round % 2) : null;
}

function reader(store: Store, reason: string, round: number): number | null {
  const users = [...store.users.values()];
  if (OPEN.has(reason) && round % 3 !== 0) return null;
  const some = users.filter((one) => one.admin === (reason === 'administrator_user'));
  return some[round % some.length]?.id ?? null;
}

/** Notes one of many sessions: which reader, title and reason it has follows from its number. */
export function plant(store: Store, index: number, startedAt: number, now: number): void {
  const issues = [...store.commerce.issues.keys()];
  const reason = REASONS[(index * 5) % REASONS.length] ?? 'free_access';
  const round = Math.floor(index / REASONS.length);
  const offline = index % 9 === 4;
  const seconds = 40 + ((index * 137) % 3400);
  const old = now - startedAt > 45 * DAY;
  const delay = offline ? 3 * 60 * MINUTE + index * MINUTE : 1200;
  record(store, {
    issueId: issues[(index * 3) % issues.length] ?? 0,
    startedAt,
    userId: reader(store, reason, round),
    clientType: offline || index % 4 === 1 ? 'app' : 'browser',
    system: SYSTEMS[index % SYSTEMS.length] ?? 'Unknown',
    mode: offline ? 'offline' : 'online',
    reason,
    reasonValue: valueOf(store, reason, round),
    processedAt: old ? null : Math.min(startedAt + delay, now),
    heartbeatAt: offline || old ? null : startedAt + seconds * 1000,
    counters: {
      ...noCounters(),
      seconds_reading: seconds,
      page_changes: index % 60,
      page_views: 1 + (index % 60),
      printed_pages: index % 25 === 0 ? 3 : 0,
      notes: index % 8 === 0 ? 2 : 0,
      highlights: index % 5,
      bookmarks: index % 7 === 0 ? 1 : 0,
      resolved_captchas: index % 40 === 0 ? 1 : 0,
    },
  });
}

/** What has been read in a store in the last sixty days. */
export function seedReadings(store: Store, count: number, now: number): void {
  const step = (60 * DAY) / (count + 1);
  for (let index = 0; index < count; index += 1) {
    const at = now - 60 * DAY + Math.floor((index + 0.5) * step);
    plant(store, index, at - (at % 1000), now);
  }
}
