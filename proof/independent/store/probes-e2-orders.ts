import {BOOK, cancel, change, hook, listed, mayRead, NORA, order} from './commerce-kit.ts';
import {ordered, OTHER_BOOK, product, productsOf, readOrder} from './commerce-kit.ts';
import {asObject, type Probe, type Probes, type Site, type Value} from './probe-kit.ts';

const DAY = 86_400_000;
const SOON = '2026-03-19';
const LATER = '2031-04-30';

/** Shows when a new order, as it is read, does not pass the test. */
function kept(test: (one: Value) => boolean, type: string, changes: Value = {}): Probe {
  return async (site) => !test((await readOrder(site, await ordered(site, type, changes))).data);
}

/** The last day of the first product of an order. */
async function lastDay(site: Site, one: Value): Promise<unknown> {
  return productsOf((await readOrder(site, one)).data)[0]?.expiration_date;
}

/** A product of a permission order, with a last day of access. */
function until(day: string): Value {
  return {type: 'content', id: BOOK, expiration_date: day};
}

const STRANGER = {id: 'stranger-1', email: 'stranger.one@probe.example'};

/** Part E: new orders, and what is shown of orders. */
export const ordersE2: Probes = {
  'order-cancelled-read-404': async (s) => {
    const one = await ordered(s, 'permission');
    await cancel(s, one);
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
  'orders-cancelled-missing': async (s) => {
    const one = await ordered(s, 'permission');
    await cancel(s, one);
    return !(await listed(s, '?status=cancelled')).includes(one.id);
  },
  'order-permission-price-lost': kept((one) => one.unit_price === 20, 'permission', {
    unit_price: 20,
    currency_id: 'USD',
  }),
  'order-product-day-lost': kept(
    (one) => productsOf(one)[0]?.expiration_date === LATER,
    'permission',
    {products: [until(LATER)]},
  ),
  'order-update-answer-partial': async (s) => {
    const {data} = await change(s, await ordered(s, 'permission'), {expiration_date: LATER});
    return productsOf(data)[0]?.expiration_date !== LATER;
  },
  'order-new-user-email-lost': async (s) => {
    const one = await ordered(s, 'permission', {user: STRANGER});
    return asObject(one.user).email !== STRANGER.email;
  },
  'order-new-user-unlisted': async (s) => {
    await ordered(s, 'permission', {user: STRANGER});
    return (await s.rows(STRANGER.email)).length !== 1;
  },
  'order-clp-in-cents': kept((one) => one.unit_price === 15_000, 'report', {
    unit_price: 15_000,
    currency_id: 'CLP',
    products: [product({unit_price: 15_000, currency_id: 'CLP'})],
  }),
  'order-user-as-sent': kept((one) => asObject(one.user).email === NORA.email, 'permission', {
    user: {id: NORA.id},
  }),
  'order-reference-taken-by-other-store': async (s) => {
    const {external_reference} = await ordered(s, 'permission');
    const user = {email: 'pia.lund@readers.example'};
    const products = [{type: 'content', id: 'corvus:tide-tables'}];
    const changes = {external_reference, user, products};
    const {status} = await order(s, 'permission', changes, {token: s.key('second-store')});
    return status !== 201;
  },
  'order-links-share-url': async (s) => {
    const links = ['one', 'two'].map((id) =>
      product({id, name: `Link ${id}`, url: `https://links.example/${id}`}),
    );
    await ordered(s, 'sale', {products: links});
    return (await hook(s, 'catalog-entry', {product: 'two'})).url !== 'https://links.example/two';
  },
  'order-refused-makes-link': async (s) => {
    const linked = product({id: 'half', name: 'Half', url: 'https://links.example/half'});
    await order(s, 'sale', {products: [linked, product({id: 'nowhere'})]});
    return (await order(s, 'sale', {products: [product({id: 'half'})]})).status !== 422;
  },
};

/** Part E: what becomes of orders, and of the access that they give. */
export const orderMovesE2: Probes = {
  'order-both-members-day-lost': async (s) => {
    const one = await ordered(s, 'permission');
    await change(s, one, {expiration_date: LATER, status: 'paused'});
    return (await lastDay(s, one)) !== LATER;
  },
  'order-resume-loses-expiration': async (s) => {
    const one = await ordered(s, 'permission');
    for (const body of [{expiration_date: LATER}, {status: 'paused'}, {status: 'approved'}]) {
      await change(s, one, body);
    }
    return (await lastDay(s, one)) !== LATER;
  },
  'order-expired-stays-expired': async (s) => {
    const one = await ordered(s, 'permission', {products: [until(SOON)]});
    s.clock.time += 5 * DAY;
    await change(s, one, {expiration_date: LATER});
    return !(await mayRead(s));
  },
  'order-cancel-day-lost-by-reference': async (s) => {
    const {external_reference: reference} = await ordered(s, 'permission');
    const path = `/orders/${String(reference)}?id_type=external`;
    await s.call('DELETE', path, {body: {expiration_date: LATER}});
    return !(await mayRead(s));
  },
  'access-ends-with-sooner-order': async (s) => {
    await ordered(s, 'permission', {products: [until(SOON)]});
    await ordered(s, 'permission');
    s.clock.time += 5 * DAY;
    return !(await mayRead(s));
  },
  'issue-delete-empties-orders': async (s) => {
    const products = [BOOK, OTHER_BOOK].map((id) => ({type: 'content', id}));
    const one = await ordered(s, 'permission', {products});
    await s.call('DELETE', `/dashboard/issues/${encodeURIComponent(BOOK)}`);
    return productsOf((await readOrder(s, one)).data).length !== 2;
  },
};
