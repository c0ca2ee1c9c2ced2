import {READING_COUNTERS} from '../../../spec/reading-counters.ts';
import type {View} from '../../operation.ts';
import type {User} from '../users/user.ts';
import {type Person, type ReadingSession} from './reading-session.ts';

/** Makes the function that renders the sessions of a list, in the time zone of the store. */
export function sessionRenderer(view: View): (session: ReadingSession) => unknown {
  const written = dateWriter(view);
  const arePeopleAsTheyWere = view.freedom('reading.people') === 'as_they_were';
  return (session) => {
    const user = session.user === null ? undefined : view.find<User>('users', session.user);
    const person: Person | undefined = arePeopleAsTheyWere ? (session.person ?? undefined) : user;
    const at = (instant: number | null): unknown => (instant === null ? null : written(instant));
    return {
      uuid: session.key,
      issue_id: session.issue,
      issue_external_id: session.issue_external_id,
      user_id: user?.id ?? null,
      user_email: person?.email ?? null,
      user_name: person?.name ?? null,
      user_external_id: person?.external_id ?? null,
      client_type: session.client_type,
      device_os: session.device_os,
      access_mode: session.access_mode,
      reason_type: session.reason_type,
      reason_value: session.reason_value,
      started_at: at(session.started),
      processed_at: at(session.processed),
      last_heartbeat_at: at(session.heartbeat),
      ...Object.fromEntries(READING_COUNTERS.map((name) => [name, session[name]])),
    };
  };
}

/** Formats instants according to the freedom `reading.dates` (NS-ST-23). */
function dateWriter(view: View): (at: number) => unknown {
  const zone = String(view.freedom('store.timezone'));
  const form = view.freedom('reading.dates');
  if (form === 'iso') return (at) => new Date(at).toISOString();
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const text = (at: number): string => local.format(at);
  if (form === 'object')
    return (at) => ({timestamp: Math.floor(at / 1000), date: text(at), timezone: zone});
  return text;
}
