import {change, cancel, listed, order, ordered, OTHER_BOOK, product} from './commerce-kit.ts';
import {BOOK, readOrder} from './commerce-kit.ts';
import type {Probe, Probes, Site, Value} from './probe-kit.ts';

const ONE = {id: 'lister-1', email: 'lister+1@probe.example'};
const TWO = {id: 'lister-2', email: 'lister-2@probe.example'};
const OTHER = {products: [{type: 'content', id: OTHER_BOOK}]};

/** Two orders: of two users, for two products. */
async function pair(site: Site): Promise<[Value, Value]> {
  return [
    await ordered(site, 'permission', {user: ONE}),
    await ordered(site, 'permission', {user: TWO, ...OTHER}),
  ];
}

/** Shows when a filter does not find the first of two orders alone. */
function finds(tail: string): Probe {
  return async (site) => {
    const [first] = await pair(site);
    return String(await listed(site, tail)) !== String(first.id);
  };
}

/** Shows when a filter finds something. */
function findsNothing(tail: string): Probe {
  return async (site) => {
    await pair(site);
    return (await listed(site, tail)).length !== 0;
  };
}

const plus = encodeURIComponent(ONE.email);

/** The list of orders. */
export const orderLists: Probes = {
  'orders-list-bare': async (s) => !Array.isArray((await s.call('GET', '/orders')).json.data),
  'orders-user-ignored': finds('?user_id=lister-1'),
  'orders-email-ignored': finds(`?user_email=${plus}`),
  'orders-email-plus': finds(`?user_email=${plus}`),
  'orders-email-first': finds('?user_id=lister-1&user_email=lister-2@probe.example'),
  'orders-product-ignored': finds(`?product_type=content&product_id=${BOOK}`),
  'orders-second-product-missing': async (s) => {
    const products = [product(), product({id: OTHER_BOOK})];
    await order(s, 'report', {products});
    return (await listed(s, `?product_type=content&product_id=${OTHER_BOOK}`)).length !== 1;
  },
  'orders-start-ignored': findsNothing('?start_at=2026-03-20'),
  'orders-end-ignored': findsNothing('?user_id=lister-1&end_at=2026-03-14'),
  'orders-status-ignored': findsNothing('?status=pending'),
  'orders-status-paused-missing': async (s) => {
    const [first] = await pair(s);
    await change(s, first, {status: 'paused'});
    return String(await listed(s, '?status=paused')) !== String(first.id);
  },
  'orders-any-store': async (s) => {
    await pair(s);
    const token = s.key('second-store');
    return (await s.call('GET', '/orders', {token})).text.includes(ONE.id);
  },
};

/** Shows when a reference is not answered so. */
function referred(reference: string, tail: string, status: number, method = 'GET'): Probe {
  return async (site) => {
    await order(site, 'permission', {external_reference: reference});
    const path = `/orders/${encodeURIComponent(reference)}${tail}`;
    const body = method === 'PUT' ? {status: 'paused'} : undefined;
    return (await site.call(method, path, {body})).status !== status;
  };
}

function unknown(method: string): Probe {
  return async (site) => {
    const body = method === 'PUT' ? {status: 'paused'} : undefined;
    return (await site.call(method, '/orders/nope', {body})).status !== 404;
  };
}

/** How orders are found. */
export const orderLookups: Probes = {
  'order-external-lookup-404': referred('r-1', '?id_type=external', 200),
  'order-external-put-404': referred('r-1', '?id_type=external', 200, 'PUT'),
  'order-external-delete-404': referred('r-1', '?id_type=external', 200, 'DELETE'),
  'order-reference-slash-404': referred('a/b', '?id_type=external', 200),
  'order-id-type-ignored': referred('r-1', '', 404),
  'order-id-type-unchecked': async (s) => {
    return (await readOrder(s, await ordered(s, 'permission'), '?id_type=both')).status < 400;
  },
  'order-reference-case-ignored': async (s) => {
    const one = await ordered(s, 'permission', {external_reference: 'Ref-A'});
    await order(s, 'permission', {external_reference: 'ref-a'});
    const {data} = await s.call('GET', '/orders/Ref-A?id_type=external');
    return data.id !== one.id;
  },
  'order-read-any-store': async (s) => {
    const one = await ordered(s, 'permission');
    const token = s.key('second-store');
    return (await s.call('GET', `/orders/${String(one.id)}`, {token})).status !== 404;
  },
  'order-read-unknown-400': unknown('GET'),
  'order-update-unknown-422': unknown('PUT'),
  'order-cancel-unknown-200': unknown('DELETE'),
};

/** Shows when a cancellation with this body is not answered so. */
function cancels(body: Value, status: number): Probe {
  return async (site) => {
    return (await cancel(site, await ordered(site, 'permission'), body)).status !== status;
  };
}

/** The form of cancellations. */
export const cancelForms: Probes = {
  'order-cancel-204': cancels({}, 200),
  'order-cancel-reason-required': cancels({}, 200),
  'order-cancel-reason-cut': cancels({reason: 'x'.repeat(151)}, 422),
  'order-cancel-reason-short': cancels({reason: 'ab'}, 422),
  'order-cancel-reason-3-refused': cancels({reason: 'abc'}, 200),
  'order-cancel-reason-150-refused': cancels({reason: 'x'.repeat(150)}, 200),
  'order-cancel-reason-bytes': cancels({reason: 'ñ'.repeat(100)}, 200),
  'order-cancel-day-unchecked': cancels({expiration_date: '1/2/2027'}, 422),
  'order-cancel-id-missing': async (s) => {
    const one = await ordered(s, 'permission');
    return (await cancel(s, one)).data.id !== one.id;
  },
  'order-cancel-no-reference': async (s) => {
    const one = await ordered(s, 'permission');
    return (await cancel(s, one)).data.external_reference !== one.external_reference;
  },
};
