import type {Foundation} from '../../../language/foundation.ts';
import {foundationsOf} from '../../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.orders');

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
  'user',
  'user.email',
  'products.0.unit_price',
  'products.0.expiration_date',
  'product unit_price',
  'product currency_id',
  'product expiration_date',
].map((name) => `another ${name} when read`);

/** The rules about the members of orders without which others cannot be judged. */
export const ORDER_SHAPE_FOUNDATIONS: readonly Foundation[] = [
  // The passive check of a list has no rule about a member of the checkout, and names that of the list.
  foundation('checkout-has-ttl', ['list-has-orders'], {operations: ['listOrders']}),
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
  foundation(
    ['approved-can-be-cancelled', 'pending-can-be-cancelled'],
    ['cancelled-order-cannot-be-paid'],
  ),
  // If a value that is not a day is accepted, it is shown as it was given.
  foundation(
    ['expiration-must-be-a-day', 'cancel-date-must-be-a-day', 'product-expiration-is-a-date'],
    ['product-has-expiration'],
  ),
  // If only the read shows other values, the values are stored correctly, and the rule about reads
  // is broken.
  foundation('read-shows-what-was-created', AS_GIVEN, {branches: ONLY_WHEN_READ}),
].flat();
