import type {Foundation} from '../../../language/foundation.ts';
import {foundationsOf} from '../../../language/foundations-of.ts';

/** A rule of orders, and those that cannot be judged while it is broken. */
const foundation = foundationsOf('store.orders');

/** Rules whose checks read the products in a response. */
const SHOWN_PRODUCTS = [
  'products-are-those-ordered',
  'product-is-as-given',
  'expiration-is-null-unless-given',
];

/** Rules whose checks read the initial status of an order. */
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

/** Rules whose checks compare the values of a creation with all responses. */
const AS_GIVEN = [
  'created-is-as-given',
  'price-is-as-given',
  'products-are-those-ordered',
  'product-is-as-given',
];

/** The failures of a judge when only a read shows other values than the creation. */
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

/** The rules about the members of orders without which others cannot be judged. */
export const ORDER_SHAPE_FOUNDATIONS: readonly Foundation[] = [
  // If a member is missing or has another form, its value is not judged.
  // The passive check of a list has no rule about a member of the checkout, and names that of the list.
  foundation('checkout-has-ttl', ['list-has-orders'], {operations: ['listOrders']}),
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
  // Days are calculated from the day on which the order was created.
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
  // If an error does not have the shape of the errors of orders, all its members are missing.
  foundation('failure-has-errors', [
    'failure-has-status',
    'failure-has-titles',
    'failure-has-details',
  ]),
  foundation('failure-has-titles', ['failure-has-details']),
  // The token expires with the checkout.
  foundation('checkout-is-over-after-its-ttl', ['token-expires-with-the-ttl']),
  // A user without id and email is like a missing user.
  foundation('user-needs-id-or-email', ['user-is-required'], {alike: 'operation'}),
  // If a cancellation has no effect, the order can still be paid.
  ...['approved-can-be-cancelled', 'pending-can-be-cancelled'].map((key) =>
    foundation(key, ['cancelled-order-cannot-be-paid']),
  ),
  foundation('cancel-gives-id', ['cancel-by-external-reference']),
  // If a value that is not a day is accepted, it is shown as it was given.
  ...['expiration-must-be-a-day', 'cancel-date-must-be-a-day', 'product-expiration-is-a-date'].map(
    (key) => foundation(key, ['product-has-expiration']),
  ),
  // If only the read shows other values, the values are stored correctly, and the rule about reads
  // is broken.
  foundation('read-shows-what-was-created', AS_GIVEN, {branches: ONLY_WHEN_READ}),
];
