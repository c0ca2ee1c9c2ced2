import {change, MONTHLY, ordered, paid, product, readOrder} from './commerce-kit.ts';
import {asList, asObject, created, type Probes, type Site, type Value} from './probe-kit.ts';

const ANONYMIZE = '?anonymize=true';

/** The states of what a user has of plans. */
async function planStates(site: Site, user: Value): Promise<unknown[]> {
  return asList((await site.row(user))?.user_plans).map((one) => one.state);
}

/** A user whom a body made, and whom an update changed. */
async function changed(site: Site, first: Value, changes: Value): Promise<Value> {
  const user = await site.made(first);
  await site.update(user, changes);
  return user;
}

/** Part D: users. */
export const usersD: Probes = {
  'created-date-without-seconds': created((u) => {
    return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(asObject(u.created_at).date));
  }),
  'list-uuid-missing': async (s) => {
    const user = await s.made();
    return (await s.row(user))?.uuid !== user.uuid;
  },
  'create-code-missing': async (s) => (await s.create()).json.CODE !== 'success',
  'anonymize-status-202': async (s) => (await s.remove(await s.made(), ANONYMIZE)).status !== 200,
  'update-clears-password': async (s) => !(await s.admitted(await changed(s, {}, {}))),
  'update-admin-false-ignored': async (s) => {
    const user = await changed(s, {admin: true}, {admin: false});
    return (await s.row(user))?.admin !== false;
  },
  'update-limit-ignored': async (s) => {
    const user = await changed(s, {sessions_limit: 2}, {sessions_limit: 4});
    return (await s.row(user))?.sessions_limit !== 4;
  },
  'renamed-email-free': async (s) => {
    const email = 'moved.in@probe.example';
    await changed(s, {}, {email});
    return (await s.create({email})).status !== 422;
  },
  'ordered-user-external-free': async (s) => {
    const user = {id: 'walk-in-7', email: 'walk.in@probe.example'};
    await ordered(s, 'permission', {user});
    return (await s.create({external_id: user.id})).status !== 422;
  },
  'admins-keep-demoted': async (s) => {
    const user = await changed(s, {admin: true}, {admin: false});
    return (await s.row(user, 'admins')) !== undefined;
  },
  'logout-five-at-most': async (s) => {
    const user = await s.made();
    for (let count = 0; count < 6; count += 1) await s.signIn(user);
    await s.logout(user.id);
    return (await s.sessions(user)) !== 0;
  },
};

/** A sale of a subscription for a user, paid and then paused. */
async function pausedPlan(site: Site, user: Value): Promise<void> {
  const products = [product({type: 'subscription', id: MONTHLY})];
  const buyer = {id: user.external_id, email: user.email};
  const {one} = await paid(site, {user: buyer, products});
  await change(site, one, {status: 'paused'});
}

/** Part D: deactivation, anonymization and reactivation. */
export const endingsD: Probes = {
  'anonymize-suspended-plans-kept': async (s) => {
    const user = await s.made();
    await pausedPlan(s, user);
    await s.remove(user, ANONYMIZE);
    return (await planStates(s, user)).some((state) => state !== 'cancelled');
  },
  'anonymize-fourth-plan-kept': async (s) => {
    const user = await s.made({assign_new_plan: 88_124});
    for (const assign_new_plan of [88_120, 88_124, 88_120]) await s.update(user, {assign_new_plan});
    await s.remove(user, ANONYMIZE);
    return (await planStates(s, user)).some((state) => state !== 'cancelled');
  },
  'deactivate-sixth-order-kept': async (s) => {
    const user = await s.made();
    const orders: Value[] = [];
    for (let count = 0; count < 6; count += 1) {
      orders.push(await ordered(s, 'permission', {user: {id: user.external_id}}));
    }
    await s.remove(user);
    const {data} = await readOrder(s, orders.at(-1) ?? {});
    return data.status !== 'cancelled';
  },
  'reactivate-403-only-once': async (s) => {
    const user = await s.made();
    await s.remove(user, ANONYMIZE);
    await s.back(user);
    return (await s.back(user)).status !== 403;
  },
  'deactivated-updated-missing': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await s.update(user, {plan_admin: true});
    return (await s.row(user, 'deactivated')) === undefined;
  },
  'deactivate-takes-namesakes': async (s) => {
    const user = await s.made({external_id: 'shelf'});
    const other = await s.made({external_id: 'shelf-2'});
    await s.remove(user);
    return (await s.row(other))?.deleted_at !== null;
  },
};
