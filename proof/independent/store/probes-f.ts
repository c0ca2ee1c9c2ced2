import type {Probes} from '../corpus/asking.ts';
import {
  BOOK,
  get,
  inner,
  LINK,
  made,
  mayRead,
  MINUTE,
  NORA,
  ordered,
  planned,
  readOrder,
  recorded,
  renamed,
  signIn,
  textIn,
  uploaded,
  V1,
} from './part-f/probe-helpers.ts';

/** Requests that show the faults of part F. */
export const PROBES_F: Probes = {
  'order-cancel-charset-body-lost': async (s) => {
    const order = await ordered(s, 'permission');
    await s.ask('DELETE', `${V1}/orders/${textIn(order, 'id')}?id_type=internal`, {
      body: {expiration_date: '2026-06-30'},
      headers: {'content-type': 'application/json; charset=utf-8'},
    });
    await mayRead(s);
  },
  'plan-update-chunked-empty': async (s) => {
    await planned(s, {name: 'Chunked'}, {'transfer-encoding': 'chunked'});
    await get(s, '/dashboard/plans');
  },
  'issue-external-lower-hex-unread': (s) => get(s, '/dashboard/issues/lyra:ni%c3%b1o'),
  'invalid-redirected-by-accept': (s) =>
    s.ask('POST', `${V1}/dashboard/users`, {
      body: {},
      headers: {accept: 'text/html;q=0.1, application/json'},
    }),
  'sale-products-first-currency-unchecked': (s) => {
    const products = [{...BOOK, unit_price: 12.5, currency_id: 'ARS'}];
    const rest = {unit_price: 12.5, currency_id: 'USD', return_url: 'https://shop.example/'};
    return s.ask('POST', `${V1}/orders`, {body: {products, type: 'sale', user: NORA, ...rest}});
  },
  'quota-head-no-retry-after': async (s) => {
    await s.hook('leave-reads', {role: 'admin', of: 'token', reads: 0});
    await s.ask('HEAD', `${V1}/dashboard/users`);
  },
  'sessions-cursor-tenth-page': async (s) => {
    const user = await made(s);
    const path = `/auth-sessions?user_id=${textIn(user, 'id')}&per_page=1`;
    for (let count = 0; count < 11; count += 1) await signIn(s, user);
    let cursor = '';
    for (let page = 1; page <= 11; page += 1) {
      const {pagination} = await get(s, path + cursor);
      cursor = `&cursor=${textIn(pagination as typeof user, 'next_cursor')}`;
    }
  },
  'checkout-fourth-url-dead': async (s) => {
    const order = await ordered(s, 'sale');
    await readOrder(s, order);
    await readOrder(s, order);
    const {url} = inner(await readOrder(s, order), 'checkout');
    await s.hook('open-checkout', {role: 'admin', url});
  },
  'upload-external-ninth-forgotten': async (s) => {
    for (let count = 0; count < 9; count += 1) await uploaded(s, {external_id: `isbn-${count}`});
    await uploaded(s, {external_id: 'isbn-0'});
  },
  'sale-mails-of-a-minute-merged': async (s) => {
    const first = await ordered(s, 'sale');
    const second = await ordered(s, 'sale');
    await s.hook('complete-payment', {role: 'admin', order: first['id']});
    await s.hook('complete-payment', {role: 'admin', order: second['id']});
    await s.hook('read-mail', {role: 'admin', to: NORA.email});
  },
  'reading-seconds-of-16-bits': async (s) => {
    const uuid = await recorded(s, 7_340_022, {seconds_reading: 32_000});
    await s.hook('continue-reading', {role: 'admin', uuid, seconds_reading: 3600});
    await get(s, '/consumption/sessions?user_id=7340022');
  },
  'order-price-single-precision': (s) =>
    ordered(s, 'permission', {unit_price: 250_000.35, currency_id: 'ARS'}),
  'created-midnight-hour-24': async (s) => {
    s.wait(15.5 * 60 * MINUTE);
    await made(s);
  },
  'valid-to-after-2038-wraps': async (s) => {
    await made(s, {assign_new_plan: 88_120, new_plan_custom_valid_to: '2040-01-31'});
    await get(s, '/dashboard/users?query=f@probe.example');
  },
  'order-product-lost-by-reference': (s) => {
    const products = [BOOK, {...BOOK, id: 'lyra:glass-orchard'}];
    const query = `id_type=external&product_type=content&product_id=${BOOK.id}`;
    const body = {expiration_date: '2026-06-30'};
    return ordered(s, 'permission', {products}).then(() =>
      s.ask('PUT', `${V1}/orders/cart-f?${query}`, {body}),
    );
  },
  'anonymize-1-done-when-deactivated': async (s) => {
    const path = `${V1}/dashboard/users/${textIn(await made(s), 'id')}`;
    await s.ask('DELETE', path);
    await s.ask('DELETE', `${path}?anonymize=1`);
    await get(s, '/dashboard/users?query=deactivated');
  },
  'report-mail-lost-with-link': async (s) => {
    await ordered(s, 'report', {products: [LINK]});
    await s.hook('read-mail', {role: 'admin', to: NORA.email});
  },
  'printed-prices-lost': async (s) => {
    const printed = {type: 'physical', extension: undefined, file_url: undefined};
    await uploaded(s, {...printed, prices: {USD: 19.5}});
  },
  'plans-kept-for-other-key': async (s) => {
    await get(s, '/dashboard/plans', {role: 'second-admin'});
    await planned(s, {name: 'Renamed'});
    await get(s, '/dashboard/plans', {role: 'second-admin'});
  },
  'orders-link-product-unfound': async (s) => {
    await ordered(s, 'sale', {products: [LINK]});
    await get(s, `/orders?product_id=${LINK.id}&product_type=content`);
  },
  'orders-email-of-order-time': async (s) => {
    const user = await made(s);
    const {external_id: id} = user;
    await ordered(s, 'permission', {user: {id}});
    await renamed(s, user, 'new@probe.example');
    await get(s, '/orders?user_email=new@probe.example');
  },
  'sessions-external-web-only': async (s) => {
    await signIn(s, await made(s), 'mobile');
    await get(s, '/auth-sessions?external_id=probe-f');
  },
  'created-answer-of-last-one': (s) =>
    Promise.all([made(s), made(s, {email: 'other@probe.example', external_id: 'probe-other'})]),
  'sessions-delete-count-race': async (s) => {
    const user = await made(s);
    await signIn(s, user);
    const path = `${V1}/auth-sessions/users/${textIn(user, 'id')}`;
    await Promise.all([s.ask('DELETE', path), s.ask('DELETE', path)]);
  },
  'order-links-race-loses-one': async (s) => {
    const other = {...LINK, id: 'link-2', url: 'https://links.example/2'};
    await Promise.all([
      ordered(s, 'sale', {products: [LINK]}),
      ordered(s, 'sale', {products: [other]}),
    ]);
    await s.hook('catalog-entry', {role: 'admin', product: 'link-1'});
    await s.hook('catalog-entry', {role: 'admin', product: 'link-2'});
  },
  'readings-users-at-once-mixed': (s) =>
    Promise.all([
      get(s, '/consumption/sessions?user_id=7340022'),
      get(s, '/consumption/sessions?user_id=7340029'),
    ]),
  'order-update-answer-one-product': async (s) => {
    const products = [BOOK, {...BOOK, id: 'lyra:glass-orchard'}];
    const order = await ordered(s, 'permission', {products});
    const query = `id_type=internal&product_type=content&product_id=${BOOK.id}`;
    const body = {expiration_date: '2026-06-30'};
    await s.ask('PUT', `${V1}/orders/${textIn(order, 'id')}?${query}`, {body});
  },
  'created-timestamp-rounded': async (s) => {
    s.wait(700);
    await made(s);
  },
  'item-audio-file-issue-id': async (s) => {
    const sound = {extension: 'mp3', file_url: 'https://files.example/1.mp3'};
    const {id} = await uploaded(s, sound);
    await get(s, `/dashboard/issues?query=${String(id)}`);
  },
  'checkout-in-cancel-answer': async (s) => {
    const order = await ordered(s, 'sale');
    await s.ask('DELETE', `${V1}/orders/${textIn(order, 'id')}?id_type=internal`);
  },
};
