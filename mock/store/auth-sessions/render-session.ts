import {DAY_MS} from '../../../spec/durations.ts';
import type {View} from '../../operation.ts';
import type {User} from '../users/user.ts';
import {isAlive, type AuthSession} from './session.ts';

/** Makes the function that renders the sessions of a list, in the time zone of the store. */
export function sessionRenderer(view: View): (session: AuthSession) => unknown {
  const writeLocal = localWriter(String(view.freedom('store.timezone')));
  const words = new Intl.RelativeTimeFormat('en', {numeric: 'auto'});
  return (session) => {
    const user = view.find<User>('users', session.user);
    return {
      id: session.key,
      user_id: user?.id,
      user_email: user?.email,
      user_external_id: user?.external_id ?? null,
      ip_address: session.ip,
      session_data: session.data,
      last_activity: writeLocal(session.seen),
      last_activity_diff: elapsed(view.now - session.seen, words),
      session_expires_at: writeLocal(session.expires),
    };
  };
}

/** Whether a session is listed. An expired one is listed only with a freedom (NS-ST-20). */
export const isListed = (view: View, session: AuthSession): boolean =>
  isAlive(session, view.now) || view.freedom('auth-sessions.expired') === 'listed';

/**
 * Formats instants as ISO 8601 without a time zone: `2026-03-01T09:30:00`.
 * @param zone IANA name of the time zone
 */
function localWriter(zone: string): (at: number) => string {
  if (zone === 'UTC') return (at) => new Date(at).toISOString().slice(0, 19);
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (at) => format.format(at).replace(' ', 'T');
}

const UNITS: [unit: Intl.RelativeTimeFormatUnit, ms: number][] = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];

/** Describes a time in the past, for example `5 minutes ago`. */
function elapsed(ms: number, words: Intl.RelativeTimeFormat): string {
  const [unit, length] = UNITS.find(([, least]) => ms >= least) ?? ['second', 1000];
  return words.format(-Math.floor(Math.max(0, ms) / length) || 0, unit);
}
