import {hook, ordered, readOrder} from './commerce-kit.ts';
import {
  asList,
  asObject,
  created,
  type Probe,
  type Probes,
  type Site,
  sometimes,
  updates,
  type Value,
} from './probe-kit.ts';

const MONTHLY = 88_120;
const YEARLY = 88_124;
const RETIRED = 88_128;

/** The subscriptions of a user that nobody cancelled. */
async function subscriptions(site: Site, user: Value): Promise<Value[]> {
  return asList((await hook(site, 'list-subscriptions', {user: user.id})).subscriptions);
}

/** Whether `timestamp` and `date` in `timezone` are the same moment. */
function isOneMoment(value: unknown): boolean {
  const {timestamp, date, timezone} = asObject(value);
  const options = {timeZone: String(timezone), dateStyle: 'short', timeStyle: 'medium'} as const;
  const clock = new Intl.DateTimeFormat('sv-SE', options);
  return clock.format(new Date(Number(timestamp) * 1000)) === date;
}

/** A user who was deactivated, perhaps changed, and reactivated. */
async function returned(site: Site, changes: Value | null = null): Promise<Value> {
  const user = await site.made();
  await site.remove(user);
  if (changes !== null) await site.update(user, changes);
  await site.back(user);
  return user;
}

/** Shows when the answer to a deactivation and a reactivation does not pass the test. */
function answered(test: (gone: unknown, back: unknown) => boolean): Probe {
  return async (site) => {
    const user = await site.made();
    const gone = await site.remove(user);
    const back = await site.back(user);
    return !test(gone.json.data, back.json.data);
  };
}

/** Part E: what is sent of users, and shown. */
export const usersE1: Probes = {
  'created-timestamp-local': created((user) => isOneMoment(user.created_at)),
  'timezone-of-first-store': async (s) => {
    const user = await s.made({}, {token: s.key('second-store')});
    return !isOneMoment(user.created_at);
  },
  'valid-to-day-before': async (s) => {
    const day = '2031-05-17';
    const user = await s.made({assign_new_plan: YEARLY, new_plan_custom_valid_to: day});
    return (await subscriptions(s, user))[0]?.last_day !== day;
  },
  'update-plan-unsubscribable-accepted': updates({assign_new_plan: RETIRED}, 422),
  'update-valid-to-unchecked': updates({new_plan_custom_valid_to: '31/12/2030'}, 422),
  'refused-update-half-done': async (s) => {
    const {email} = await s.made();
    const user = await s.made();
    await s.update(user, {email, admin: true});
    return (await s.row(user))?.admin !== false;
  },
  'plan-assign-race': sometimes(async (s) => {
    const user = await s.made();
    const plans = [MONTHLY, YEARLY];
    await Promise.all(plans.map((assign_new_plan) => s.update(user, {assign_new_plan})));
    return (await subscriptions(s, user)).length !== 2;
  }),
  'plan-name-spills': async (s) => {
    const user = await s.made({assign_new_plan: MONTHLY});
    const other = await s.made({assign_new_plan: MONTHLY});
    await s.update(user, {user_plan_name: 'For the class'});
    return (await subscriptions(s, other))[0]?.name === 'For the class';
  },
  'logout-external-plus': async (s) => {
    await s.made({external_id: 'shelf+lamp'});
    return (await s.logout('shelf+lamp')).status !== 200;
  },
};

/** Part E: deactivation and reactivation. */
export const statesE1: Probes = {
  'deactivate-data-object': answered((gone) => Array.isArray(gone)),
  'reactivate-data-text': answered((_gone, back) => back === 1),
  'email-search-forgets-reactivated': async (s) => {
    const user = await returned(s);
    return (await s.list(String(user.email))).status !== 200;
  },
  'reactivation-undoes-updates': async (s) => {
    const user = await returned(s, {email: 'moved.away@probe.example'});
    return (await s.row(user))?.email !== 'moved.away@probe.example';
  },
  'second-deactivation-orders-kept': async (s) => {
    const user = await returned(s);
    const one = await ordered(s, 'permission', {user: {id: user.external_id}});
    await s.remove(user);
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
};
