import type {Asker, Json, Probe, Probes} from '../corpus/asking.ts';
import {
  ask,
  BOOK,
  changed,
  made,
  MINUTE,
  ordered,
  orderAt,
  paid,
  planned,
  PRICE,
  SECOND,
  signIn,
  uploaded,
} from './probes-g-asks.ts';

const LINK = {type: 'content', id: 'link-1', name: 'A link', url: 'https://shop.example/1'};
const TO_COME = '2026-04-30';

const sessions = (s: Asker): Promise<Json> => ask(s, 'GET', '/auth-sessions');
const plans = (s: Asker, query = ''): Promise<Json> => ask(s, 'GET', `/dashboard/plans${query}`);

/** An order of two products, and the address by which one of them is updated. */
async function ofTwo(s: Asker, kind: 'internal' | 'external'): Promise<void> {
  const order = await ordered(s, 'permission', {products: [BOOK, SECOND]});
  const name = kind === 'internal' ? order['id'] : order['external_reference'];
  const product = `product_id=${BOOK.id}&product_type=content`;
  const body = {expiration_date: TO_COME};
  await ask(s, 'PUT', `/orders/${String(name)}?id_type=${kind}&${product}`, {body});
  await orderAt(s, 'GET', order);
}

/** Content of one name, as much as a page holds; then a search for it. */
async function fullPage(s: Asker): Promise<void> {
  for (let count = 0; count < 12; count += 1) {
    await uploaded(s, {name: 'Zeppelin', external_id: `isbn-${count}`});
  }
  await ask(s, 'GET', '/dashboard/issues?query=Zeppelin');
}

/** A probe that shows what listed users look like after a session was deleted. */
const endedSession: Probe = async (s) => {
  const user = await made(s);
  await ask(s, 'DELETE', `/auth-sessions/${await signIn(s, user)}`);
  await ask(s, 'GET', `/dashboard/users?query=${String(user['email'])}`);
};

/** Requests that show the faults of part G. */
export const PROBES_G: Probes = {
  'sale-mail-missing-for-subscriptions': async (s) => {
    const products = [{type: 'subscription', id: '88120', ...PRICE}];
    await paid(s, await ordered(s, 'sale', {products}));
    await s.hook('read-mail', {role: 'admin'});
  },
  'plan-trial-loses-duration': async (s) => {
    await planned(s, {free_trial: true, free_trial_days: 7});
    await plans(s);
  },
  'order-link-expiration-lost': async (s) => {
    const order = await ordered(s, 'sale', {products: [{...LINK, ...PRICE}]});
    await paid(s, order);
    await orderAt(s, 'PUT', order, {expiration_date: TO_COME});
    await orderAt(s, 'GET', order);
  },
  'order-product-unread-by-reference': (s) => ofTwo(s, 'external'),
  'plan-body-lost-with-charset': async (s) => {
    const headers = {'content-type': 'application/json; charset=utf-8'};
    const path = `/dashboard/plans/${await planned(s)}`;
    await ask(s, 'PUT', path, {body: {name: 'Another'}, headers});
    await plans(s);
  },
  'order-cancel-chunked-body-lost': async (s) => {
    const order = await ordered(s, 'permission');
    const how = {body: {expiration_date: TO_COME}, headers: {'transfer-encoding': 'chunked'}};
    await ask(s, 'DELETE', `/orders/${String(order['id'])}?id_type=internal`, how);
    await s.hook('may-this-user-read', {role: 'admin', user: 7_340_022, product: BOOK.id});
  },
  'errors-html-against-quality': (s) =>
    ask(s, 'POST', '/dashboard/users', {
      body: {},
      headers: {accept: 'text/html;q=0.5, application/json'},
    }),
  'issue-not-modified-after-update': async (s) => {
    const issue = await uploaded(s);
    const path = `/dashboard/issues/${String(issue['id'])}`;
    s.wait(MINUTE);
    await ask(s, 'GET', path);
    const since = /^date: (.*)$/im.exec(s.answers.at(-1) ?? '')?.[1]?.trim() ?? '';
    s.wait(MINUTE);
    await changed(s, issue, {name: 'Another'});
    await ask(s, 'GET', path, {headers: {'if-modified-since': since}});
  },
  'head-429-without-retry-after': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 0});
    await ask(s, 'HEAD', '/dashboard/users');
  },
  'plan-create-race-same-id': async (s) => {
    await Promise.all([planned(s, {name: 'One'}), planned(s, {name: 'Other'})]);
    await plans(s);
  },
  'order-link-race-refused': (s) => {
    const sale = (): Promise<Json> => ordered(s, 'sale', {products: [{...LINK, ...PRICE}]});
    return Promise.all([sale(), sale()]);
  },
  'sessions-delete-race-counted-twice': async (s) => {
    const user = await made(s);
    await signIn(s, user);
    const path = `/auth-sessions/users/${String(user['id'])}`;
    await Promise.all([ask(s, 'DELETE', path), ask(s, 'DELETE', path)]);
  },
  'upload-race-answers-mixed': (s) =>
    Promise.all([uploaded(s), uploaded(s, {external_id: 'isbn-2'})]),
  'key-forgotten-after-ten-others': async (s) => {
    const keys: string[] = [];
    for (let count = 0; count < 11; count += 1) {
      keys.push(String((await s.hook('generate-token', {role: 'admin'}))['token']));
    }
    for (const role of [...keys, keys[0]]) {
      await ask(s, 'GET', '/dashboard/plans/collections', {role: role ?? null});
    }
  },
  'plan-update-goes-to-namesake': async (s) => {
    await planned(s);
    const body = {details: '<p>B</p>'};
    await ask(s, 'PUT', `/dashboard/plans/${await planned(s)}`, {body});
    await plans(s);
  },
  'checkout-sixth-url-repeated': async (s) => {
    const order = await ordered(s, 'sale');
    for (let count = 0; count < 5; count += 1) await orderAt(s, 'GET', order);
  },
  'session-second-deletion-misses': async (s) => {
    const user = await made(s);
    const ids = [await signIn(s, user), await signIn(s, user), await signIn(s, user)];
    await ask(s, 'DELETE', `/auth-sessions/${ids[0]}`);
    await ask(s, 'DELETE', `/auth-sessions/${ids[2]}`);
    await sessions(s);
  },
  'order-update-answer-lone-product': (s) => ofTwo(s, 'internal'),
  'readings-value-as-text-when-filtered': (s) =>
    ask(s, 'GET', '/consumption/sessions?reason_type=global_subscription&reason_value=88120'),
  'issues-last-url-one-too-far': fullPage,
  'orders-row-created-in-utc': async (s) => {
    s.wait(14 * 60 * MINUTE);
    await ordered(s, 'permission');
    await ask(s, 'GET', '/orders?user_id=reader-nora.quist');
  },
  'plan-deleted-alive-in-search': async (s) => {
    await s.ask('DELETE', `/api/v1/dashboard/plans/${await planned(s)}`);
    await plans(s, '?query=Plan');
  },
  'orders-by-product-status-stale': async (s) => {
    await orderAt(s, 'PUT', await ordered(s, 'permission'), {status: 'paused'});
    await ask(s, 'GET', `/orders?product_id=${BOOK.id}&product_type=content`);
  },
  'user-row-keeps-ended-session': endedSession,
  'issues-redated-lost': async (s) => {
    await changed(s, await uploaded(s), {publication_date: '2001-02-03'});
    for (const page of [1, 2, 3, 4]) await ask(s, 'GET', `/dashboard/issues?page=${page}`);
  },
  'reading-seconds-wrap': async (s) => {
    const {uuid} = await s.hook('record-reading', {role: 'admin', issue: 610_020});
    await s.hook('continue-reading', {role: 'admin', uuid, seconds_reading: 40_000});
    await ask(s, 'GET', '/consumption/sessions?issue_id=610020');
  },
  'upload-external-loosely-taken': async (s) => {
    await uploaded(s, {external_id: '0306406152'});
    await uploaded(s, {external_id: '306406152'});
  },
  'issue-published-before-1970': (s) => uploaded(s, {publication_date: '1951-07-16'}),
  'order-price-seven-digits': (s) => ordered(s, 'report', {unit_price: 1_234_567.89}),
  'valid-to-after-2038-clamped': async (s) => {
    await made(s, {assign_new_plan: 88_120, new_plan_custom_valid_to: '2040-06-30'});
    await ask(s, 'GET', '/dashboard/users?query=reader@probe.example');
  },
};
