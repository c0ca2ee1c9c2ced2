import type {View} from '../../operation.ts';
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
const dateObject = (at: number, zone = 'UTC') => ({
  timestamp: Math.floor(at / 1000),
  date: zoned(at, zone).slice(0, 19).replace('T', ' '),
  timezone: zone,
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

const OWN: Record<string, unknown> = {
  'users.listed_flag': 'boolean',
  'users.name_told': true,
  'users.picture': 'url',
  'users.timezone': 'UTC',
  'users.deleted_at': 'iso',
};

/** How users of a list are rendered in this world. */
export const listing = (view: View): ((user: User) => unknown) => {
  if (Object.entries(OWN).every(([name, own]) => view.freedom(name) === own))
    return (user) => view.rendered(user, listedUser);
  const zone = String(view.freedom('users.timezone'));
  return (user) => ({
    ...bare(view, listedUser(user)),
    ...(view.freedom('users.listed_flag') === 'number' && {
      only_sees_readable: user.only_sees_readable ? 1 : 0,
    }),
    created_at: zoned(user.created, zone),
    updated_at: zoned(user.updated, zone),
    created_at_date_string: zoned(user.created, zone).slice(0, 10),
    deleted_at:
      user.deleted === null
        ? null
        : DELETED[view.freedom('users.deleted_at') as keyof typeof DELETED](user.deleted, zone),
  });
};

const DELETED = {
  iso: (at: number, zone: string): unknown => zoned(at, zone),
  object: (at: number, zone: string): unknown => dateObject(at, zone),
  number: (at: number): unknown => Math.floor(at / 1000),
};

/** What create and update answer in this world. */
export const created = (view: View, user: User): unknown => {
  const zone = String(view.freedom('users.timezone'));
  return {
    ...bare(view, createdUser(user)),
    created_at: dateObject(user.created, zone),
    updated_at: dateObject(user.updated, zone),
  };
};

/** Without what this world does not tell of its users. */
function bare(view: View, shown: ReturnType<typeof named>): object {
  const {name, anonymized, ...rest} = shown;
  return {
    ...rest,
    ...(view.freedom('users.name_told') === true && {name, anonymized}),
    ...(view.freedom('users.picture') === 'null' && {picture: null}),
  };
}

/** ISO 8601 with the zone's offset. */
function zoned(at: number, zone: string): string {
  if (zone === 'UTC') return instant(at);
  const local = new Date(at).toLocaleString('sv-SE', {timeZone: zone}).replace(' ', 'T');
  const offset = Math.round((Date.parse(`${local}Z`) - at) / 60_000);
  const two = (n: number): string => String(Math.trunc(Math.abs(n))).padStart(2, '0');
  return `${local}${offset ? `${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}` : 'Z'}`;
}
