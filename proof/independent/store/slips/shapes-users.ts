import {localDay, nextDay, offsetIso} from '../time.ts';
import type {Context, Json, User} from '../types.ts';
import {listOf, replaced, rewritten} from './types.ts';

/** How what is shown of a user is miswritten, by the name of the fault. */
type UserShapes = Record<string, (view: Json, context: Context, user: User) => void>;

/** Writes a member as nothing. */
const unset = (member: string): UserShapes[string] => rewritten(member, () => undefined);

/** Writes a member otherwise where it is a text. */
const text = (member: string, edit: (text: string) => unknown): UserShapes[string] =>
  rewritten(member, (value) => (typeof value === 'string' ? edit(value) : value));

const reversed = (day: string): string => day.split('-').reverse().join('-');

function twelveHours(date: string): string {
  const hour = Number(date.slice(11, 13));
  const half = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
  return `${date.slice(0, 11)}${half}${date.slice(13)}`;
}

function monthFromZero(date: string): string {
  const month = String(Number(date.slice(5, 7)) - 1).padStart(2, '0');
  return date.slice(8, 10) === '31' ? `${date.slice(0, 5)}${month}${date.slice(7)}` : date;
}

/** How moments are miswritten. */
export const MOMENT_SHAPES: Record<string, (shown: Json, context: Context, ms: number) => void> = {
  'timestamp-as-text': rewritten('timestamp', String),
  'created-timestamp-ms': (shown, _, ms) => (shown.timestamp = ms),
  'created-timestamp-local': (shown, {store}, ms) => {
    shown.timestamp = Math.floor(ms / 1000) + store.zoneMinutes * 60;
  },
  'date-with-slashes': rewritten('date', (date) => String(date).replaceAll('-', '/')),
  'date-twelve-hours': rewritten('date', (date) => twelveHours(String(date))),
  'date-day-unpadded': rewritten('date', (date) => String(date).replace(/-0(\d) /, '-$1 ')),
  'date-month-from-zero': rewritten('date', (date) => monthFromZero(String(date))),
  'created-date-without-seconds': rewritten('date', (date) => String(date).slice(0, 16)),
  'date-in-utc': (shown, _, ms) => {
    shown.date = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  },
  'timezone-missing': rewritten('timezone', () => undefined),
  'timezone-as-number': (shown, {store}) => (shown.timezone = store.zoneMinutes / 60),
  'timezone-of-first-store': (shown, {world}) => (shown.timezone = world.stores[0]?.zone),
};

/** How a user is miswritten, wherever he is shown. */
export const USER_SHAPES: UserShapes = {
  'id-as-text': rewritten('id', String),
  'uuid-missing': unset('uuid'),
  'email-lower-cased': text('email', (email) => email.toLowerCase()),
  'external-missing': unset('external_id'),
  'external-normalised': text('external_id', (id) => id.normalize('NFC')),
  'external-zeros-lost': text('external_id', (id) => id.replace(/^0+(?=\d+$)/, '')),
  'external-cut': text('external_id', (id) => id.slice(0, 50)),
  'anonymized-flag-missing': unset('anonymized'),
  'picture-missing': unset('picture'),
  'picture-path': (view, _, user) => (view.picture = `/faces/${user.uuid}.webp`),
  'admin-as-number': rewritten('admin', Number),
  'admin-null-when-absent': (view, _, user) => {
    if (!user.admin && user.history.includes('admin-absent')) view.admin = null;
  },
  'plan-admin-missing': unset('plan_admin'),
  'readable-as-text': rewritten('only_sees_readable', String),
  'sessions-limit-as-text': rewritten('sessions_limit', (limit) => String(limit ?? '')),
  'sessions-limit-null-dropped': (view) => {
    if (view.sessions_limit === null) delete view.sessions_limit;
  },
  'created-at-as-text': (view, {store}, user) => {
    view.created_at = offsetIso(user.createdAt, store);
    view.updated_at = offsetIso(user.updatedAt, store);
  },
  'updated-at-missing': unset('updated_at'),
  'deleted-at-false': rewritten('deleted_at', () => false),
};

/** How a user is miswritten in lists. */
export const LISTED_SHAPES: UserShapes = {
  'list-email-masked': text('email', (email) => email.replace(/^(.)[^@]*/, '$1***')),
  'list-uuid-missing': (view) => delete view.uuid,
  'list-readable-text': rewritten('only_sees_readable', (flag) => (flag ? 'yes' : 'no')),
  'list-created-day-first': (view, {store}, user) => {
    view.created_at = localDay(user.createdAt, store).split('-').reverse().join('/');
  },
  'list-updated-unix': (view, _, user) => (view.updated_at = user.updatedAt),
  'list-deleted-at-missing': unset('deleted_at'),
  'deleted-at-true': rewritten('deleted_at', (at) => (at === null ? null : true)),
  'list-count-as-text': rewritten('purchased_issues_with_cancelled_count', String),
  'list-plans-count-missing': unset('user_plans_count'),
  'list-plans-count-null': replaced('user_plans_count', 0, null),
  'list-sessions-count': rewritten('sessions', (sessions) => listOf(sessions).length),
  'list-ip-ranges-null': rewritten('ip_ranges', () => null),
  'list-referrers-missing': unset('referrers'),
  'list-purchases-object': rewritten('purchased_issues_with_cancelled', (bought) =>
    Object.fromEntries(listOf(bought).map((one) => [one.order_number, one])),
  ),
  'list-plans-null-when-none': (view) => {
    const count = Number(view.purchased_issues_with_cancelled_count);
    if (count + listOf(view.user_plans).length === 0) view.user_plans = null;
  },
  'list-plans-joined': rewritten('user_plans', (plans) =>
    listOf(plans)
      .map(({label}) => label)
      .join(', '),
  ),
  'valid-to-month-end': (view) => {
    for (const plan of listOf(view.user_plans)) {
      const next = typeof plan.runs_until === 'string' ? nextDay(plan.runs_until) : '';
      if (next.endsWith('-01')) plan.runs_until = next;
    }
  },
  'list-editable-text': rewritten('can_be_edited', String),
  'list-day-reversed': text('created_at_date_string', reversed),
  'list-impersonate-path': (view, _, user) => (view.impersonate = `/impersonations/${user.uuid}`),
};
