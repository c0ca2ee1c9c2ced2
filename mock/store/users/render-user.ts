import type {View} from '../../operation.ts';
import {localDateTime, localDay, zoned} from '../access/local-time.ts';
import type {User} from './user.ts';

/** Origin of the pictures and impersonation links of the mock's users; there is no such server. */
const STORE = 'https://store.example';

/** The value of a freedom by name. */
type Freedom = View['freedom'];

/** The members of a user in every response; with some freedoms some are hidden (NS-ST-02, NS-ST-03). */
const commonMembers = (user: User, freedom: Freedom) => ({
  id: user.id,
  uuid: user.uuid,
  email: user.email,
  external_id: user.external_id,
  picture: freedom('users.picture') === 'null' ? null : `${STORE}/pictures/${user.uuid}.png`,
  admin: user.admin,
  plan_admin: user.plan_admin,
  sessions_limit: user.sessions_limit,
  ...(freedom('users.name_shown') === true && {
    name: user.name,
    anonymized: user.state === 'anonymized',
  }),
});

/** The time zone in which a world's stores write dates. */
const zoneOf = (freedom: Freedom): string => String(freedom('store.timezone'));

/** `{timestamp, date, timezone}` (Resources / User). */
const dateObject = (at: number, zone: string) => ({
  timestamp: Math.floor(at / 1000),
  date: localDateTime(at, zone),
  timezone: zone,
});

/** A user in the form of create and update: dates are objects (Resources / User). */
export const createdUser = (user: User, freedom: Freedom) => ({
  ...commonMembers(user, freedom),
  only_sees_readable: user.only_sees_readable,
  created_at: dateObject(user.created, zoneOf(freedom)),
  updated_at: dateObject(user.updated, zoneOf(freedom)),
  deleted_at: null,
});

/**
 * A user in the form of a list: dates are ISO 8601 (Resources / User). The list adds the members about orders and
 * plans (`list-users.ts`).
 */
export function listedUser(user: User, freedom: Freedom) {
  const zone = zoneOf(freedom);
  const isFlagNumber = freedom('users.listed_flag') === 'number';
  return {
    ...commonMembers(user, freedom),
    only_sees_readable: isFlagNumber ? Number(user.only_sees_readable) : user.only_sees_readable,
    created_at: zoned(user.created, zone),
    updated_at: zoned(user.updated, zone),
    deleted_at: user.deleted === null ? null : deletedAt(freedom, user.deleted, zone),
    purchased_issues_with_cancelled_count: 0,
    user_plans_count: 0,
    can_be_edited: user.state === 'active',
    created_at_date_string: localDay(user.created, zone),
    impersonate: `${STORE}/impersonate/${user.uuid}`,
    sessions: null,
    ip_ranges: [],
    referrers: [],
    purchased_issues_with_cancelled: [],
    user_plans: [] as object[],
  };
}

/** `deleted_at` in the form of this world (NS-ST-05). */
function deletedAt(freedom: Freedom, at: number, zone: string): unknown {
  const form = freedom('users.deleted_at');
  if (form === 'object') return dateObject(at, zone);
  return form === 'number' ? Math.floor(at / 1000) : zoned(at, zone);
}
