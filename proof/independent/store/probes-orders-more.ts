import {BOOK, cancel, change, listed, mayRead, NORA, order, ordered} from './commerce-kit.ts';
import {paymentsOf, product, productsOf, readOrder} from './commerce-kit.ts';
import {asList, asObject, type Probe, type Probes, type Value} from './probe-kit.ts';

const x = (length: number): string => 'x'.repeat(length);

/** Shows when an order with these changes is not answered so. */
function answers(type: string, changes: Value, status: number): Probe {
  return async (site) => (await order(site, type, changes)).status !== status;
}

/** More forms of orders. */
export const moreForms: Probes = {
  'order-permission-return-url-required': answers('permission', {}, 201),
  'order-permission-price-required': answers('permission', {}, 201),
  'order-permission-currency-required': answers('permission', {}, 201),
  'order-permission-item-currency-required': answers('permission', {}, 201),
  'order-report-item-url-required': answers('report', {}, 201),
  'order-report-currency-defaults': answers('report', {currency_id: undefined}, 422),
  'order-sale-user-optional': answers('sale', {user: undefined}, 422),
  'order-id-alone-refused': answers('permission', {user: {id: NORA.id}}, 201),
  'order-report-id-alone-refused': answers('report', {user: {id: NORA.id}}, 201),
  'order-report-email-alone-refused': answers('report', {user: {email: NORA.email}}, 201),
  'order-products-empty-accepted': answers('permission', {products: []}, 422),
  'order-product-id-unchecked': answers('permission', {products: [{type: 'content'}]}, 422),
  'order-product-64-refused': answers(
    'sale',
    {products: [product({id: x(64), name: 'L', url: 'https://a.example'})]},
    201,
  ),
  'order-priced-permission-pending': async (s) => {
    const one = await ordered(s, 'permission', {unit_price: 5, currency_id: 'USD'});
    return one.status !== 'approved' || (await paymentsOf(s, one)).length !== 0;
  },
  'order-product-any-store': async (s) => {
    const products = [{type: 'content', id: 'corvus:tide-tables'}];
    return (await order(s, 'permission', {products})).status === 201;
  },
  'order-new-user-without-id': async (s) => {
    const user = {id: 'new-7', email: 'new.seven@probe.example'};
    await order(s, 'permission', {user});
    await order(s, 'permission', {user: {id: 'new-7'}});
    const rows = await s.rows(null);
    return rows.filter((one) => one.external_id === 'new-7').length !== 1;
  },
  'order-source-internal': async (s) => (await ordered(s, 'permission')).source !== 'api',
  'order-product-price-zero-null': async (s) => {
    const products = [product({unit_price: 0})];
    const one = await ordered(s, 'report', {products, unit_price: 0});
    return productsOf(one)[0]?.unit_price !== 0;
  },
};

const TWO = {products: [product(), product({id: 'lyra:night-ferry'})], unit_price: 25};

/** More readings and updates of orders. */
export const moreReads: Probes = {
  'order-read-without-user': async (s) => {
    const {data} = await readOrder(s, await ordered(s, 'permission'));
    return asObject(data.user).id !== NORA.id;
  },
  'order-read-price-of-first-product': async (s) => {
    return (await readOrder(s, await ordered(s, 'report', TWO))).data.unit_price !== 25;
  },
  'order-internal-type-refused': async (s) => {
    return (await readOrder(s, await ordered(s, 'permission'))).status !== 200;
  },
  'orders-rows-without-products': async (s) => {
    await order(s, 'permission');
    const {json} = await s.call('GET', '/orders');
    return asList(json.data).some((one) => !Array.isArray(one.products));
  },
  'orders-start-lost-with-end': async (s) => {
    await order(s, 'permission');
    return (await listed(s, '?start_at=2026-03-20&end_at=2026-03-25')).length !== 0;
  },
  'orders-user-prefix': async (s) => {
    await order(s, 'permission', {user: {id: 'twin-12', email: 'twin@probe.example'}});
    return (await listed(s, '?user_id=twin-1')).length !== 0;
  },
  'orders-deactivated-hidden': async (s) => {
    const user = await s.made();
    await order(s, 'sale', {user: {id: user.external_id, email: user.email}});
    await s.remove(user);
    return (await listed(s, `?user_id=${String(user.external_id)}`)).length !== 1;
  },
  'order-product-type-alone-refused': async (s) => {
    const one = await ordered(s, 'permission');
    const day = {expiration_date: '2027-01-02'};
    return (await change(s, one, day, '&product_type=content')).status !== 200;
  },
  'order-both-members-refused': async (s) => {
    const one = await ordered(s, 'permission');
    const both = {expiration_date: '2027-01-02', status: 'paused'};
    return (await change(s, one, both)).status !== 200;
  },
  'order-expiration-only-extends': async (s) => {
    const products = [{type: 'content', id: BOOK, expiration_date: '2027-01-02'}];
    const one = await ordered(s, 'permission', {products});
    const {data} = await change(s, one, {expiration_date: '2026-06-01'});
    return productsOf(data)[0]?.expiration_date !== '2026-06-01';
  },
  'order-expiration-resumes': async (s) => {
    const one = await ordered(s, 'permission');
    await change(s, one, {status: 'paused'});
    await change(s, one, {expiration_date: '2027-01-02'});
    return mayRead(s);
  },
  'order-second-cancel-restores': async (s) => {
    const one = await ordered(s, 'permission');
    await cancel(s, one);
    await cancel(s, one);
    return (await readOrder(s, one)).data.status !== 'cancelled';
  },
};
