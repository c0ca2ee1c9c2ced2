import {liveSessions} from './sessions/open.ts';
import {sessionView} from './sessions/view.ts';
import {LISTED_SHAPES, MOMENT_SHAPES, USER_SHAPES} from './slips/shapes-users.ts';
import {misshape} from './slips/types.ts';
import {localDay, localIso, offsetIso} from './time.ts';
import type {Context, Json, User, UserPlan} from './types.ts';

function moment(context: Context, ms: number): unknown {
  const {store} = context;
  const shown = {
    timestamp: Math.floor(ms / 1000),
    date: localIso(ms, store).replace('T', ' '),
    timezone: store.zone,
  };
  return misshape(MOMENT_SHAPES, shown, context, ms);
}

/** A user as the answer of a create shows it. */
export function createdView(context: Context, user: User): Json {
  const view = {
    id: user.id,
    uuid: user.uuid,
    email: user.email,
    external_id: user.externalId,
    name: user.name,
    anonymized: user.anonymized,
    picture: `${context.store.domain}/faces/${user.uuid}.webp`,
    admin: user.admin,
    plan_admin: user.planAdmin,
    only_sees_readable: user.onlySeesReadable,
    sessions_limit: user.sessionsLimit,
    created_at: moment(context, user.createdAt),
    updated_at: moment(context, user.updatedAt),
    deleted_at: user.deletedAt,
    locale: 'es-AR',
  };
  return misshape(USER_SHAPES, view, context, user);
}

function planView(context: Context, one: UserPlan): Json {
  const {store} = context;
  const today = localDay(context.now(), store);
  const ended = one.until !== null && one.until < today;
  const going = one.suspended === true ? 'suspended' : 'running';
  return {
    subscription: one.subscription,
    plan: {id: one.plan.id, title: one.plan.title, kind: one.plan.kind},
    label: one.label,
    state: one.cancelledAt !== null ? 'cancelled' : ended ? 'ended' : going,
    runs_from: one.from,
    runs_until: one.until,
    cancellation:
      one.cancelledAt === null ? null : {at: offsetIso(one.cancelledAt, store), reason: one.reason},
  };
}

function sessionsOf(context: Context, user: User): unknown {
  const live = liveSessions(context, user);
  return live.length === 0 ? null : live.map((one) => sessionView(context, user, one));
}

function collections(context: Context, user: User): Json {
  const plans = user.plans.map((one) => planView(context, one));
  const bought = user.purchases.map((one) => ({
    order_number: one.orderNumber,
    issue_id: one.issueId,
    channel: one.channel,
    state: one.cancelled ? 'cancelled' : 'granted',
    cancel_reason: one.reason,
  }));
  return {
    purchased_issues_with_cancelled_count: bought.length,
    user_plans_count: plans.length,
    sessions: sessionsOf(context, user),
    ip_ranges: [],
    referrers: [],
    purchased_issues_with_cancelled: bought,
    user_plans: plans,
  };
}

/** A user as the list shows it. */
export function listedView(context: Context, user: User): Json {
  const {faults, store} = context;
  const base = createdView(context, user);
  const isObject = faults.has('list-created-object');
  const view = {
    ...base,
    only_sees_readable: Number(user.onlySeesReadable),
    created_at: isObject ? base.created_at : offsetIso(user.createdAt, store),
    updated_at: offsetIso(user.updatedAt, store),
    deleted_at: user.deletedAt === null ? null : Math.floor(user.deletedAt / 1000),
    ...collections(context, user),
    can_be_edited: !user.anonymized,
    created_at_date_string: localDay(user.createdAt, store),
    impersonate: `${store.domain}/impersonations/${user.uuid}`,
  };
  return misshape(LISTED_SHAPES, view, context, user);
}
