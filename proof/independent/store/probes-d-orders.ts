import {asObject, type Probe, type Probes, type Seen, type Site, type Value} from './probe-kit.ts';
import {BOOK, cancel, change, listed, mayRead, MONTHLY, NORA, order} from './commerce-kit.ts';
import {ordered, OTHER_BOOK, product, productsOf, readOrder} from './commerce-kit.ts';
import {uploaded} from './content-kit.ts';

const HOUR = 3_600_000;
const LATER = '2031-04-30';
const LATEST = '2031-06-15';

/** Shows when a new order does not pass the test. */
function made(test: (one: Value) => boolean, type = 'permission'): Probe {
  return async (site) => !test(await ordered(site, type));
}

/** Shows when the refusal of an empty order does not pass the test. */
function refused(test: (answer: Seen) => boolean): Probe {
  return async (site) => !test(await site.call('POST', '/orders', {body: {}}));
}

/** The last days of the products of an order. */
async function days(site: Site, one: Value): Promise<unknown[]> {
  return productsOf((await readOrder(site, one)).data).map((item) => item.expiration_date);
}

/** Part D: members and answers of orders. */
export const ordersD: Probes = {
  'order-created-day-first': made((one) => one.created_at === '2026-03-17'),
  'order-total-missing': made((one) => one.unit_price === 0),
  'order-status-capitalised': made((one) => one.status === 'approved'),
  'order-source-missing': made((one) => one.source === 'api'),
  'order-is-free-missing': made((one) => productsOf(one)[0]?.is_free === false),
  'order-update-shows-before': async (s) => {
    const {data} = await change(s, await ordered(s, 'permission'), {expiration_date: LATER});
    return productsOf(data)[0]?.expiration_date !== LATER;
  },
  'order-cancel-shows-before': async (s) => {
    return (await cancel(s, await ordered(s, 'permission'))).data.status !== 'cancelled';
  },
  'order-error-status-text': refused(({json}) => json.status === 422),
  'order-errors-keyed': refused(({json}) => Array.isArray(json.errors)),
  'order-price-cents-cut': async (s) => {
    const one = await ordered(s, 'report', {unit_price: 19.99});
    return (await readOrder(s, one)).data.unit_price !== 19.99;
  },
  'order-products-same-id-merged': async (s) => {
    await uploaded(s, {external_id: MONTHLY});
    const products = ['content', 'subscription'].map((type) => ({type, id: MONTHLY}));
    return productsOf(await ordered(s, 'permission', {products})).length !== 2;
  },
};

/** Reads an order by its reference. */
function byReference(site: Site, reference: string): Promise<Seen> {
  return site.call('GET', `/orders/${encodeURIComponent(reference)}?id_type=external`);
}

/** Part D: what happens to orders. */
export const orderMovesD: Probes = {
  'order-second-expiration-lost': async (s) => {
    const one = await ordered(s, 'permission');
    for (const expiration_date of [LATER, LATEST]) await change(s, one, {expiration_date});
    return (await days(s, one))[0] !== LATEST;
  },
  'order-expiration-race': async (s) => {
    const products = [BOOK, OTHER_BOOK].map((id) => ({type: 'content', id}));
    const one = await ordered(s, 'permission', {products});
    const changes = [BOOK, OTHER_BOOK].map((id) =>
      change(s, one, {expiration_date: LATER}, `&product_type=content&product_id=${id}`),
    );
    await Promise.all(changes);
    return (await days(s, one)).some((day) => day !== LATER);
  },
  'order-expiration-spills': async (s) => {
    const first = await ordered(s, 'permission');
    const second = await ordered(s, 'permission');
    await change(s, second, {expiration_date: LATER});
    return (await days(s, first))[0] !== null;
  },
  'order-cancel-ends-other-access': async (s) => {
    const first = await ordered(s, 'permission');
    await ordered(s, 'permission');
    await cancel(s, first);
    return !(await mayRead(s));
  },
  'order-external-read-stale': async (s) => {
    const one = await ordered(s, 'permission');
    const reference = String(one.external_reference);
    await byReference(s, reference);
    await cancel(s, one);
    return (await byReference(s, reference)).data.status !== 'cancelled';
  },
  'order-reference-decoded-twice': async (s) => {
    await ordered(s, 'permission', {external_reference: 'a%41b'});
    return (await byReference(s, 'a%41b')).status !== 200;
  },
  'order-cancelled-revived-by-day': async (s) => {
    const one = await ordered(s, 'permission');
    await cancel(s, one);
    await change(s, one, {expiration_date: LATER});
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
};

/** Part D: the list of orders. */
export const orderListsD: Probes = {
  'orders-paused-as-approved': async (s) => {
    const one = await ordered(s, 'permission');
    await change(s, one, {status: 'paused'});
    return (await listed(s, '?status=approved')).includes(one.id);
  },
  'orders-day-in-utc': async (s) => {
    s.clock.time += 11 * HOUR;
    const {id, created_at: day} = asObject(
      (await order(s, 'report', {products: [product()]})).data,
    );
    return !(await listed(s, `?start_at=${String(day)}&end_at=${String(day)}`)).includes(id);
  },
  'orders-end-lost-with-user': async (s) => {
    const {id} = await ordered(s, 'permission');
    return (await listed(s, `?user_id=${NORA.id}&end_at=2025-01-01`)).includes(id);
  },
};
