import type {Foundation} from '../../foundation.ts';
import {inOrders} from './foundations.ts';

/** A rule of orders, and those that cannot be judged while it is broken. */
const foundation = (
  key: string,
  spoils: readonly string[],
  narrowed: Pick<Foundation, 'alike' | 'operations' | 'branches'> = {},
): Foundation => ({rule: `store.orders.${key}`, spoils: inOrders(spoils), ...narrowed});

/** What is judged by the products that a response shows. */
const SHOWN_PRODUCTS = [
  'products-are-those-ordered',
  'product-is-as-given',
  'expiration-is-null-unless-given',
];

/** What is judged by the status of an order before anybody updates it. */
const STATUS = [
  'permission-is-approved-at-once',
  'report-is-approved-at-once',
  'sale-is-pending-at-first',
  'type-alone-sets-the-status',
  'payment-approves-the-order',
  'unpaid-order-is-not-approved',
  'cancelled-order-cannot-be-paid',
  'redirect-agrees-with-the-order',
];

/** What is judged by the values that a creation gave, wherever they are shown. */
const AS_GIVEN = [
  'created-is-as-given',
  'price-is-as-given',
  'products-are-those-ordered',
  'product-is-as-given',
];

/** What a judge of the values of an order says when only a read shows others. */
const ONLY_WHEN_READ = [
  'type',
  'external_reference',
  'unit_price',
  'currency_id',
  'created_at',
  'email',
  'user',
  'product unit_price',
  'product currency_id',
  'product expiration_date',
].map((name) => `another ${name} when read`);

/** The rules about what an order looks like without which others cannot be judged. */
export const ORDER_SHAPE_FOUNDATIONS: readonly Foundation[] = [
  // A member that is missing, or has another form, is not another value.
  foundation('has-type', ['created-is-as-given', 'read-shows-what-was-created']),
  foundation('has-source', ['source-is-api']),
  foundation('has-price', [
    'price-is-as-given',
    'price-is-0-unless-given',
    'read-shows-what-was-created',
    'update-changes-what-it-names-only',
  ]),
  foundation('has-currency', [
    'created-is-as-given',
    'currency-is-null-unless-given',
    'read-shows-what-was-created',
    'update-changes-what-it-names-only',
  ]),
  foundation('has-status', STATUS),
  foundation('has-user', ['created-is-as-given']),
  // Days are told from the one on which the order was created.
  foundation('has-day-of-creation', [
    'created-at-is-the-day-of-creation',
    'start-at-bounds-the-list',
    'end-at-bounds-the-list',
    'two-filters-find-what-both-find',
    'read-shows-what-was-created',
    'update-changes-what-it-names-only',
  ]),
  ...['has-products', 'product-has-id', 'product-has-type'].map((key) =>
    foundation(key, SHOWN_PRODUCTS),
  ),
  foundation('product-has-expiration', ['product-is-as-given', 'expiration-is-null-unless-given']),
  ...['product-has-price', 'product-has-currency'].map((key) =>
    foundation(key, ['product-is-as-given']),
  ),
  foundation('checkout-has-url', [
    'reading-gives-a-new-checkout-url',
    'checkout-url-carries-the-token',
    'checkout-opens-within-its-ttl',
    'token-signs-the-buyer-in',
  ]),
  foundation('checkout-has-ttl', [
    'checkout-opens-within-its-ttl',
    'checkout-is-over-after-its-ttl',
    'token-expires-with-the-ttl',
  ]),
  // A failure that has not the shape of orders lacks all its members.
  foundation('failure-has-errors', [
    'failure-has-status',
    'failure-has-titles',
    'failure-has-details',
  ]),
  foundation('failure-has-titles', ['failure-has-details']),
  // Its token is over when the checkout is.
  foundation('checkout-is-over-after-its-ttl', ['token-expires-with-the-ttl']),
  // An order of nobody is one without a user.
  foundation('user-needs-id-or-email', ['user-is-required'], {alike: 'operation'}),
  // An order that no cancellation ends can be paid.
  ...['approved-can-be-cancelled', 'pending-can-be-cancelled'].map((key) =>
    foundation(key, ['cancelled-order-cannot-be-paid']),
  ),
  foundation('cancel-gives-id', ['cancel-by-external-reference']),
  // What was accepted though it is no day is shown as it was given.
  ...['expiration-must-be-a-day', 'cancel-date-must-be-a-day', 'product-expiration-is-a-date'].map(
    (key) => foundation(key, ['product-has-expiration']),
  ),
  // What only a read shows otherwise is not stored otherwise.
  foundation('read-shows-what-was-created', AS_GIVEN, {branches: ONLY_WHEN_READ}),
];
