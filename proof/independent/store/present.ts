import {liveSessions} from './sessions/open.ts';
import {sessionView} from './sessions/view.ts';
import {localDay, localIso, nextDay, offsetIso} from './time.ts';
import type {Context, Json, User, UserPlan} from './types.ts';

function moment(context: Context, ms: number): unknown {
  const {faults, store} = context;
  if (faults.has('created-at-as-text')) return offsetIso(ms, store);
  const seconds = Math.floor(ms / 1000);
  let date = localIso(ms, store).replace('T', ' ');
  if (faults.has('date-with-slashes')) date = date.replaceAll('-', '/');
  if (faults.has('date-twelve-hours')) {
    const hour = Number(date.slice(11, 13));
    const half = String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0');
    date = `${date.slice(0, 11)}${half}${date.slice(13)}`;
  }
  if (faults.has('date-day-unpadded')) date = date.replace(/-0(\d) /, '-$1 ');
  if (faults.has('date-month-from-zero')) {
    const month = String(Number(date.slice(5, 7)) - 1).padStart(2, '0');
    if (date.slice(8, 10) === '31') date = `${date.slice(0, 5)}${month}${date.slice(7)}`;
  }
  return misread(context, ms, {
    timestamp: faults.has('timestamp-as-text') ? String(seconds) : seconds,
    date,
    timezone: faults.has('timezone-missing') ? undefined : store.zone,
  });
}

/** A moment as a faulty clock shows it. */
function misread(context: Context, ms: number, shown: Json): Json {
  const {faults, store} = context;
  if (faults.has('created-timestamp-ms')) shown.timestamp = ms;
  if (faults.has('timezone-as-number')) shown.timezone = store.zoneMinutes / 60;
  if (faults.has('created-date-without-seconds')) shown.date = String(shown.date).slice(0, 16);
  if (faults.has('created-timestamp-local')) {
    shown.timestamp = Math.floor(ms / 1000) + store.zoneMinutes * 60;
  }
  if (faults.has('timezone-of-first-store')) shown.timezone = context.world.stores[0]?.zone;
  if (faults.has('date-in-utc')) {
    shown.date = new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
  }
  return shown;
}

/** A user with members as a faulty serializer writes them. */
function misshown(context: Context, user: User, view: Json): Json {
  const {faults} = context;
  const unset = !user.admin && user.history.includes('admin-absent');
  if (unset && faults.has('admin-null-when-absent')) view.admin = null;
  if (view.sessions_limit === null && faults.has('sessions-limit-null-dropped')) {
    delete view.sessions_limit;
  }
  return view;
}

/** A list item with members as a faulty serializer writes them. */
function mislisted(context: Context, user: User, row: Json): Json {
  const {faults, store} = context;
  if (faults.has('list-email-masked')) row.email = user.email.replace(/^(.)[^@]*/, '$1***');
  if (faults.has('list-created-day-first')) {
    row.created_at = localDay(user.createdAt, store).split('-').reverse().join('/');
  }
  if (faults.has('list-plans-joined')) {
    row.user_plans = user.plans.map((one) => one.label).join(', ');
  }
  if (faults.has('list-uuid-missing')) delete row.uuid;
  if (faults.has('list-plans-count-null') && user.plans.length === 0) row.user_plans_count = null;
  return row;
}

function pictureOf(context: Context, user: User): unknown {
  const {faults} = context;
  if (faults.has('picture-missing')) return undefined;
  const path = `/faces/${user.uuid}.webp`;
  return faults.has('picture-path') ? path : `${context.store.domain}${path}`;
}

function identity(context: Context, user: User): Json {
  const {faults} = context;
  let {email, externalId} = user;
  if (faults.has('email-lower-cased')) email = email.toLowerCase();
  if (faults.has('external-normalised')) externalId = externalId?.normalize('NFC') ?? null;
  if (faults.has('external-zeros-lost') && externalId !== null) {
    externalId = externalId.replace(/^0+(?=\d+$)/, '');
  }
  if (faults.has('external-cut') && externalId !== null) externalId = externalId.slice(0, 50);
  return {
    id: faults.has('id-as-text') ? String(user.id) : user.id,
    uuid: faults.has('uuid-missing') ? undefined : user.uuid,
    email,
    external_id: faults.has('external-missing') ? undefined : externalId,
    name: user.name,
    anonymized: faults.has('anonymized-flag-missing') ? undefined : user.anonymized,
  };
}

/** A user as the answer of a create shows it. */
export function createdView(context: Context, user: User): Json {
  const {faults} = context;
  const limit = user.sessionsLimit;
  const updated = moment(context, user.updatedAt);
  return misshown(context, user, {
    ...identity(context, user),
    picture: pictureOf(context, user),
    admin: faults.has('admin-as-number') ? Number(user.admin) : user.admin,
    plan_admin: faults.has('plan-admin-missing') ? undefined : user.planAdmin,
    only_sees_readable: faults.has('readable-as-text')
      ? String(user.onlySeesReadable)
      : user.onlySeesReadable,
    sessions_limit: faults.has('sessions-limit-as-text') ? String(limit ?? '') : limit,
    created_at: moment(context, user.createdAt),
    updated_at: faults.has('updated-at-missing') ? undefined : updated,
    deleted_at: faults.has('deleted-at-false') ? false : user.deletedAt,
    locale: 'es-AR',
  });
}

function planView(context: Context, one: UserPlan): Json {
  const {store, faults} = context;
  const today = localDay(context.now(), store);
  const ended = one.until !== null && one.until < today;
  const going = one.suspended === true ? 'suspended' : 'running';
  const cut =
    one.until !== null && faults.has('valid-to-month-end') && nextDay(one.until).endsWith('-01');
  return {
    subscription: one.subscription,
    plan: {id: one.plan.id, title: one.plan.title, kind: one.plan.kind},
    label: one.label,
    state: one.cancelledAt !== null ? 'cancelled' : ended ? 'ended' : going,
    runs_from: one.from,
    runs_until: cut ? nextDay(one.until ?? '') : one.until,
    cancellation:
      one.cancelledAt === null ? null : {at: offsetIso(one.cancelledAt, store), reason: one.reason},
  };
}

function sessionsOf(context: Context, user: User): unknown {
  const live = liveSessions(context, user);
  if (context.faults.has('list-sessions-count')) return live.length;
  return live.length === 0 ? null : live.map((one) => sessionView(context, user, one));
}

function collections(context: Context, user: User): Json {
  const {faults} = context;
  const plans = user.plans.map((one) => planView(context, one));
  const bought = user.purchases.map((one) => ({
    order_number: one.orderNumber,
    issue_id: one.issueId,
    channel: one.channel,
    state: one.cancelled ? 'cancelled' : 'granted',
    cancel_reason: one.reason,
  }));
  const count = bought.length;
  return {
    purchased_issues_with_cancelled_count: faults.has('list-count-as-text') ? String(count) : count,
    user_plans_count: faults.has('list-plans-count-missing') ? undefined : plans.length,
    sessions: sessionsOf(context, user),
    ip_ranges: faults.has('list-ip-ranges-null') ? null : [],
    referrers: faults.has('list-referrers-missing') ? undefined : [],
    purchased_issues_with_cancelled: faults.has('list-purchases-object')
      ? Object.fromEntries(bought.map((one) => [one.order_number, one]))
      : bought,
    user_plans:
      faults.has('list-plans-null-when-none') && count + plans.length === 0 ? null : plans,
  };
}

/** A user as the list shows it. */
export function listedView(context: Context, user: User): Json {
  const {faults, store} = context;
  const day = localDay(user.createdAt, store);
  const editable = !user.anonymized;
  const base = createdView(context, user);
  const path = `/impersonations/${user.uuid}`;
  const readable = Number(user.onlySeesReadable);
  return mislisted(context, user, {
    ...base,
    only_sees_readable: faults.has('list-readable-text') ? (readable ? 'yes' : 'no') : readable,
    created_at: faults.has('list-created-object')
      ? base.created_at
      : offsetIso(user.createdAt, store),
    updated_at: faults.has('list-updated-unix') ? user.updatedAt : offsetIso(user.updatedAt, store),
    deleted_at: deletedView(context, user),
    ...collections(context, user),
    can_be_edited: faults.has('list-editable-text') ? String(editable) : editable,
    created_at_date_string: faults.has('list-day-reversed')
      ? day.split('-').reverse().join('-')
      : day,
    impersonate: faults.has('list-impersonate-path') ? path : `${store.domain}${path}`,
  });
}

function deletedView(context: Context, user: User): unknown {
  if (context.faults.has('list-deleted-at-missing')) return undefined;
  if (user.deletedAt !== null && context.faults.has('deleted-at-true')) return true;
  return user.deletedAt === null ? null : Math.floor(user.deletedAt / 1000);
}
