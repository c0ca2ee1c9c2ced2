import type {View} from '../../operation.ts';
import type {User} from './user.ts';

/** Origin of the pictures and impersonation links of the mock's users; no server is there. */
const STORE = 'https://store.example';

/** The members that every response shows of a user. */
const commonMembers = (user: User) => ({
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

/** ISO 8601 in UTC. */
const instant = (at: number): string => new Date(at).toISOString();

/** `{timestamp, date, timezone}` (Resources / User). */
const dateObject = (at: number, zone = 'UTC') => ({
  timestamp: Math.floor(at / 1000),
  date: zoned(at, zone).slice(0, 19).replace('T', ' '),
  timezone: zone,
});

/** A user as create and update show it: dates are objects (Resources / User). */
export const createdUser = (user: User) => ({
  ...commonMembers(user),
  only_sees_readable: user.only_sees_readable,
  created_at: dateObject(user.created),
  updated_at: dateObject(user.updated),
  deleted_at: null,
});

/**
 * A user as a list shows it: dates are ISO 8601 (Resources / User). The members that orders would
 * fill are empty, and of a plan only its id is shown.
 */
export const listedUser = (user: User) => ({
  ...commonMembers(user),
  only_sees_readable: user.only_sees_readable as boolean | number,
  created_at: instant(user.created),
  updated_at: instant(user.updated),
  deleted_at: user.deleted === null ? null : instant(user.deleted),
  purchased_issues_with_cancelled_count: 0,
  user_plans_count: user.plans.length,
  can_be_edited: user.state === 'active',
  created_at_date_string: instant(user.created).slice(0, 10),
  impersonate: `${STORE}/impersonate/${user.uuid}`,
  sessions: null,
  ip_ranges: [],
  referrers: [],
  purchased_issues_with_cancelled: [],
  user_plans: user.plans.map((plan) => ({plan_id: plan})),
});

/** The mock's own choices. In a world with them each row is rendered once and reused. */
const OWN_CHOICES: Record<string, unknown> = {
  'users.listed_flag': 'boolean',
  'users.name_shown': true,
  'users.picture': 'url',
  'users.timezone': 'UTC',
  'users.deleted_at': 'iso',
};

/** Makes the function that renders the users of a list, by the freedoms of this world. */
export const listRenderer = (view: View): ((user: User) => unknown) => {
  if (Object.entries(OWN_CHOICES).every(([name, own]) => view.freedom(name) === own))
    return (user) => view.rendered(user, listedUser);
  return (user) => listedByFreedoms(view, user);
};

/** A user as a list shows it in a world with other choices than the mock's own. */
function listedByFreedoms(view: View, user: User): object {
  const zone = String(view.freedom('users.timezone'));
  const isFlagNumber = view.freedom('users.listed_flag') === 'number';
  return {
    ...withoutHidden(view, listedUser(user)),
    ...(isFlagNumber && {only_sees_readable: user.only_sees_readable ? 1 : 0}),
    created_at: zoned(user.created, zone),
    updated_at: zoned(user.updated, zone),
    created_at_date_string: zoned(user.created, zone).slice(0, 10),
    deleted_at: user.deleted === null ? null : deletedAt(view, user.deleted, zone),
  };
}

/** `deleted_at` in the form of this world (NS-ST-05). */
function deletedAt(view: View, at: number, zone: string): unknown {
  const form = view.freedom('users.deleted_at');
  if (form === 'object') return dateObject(at, zone);
  return form === 'number' ? Math.floor(at / 1000) : zoned(at, zone);
}

/** A user as create and update show it, by the freedoms of this world. */
export const renderCreatedUser = (view: View, user: User): unknown => {
  const zone = String(view.freedom('users.timezone'));
  return {
    ...withoutHidden(view, createdUser(user)),
    created_at: dateObject(user.created, zone),
    updated_at: dateObject(user.updated, zone),
  };
};

/** Removes the members that users of this world do not have (NS-ST-02, NS-ST-03). */
function withoutHidden(view: View, shown: ReturnType<typeof commonMembers>): object {
  const {name, anonymized, ...rest} = shown;
  return {
    ...rest,
    ...(view.freedom('users.name_shown') === true && {name, anonymized}),
    ...(view.freedom('users.picture') === 'null' && {picture: null}),
  };
}

/** ISO 8601 with the offset of a time zone, for example `2026-03-01T09:30:00+01:00`. */
function zoned(at: number, zone: string): string {
  if (zone === 'UTC') return instant(at);
  const local = new Date(at).toLocaleString('sv-SE', {timeZone: zone}).replace(' ', 'T');
  const offset = Math.round((Date.parse(`${local}Z`) - at) / 60_000);
  if (offset === 0) return `${local}Z`;
  const sign = offset < 0 ? '-' : '+';
  return `${local}${sign}${twoDigits(offset / 60)}:${twoDigits(offset % 60)}`;
}

/** The amount of a number in two digits: `05` for -5.5. */
const twoDigits = (amount: number): string => String(Math.trunc(Math.abs(amount))).padStart(2, '0');
