import {READING_SHAPES_D} from './shapes-d.ts';
import {READING_SHAPES_E2} from './shapes-e2.ts';
import {instead, rewritten, type Shapes, without} from './types.ts';

const SUBSCRIBED = ['subscription_with_collections', 'global_subscription'];

/** How the members of reading sessions are miswritten. */
export const READING_SHAPES: Shapes = {
  ...READING_SHAPES_D,
  ...READING_SHAPES_E2,
  'reading-uuid-as-number': rewritten('uuid', (text) => Number(String(text).split('-').at(-1))),
  'reading-uuid-cut': rewritten('uuid', (text) =>
    Buffer.from(String(text)).toString('base64url').slice(0, 10),
  ),
  'reading-uuid-guests-clash': (view) => {
    if (view.user_id === null) view.uuid = String(view.uuid).slice(0, -6);
  },
  'reading-offline-at-start': (view) => {
    if (view.access_mode === 'offline') view.processed_at = view.started_at;
  },
  'reading-online-next-day': (view) => {
    if (view.access_mode !== 'online' || view.processed_at === null) return;
    const at = Date.parse(`${String(view.processed_at).replace(' ', 'T')}Z`) + 86_400_000;
    view.processed_at = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  },
  'reading-issue-as-text': rewritten('issue_id', String),
  'reading-issue-external-missing': without('issue_external_id'),
  'reading-email-hidden': (view) => {
    if (view.user_id !== null) view.user_email = null;
  },
  'reading-name-as-object': rewritten('user_name', (name) =>
    name === null ? null : {first: name, last: ''},
  ),
  'reading-guest-zero': instead('user_id', 0),
  'reading-guest-email-empty': instead('user_email', ''),
  'reading-guest-called': instead('user_name', 'Guest'),
  'reading-client-web': rewritten('client_type', (type) => (type === 'browser' ? 'web' : type)),
  'reading-os-lower-case': rewritten('device_os', (name) => String(name).toLowerCase()),
  'reading-unknown-os-null': rewritten('device_os', (name) => (name === 'Unknown' ? null : name)),
  'reading-mode-as-boolean': rewritten('access_mode', (mode) => mode === 'online'),
  'reading-reason-hyphens': rewritten('reason_type', (name) => String(name).replaceAll('_', '-')),
  'reading-plan-null': (view) => {
    if (view.reason_type === SUBSCRIBED[0]) view.reason_value = null;
  },
  'reading-global-plan-null': (view) => {
    if (view.reason_type === SUBSCRIBED[1]) view.reason_value = null;
  },
  'reading-value-as-text': rewritten('reason_value', (id) => (id === null ? null : String(id))),
  'reading-started-on-arrival': (view) => {
    view.started_at = view.processed_at ?? view.started_at;
  },
  'reading-started-as-day': rewritten('started_at', (at) => String(at).slice(0, 10)),
  'reading-processed-zero': instead('processed_at', '0000-00-00 00:00:00'),
  'reading-heartbeat-as-unix': rewritten('last_heartbeat_at', (at) =>
    at === null ? null : Date.parse(`${String(at)}Z`) / 1000,
  ),
  'reading-seconds-as-minutes': rewritten('seconds_reading', (seconds) => Number(seconds) / 60),
  'reading-changes-null': rewritten('page_changes', (count) => (count === 0 ? null : count)),
  'reading-printed-missing': without('printed_pages'),
  'reading-notes-as-list': rewritten('notes', (count) =>
    Array.from({length: Number(count)}, (_, index) => ({note: index + 1})),
  ),
  'reading-highlights-as-boolean': rewritten('highlights', (count) => Number(count) > 0),
};
