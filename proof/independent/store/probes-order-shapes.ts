import {hook, MONTHLY, NORA, order, ordered, paid, product, productsOf} from './commerce-kit.ts';
import {asList, asObject, type Probe, type Probes, type Seen, type Value} from './probe-kit.ts';
import {parses} from './web-address.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Shows when a new order does not pass the test. */
function orderShows(type: string, test: (one: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => !test(await ordered(site, type, changes));
}

/** Shows when the first product of a new order does not pass the test. */
function itemShows(test: (one: Value) => boolean, changes: Value = {}): Probe {
  return async (site) => {
    const one = await ordered(site, 'report', {products: [product(changes)]});
    return !test(productsOf(one)[0] ?? {});
  };
}

/** Shows when the refusal of an order does not pass the test. */
function refusal(test: (answer: Seen) => boolean): Probe {
  return async (site) => !test(await order(site, 'sale', {return_url: 'nowhere'}));
}

const has =
  (member: string) =>
  (one: Value): boolean =>
    Object.hasOwn(one, member);

const isUrl = (value: unknown): boolean => parses(String(value));

/** The members of orders. */
export const orderMembers: Probes = {
  'order-id-short': orderShows('permission', (one) => UUID.test(String(one.id))),
  'order-reference-missing': orderShows('permission', (one) => one.external_reference === 'r-1', {
    external_reference: 'r-1',
  }),
  'order-type-manual': orderShows('permission', (one) => one.type === 'permission'),
  'order-source-backend': orderShows('permission', (one) => {
    return ['internal', 'api'].includes(String(one.source));
  }),
  'order-price-as-text': orderShows('report', (one) => one.unit_price === 12.5),
  'order-price-null-when-free': orderShows('permission', (one) => one.unit_price === 0),
  'order-price-integer': orderShows('report', (one) => one.unit_price === 12.5),
  'order-currency-lower-case': orderShows('report', (one) => one.currency_id === 'USD'),
  'order-status-completed': orderShows('permission', (one) => one.status === 'approved'),
  'order-created-with-time': orderShows('permission', (one) => one.created_at === '2026-03-17'),
  'checkout-missing': orderShows('sale', has('checkout')),
  'checkout-url-without-host': orderShows('sale', (one) => isUrl(asObject(one.checkout).url)),
  'checkout-ttl-as-text': orderShows('sale', (one) => {
    return Number.isInteger(asObject(one.checkout).ttl);
  }),
  'checkout-on-permission': orderShows('permission', (one) => one.checkout === undefined),
  'checkout-on-approved': async (s) => (await paid(s)).one.checkout !== undefined,
  'order-user-id-as-number': orderShows('permission', (one) => {
    return asObject(one.user).id === NORA.id;
  }),
  'order-user-email-missing': orderShows('permission', (one) => {
    return asObject(one.user).email === NORA.email;
  }),
  'order-products-keyed': orderShows('permission', (one) => Array.isArray(one.products)),
  'order-third-product-lost': orderShows('report', (one) => productsOf(one).length === 3, {
    products: [product(), product({id: 'lyra:night-ferry'}), product({id: 'lyra:niño'})],
  }),
};

/** The members of the products of orders. */
export const orderItems: Probes = {
  'order-product-id-as-number': itemShows((one) => typeof one.id === 'string'),
  'order-product-type-missing': itemShows((one) => one.type === 'content'),
  'order-product-name-missing': itemShows(has('name')),
  'order-product-status-missing': itemShows(has('status')),
  'order-expiration-with-time': itemShows((one) => one.expiration_date === '2027-01-02', {
    expiration_date: '2027-01-02',
  }),
  'order-expiration-empty': itemShows((one) => one.expiration_date === null),
  'order-cover-path': itemShows((one) => isUrl(one.cover)),
  'order-reader-url-path': itemShows((one) => one.reader_url === null || isUrl(one.reader_url)),
  'order-description-missing': itemShows(has('description')),
  'order-pages-as-text': itemShows((one) => Number.isInteger(one.pages_quantity)),
  'order-file-type-missing': itemShows((one) => typeof one.file_type === 'string'),
  'order-is-free-as-number': itemShows((one) => typeof one.is_free === 'boolean'),
  'order-product-price-as-text': itemShows((one) => one.unit_price === 12.5),
  'order-product-currency-missing': itemShows(has('currency_id')),
};

/** The answers of orders, and the shape of their errors. */
export const orderReplies: Probes = {
  'order-create-status-202': async (s) => {
    return ![200, 201].includes((await order(s, 'permission')).status);
  },
  'order-data-nested': async (s) => (await order(s, 'permission')).data.status !== 'approved',
  'order-invalid-400': refusal((answer) => answer.status === 422),
  'order-errors-general': refusal((answer) => Array.isArray(answer.json.errors)),
  'order-errors-no-status': refusal((answer) => answer.json.status === 422),
  'order-error-title-missing': refusal((answer) => {
    return asList(answer.json.errors).every((one) => typeof one.title === 'string');
  }),
  'order-error-details-text': refusal((answer) => {
    return asList(answer.json.errors).every((one) => Array.isArray(one.details));
  }),
};

/** The states in which orders begin, and what they make. */
export const orderStarts: Probes = {
  'order-permission-pending': orderShows('permission', (one) => one.status === 'approved'),
  'order-report-pending': orderShows('report', (one) => one.status === 'approved'),
  'order-sale-approved': orderShows('sale', (one) => one.status === 'pending'),
  'order-status-from-body': orderShows('permission', (one) => one.status === 'approved', {
    status: 'paused',
  }),
  'order-subscription-refused': async (s) => {
    const products = [{type: 'subscription', id: MONTHLY}];
    return (await order(s, 'permission', {products})).status !== 201;
  },
  'permission-payment-recorded': async (s) => {
    const {id} = await ordered(s, 'permission');
    return asList((await hook(s, 'payment-records', {order: id})).payments).length !== 0;
  },
  'report-payment-missing': async (s) => {
    const {id} = await ordered(s, 'report');
    return asList((await hook(s, 'payment-records', {order: id})).payments).length !== 1;
  },
};
