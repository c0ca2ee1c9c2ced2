import type {User} from './user.ts';

/** Where pictures and impersonation links of the mock's stores would be; nothing answers there. */
const STORE = 'https://store.example';

const named = (user: User) => ({
  id: user.id,
  uuid: user.uuid,
  email: user.email,
  external_id: user.external_id,
  name: user.name,
  picture: `${STORE}/pictures/${user.uuid}.png`,
  admin: user.admin,
  plan_admin: user.plan_admin,
  sessions_limit: user.sessions_limit,
  anonymized: user.state === 'anonymized',
});

const instant = (at: number): string => new Date(at).toISOString();

/** `{timestamp, date, timezone}` (Resources / User). */
const dateObject = (at: number) => ({
  timestamp: Math.floor(at / 1000), date: instant(at).slice(0, 19).replace('T', ' '), timezone: 'UTC',
});

/** A user as create answers it: dates are objects. */
export const createdUser = (user: User) => ({
  ...named(user),
  only_sees_readable: user.only_sees_readable,
  created_at: dateObject(user.created),
  updated_at: dateObject(user.updated),
  deleted_at: null,
});

/** A user as a list shows it: dates are ISO 8601, and what orders and plans would fill is empty. */
export const listedUser = (user: User) => ({
  ...named(user),
  only_sees_readable: user.only_sees_readable as boolean | number,
  created_at: instant(user.created),
  updated_at: instant(user.updated),
  deleted_at: user.deleted === null ? null : instant(user.deleted),
  purchased_issues_with_cancelled_count: 0,
  user_plans_count: 0,
  can_be_edited: user.state === 'active',
  created_at_date_string: instant(user.created).slice(0, 10),
  impersonate: `${STORE}/impersonate/${user.uuid}`,
  sessions: null,
  ip_ranges: [],
  referrers: [],
  purchased_issues_with_cancelled: [],
  user_plans: [],
});

/** The same with `only_sees_readable` as 1 or 0, which lists may show (NS-ST-06). */
export const listedUserWithNumber = (user: User) => ({...listedUser(user), only_sees_readable: user.only_sees_readable ? 1 : 0});
