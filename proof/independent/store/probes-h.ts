import type {Asker, Json, Probes} from '../corpus/asking.ts';
import {
  ask,
  BOOK,
  changed,
  made,
  MINUTE,
  ordered,
  orderAt,
  paid,
  PRICE,
  SECOND,
  signIn,
  uploaded,
} from './probes-g-asks.ts';

const DAY = 1440 * MINUTE;
const TO_COME = '2026-04-30';
const NORA = 7_340_022;
const UUID = 'd9428888-122b-41d1-b85c-61e5f0f6c3a4';

const mayRead = (s: Asker, user: unknown, product: unknown, role = 'admin'): Promise<Json> =>
  s.hook('may-this-user-read', {role, user, product});

/** Requests that show the faults of part H. */
export const PROBES_H: Probes = {
  'users-race-other-store': (s) => {
    const list = (role: string): Promise<Json> =>
      ask(s, 'GET', '/dashboard/users?query=admins', {role});
    return Promise.all([list('admin'), list('second-store')]);
  },
  'upload-race-new-term-lost': async (s) => {
    const author = ['Somebody New'];
    const [one, other] = await Promise.all([
      uploaded(s, {author}),
      uploaded(s, {author, external_id: 'isbn-2'}),
    ]);
    for (const {id} of [one, other]) await ask(s, 'GET', `/dashboard/issues/${String(id)}`);
  },
  'order-race-access-lost': async (s) => {
    const products = [SECOND];
    await Promise.all([ordered(s, 'permission'), ordered(s, 'permission', {products})]);
    for (const {id} of [BOOK, SECOND]) await mayRead(s, NORA, id);
  },
  'orders-email-wins-with-product': async (s) => {
    await ordered(s, 'permission');
    const users = 'user_id=reader-nora.quist&user_email=omar.teal@readers.example';
    await ask(s, 'GET', `/orders?${users}&product_id=${BOOK.id}&product_type=content`);
  },
  'leaver-orders-kept-in-second-store': async (s) => {
    const body = {
      type: 'permission',
      user: {email: 'pia.lund@readers.example'},
      products: [{type: 'content', id: 'corvus:tide-tables'}],
    };
    const role = 'second-store';
    await ask(s, 'POST', '/orders', {role, body});
    await ask(s, 'DELETE', '/dashboard/users/7340036?anonymize=true', {role});
    await ask(s, 'GET', '/orders', {role});
  },
  'password-lost-with-new-email': async (s) => {
    const {id, external_id} = await made(s);
    const names = {email: 'new@probe.example', external_id, only_sees_readable: false};
    const body = {...names, new_password: 'another one 2'};
    await ask(s, 'PUT', `/dashboard/users/${String(id)}`, {body});
    await s.hook('try-login', {role: 'admin', user: id, password: 'another one 2'});
  },
  'issue-price-records-keyed': async (s) => {
    const issue = await uploaded(s, {prices: {USD: 5, EUR: 4}});
    await changed(s, issue, {prices: {EUR: 4}});
    await ask(s, 'GET', `/dashboard/issues/${String(issue['id'])}`);
  },
  'orders-old-pending-without-checkout': async (s) => {
    await ordered(s, 'sale');
    s.wait(61 * MINUTE);
    await ask(s, 'GET', '/orders?status=pending');
  },
  'readings-of-leavers-lost-by-user': async (s) => {
    await s.hook('record-reading', {role: 'admin', issue: 610_020, user: NORA});
    await ask(s, 'DELETE', `/dashboard/users/${NORA}`);
    await ask(s, 'GET', `/consumption/sessions?user_id=${NORA}`);
  },
  'issues-prev-url-forgets-query': (s) => ask(s, 'GET', '/dashboard/issues?query=almanac&page=2'),
  'order-expiration-first-ten-products': async (s) => {
    const numbers = Array.from({length: 11}, (_, index) => String(index + 1).padStart(2, '0'));
    const products = numbers.map((one) => ({type: 'content', id: `lyra:almanac-${one}`}));
    const order = await ordered(s, 'permission', {products});
    await orderAt(s, 'PUT', order, {expiration_date: TO_COME});
    await orderAt(s, 'GET', order);
  },
  'sessions-delete-skips-second-chunk': async (s) => {
    const user = await made(s);
    for (let count = 0; count < 21; count += 1) await signIn(s, user);
    await ask(s, 'DELETE', `/auth-sessions/users/${String(user['id'])}`);
    await ask(s, 'GET', `/auth-sessions?user_id=${String(user['id'])}`);
  },
  'order-uuid-reference-unfound': async (s) => {
    await ordered(s, 'permission', {external_reference: UUID});
    await ask(s, 'GET', `/orders/${UUID}?id_type=external`);
  },
  'reading-isbn-as-number': async (s) => {
    const {id} = await uploaded(s, {external_id: '9789871234567'});
    await s.hook('record-reading', {role: 'admin', issue: id});
    await ask(s, 'GET', `/consumption/sessions?issue_id=${String(id)}`);
  },
  'order-created-week-year': async (s) => {
    s.wait(287 * DAY);
    await ordered(s, 'permission');
  },
  'order-cancel-later-unpauses': async (s) => {
    const order = await ordered(s, 'permission');
    await orderAt(s, 'PUT', order, {status: 'paused'});
    await orderAt(s, 'DELETE', order, {expiration_date: TO_COME});
    await mayRead(s, NORA, BOOK.id);
  },
  'permission-resume-records-payment': async (s) => {
    const order = await ordered(s, 'permission');
    for (const status of ['paused', 'approved']) await orderAt(s, 'PUT', order, {status});
    await s.hook('payment-records', {role: 'admin', order: order['id']});
  },
  'sale-of-deleted-content-stuck': async (s) => {
    const {id} = await uploaded(s);
    const products = [{type: 'content', id: 'isbn-1', ...PRICE}];
    const order = await ordered(s, 'sale', {products});
    await ask(s, 'DELETE', `/dashboard/issues/${String(id)}`);
    await paid(s, order);
    await orderAt(s, 'GET', order);
  },
};
