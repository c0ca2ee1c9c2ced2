import {mayRead, order, ordered, readOrder} from './commerce-kit.ts';
import {read, readings, readRow, sessionRows} from './content-kit.ts';
import {asList, asObject, type Probes, type Site, type Value} from './probe-kit.ts';

/** Days of which there are no sessions. */
const NOBODY = '?from_date=2001-01-01&to_date=2001-01-02';

/** How a user is named in an order. */
function named({external_id, email}: Value): Value {
  return {id: external_id, email};
}

/** Records a session of a new user, who is then deactivated. */
async function leftReader(site: Site): Promise<{user: Value; uuid: unknown}> {
  const user = await site.made();
  const {uuid} = await readRow(site, {user: user.id});
  await site.remove(user);
  return {user, uuid};
}

/** Part E: reading sessions. */
export const readingE2: Probes = {
  'readings-days-required': async (s) => {
    return (await s.call('GET', '/consumption/sessions')).status !== 200;
  },
  'readings-nothing-found-404': async (s) => {
    return (await s.call('GET', `/consumption/sessions${NOBODY}`)).status !== 200;
  },
  'reading-guest-after-deactivation': async (s) => {
    const {user, uuid} = await leftReader(s);
    const row = (await sessionRows(s)).find((one) => one.uuid === uuid);
    return row?.user_id !== user.id;
  },
  'readings-user-filter-deactivated-empty': async (s) => {
    const {user} = await leftReader(s);
    return (await sessionRows(s, `?user_id=${String(user.id)}`)).length !== 1;
  },
  'readings-prev-url-forgets-filters': async (s) => {
    const user = await s.made();
    for (let count = 0; count < 26; count += 1) {
      await read(s, {user: user.id});
      await read(s);
      s.clock.time += 1000;
    }
    const filter = `?user_id=${String(user.id)}`;
    const {next_cursor: cursor} = await readings(s, filter);
    const {prev_page_url: url} = await readings(s, `${filter}&cursor=${String(cursor)}`);
    const {pathname, search} = new URL(String(url));
    const {json} = await s.call('GET', `${pathname}${search}`, {root: true});
    return asList(json.data).some((one) => one.user_id !== user.id);
  },
};

/** Part E: what the end of users does to orders. */
export const endingsE2: Probes = {
  'deactivate-order-status-stale': async (s) => {
    const user = await s.made();
    const one = await ordered(s, 'permission', {user: named(user)});
    await s.remove(user);
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
  'order-reactivates-user': async (s) => {
    const user = await s.made();
    await s.remove(user);
    await order(s, 'permission', {user: named(user)});
    return (await s.row(user, 'deactivated')) === undefined;
  },
  'order-finds-anonymized': async (s) => {
    const user = await s.made();
    await s.remove(user, '?anonymize=true');
    const one = await ordered(s, 'permission', {user: {email: user.email}});
    return asObject(one.user).email !== user.email;
  },
  'reactivate-restores-access': async (s) => {
    const user = await s.made();
    await ordered(s, 'permission', {user: named(user)});
    await s.remove(user);
    await s.back(user);
    return mayRead(s, user.external_id);
  },
  'deactivate-orders-of-namesake': async (s) => {
    const other = {token: s.key('second-store')};
    const user = await s.made();
    await s.create({email: user.email}, other);
    const products = [{type: 'content', id: 'corvus:tide-tables'}];
    const body = {type: 'permission', user: {email: user.email}, products};
    const {data} = await s.call('POST', '/orders', {body, ...other});
    await s.remove(user);
    const path = `/orders/${String(data.id)}?id_type=internal`;
    return (await s.call('GET', path, other)).data.status !== 'approved';
  },
};
