import type {Foundation} from '../../foundation.ts';

/** The ids of rules on orders, by their keys in the catalogue. */
export const inOrders = (keys: readonly string[]): string[] =>
  keys.map((key) => `store.orders.${key}`);

/** A rule of orders, and those that cannot be judged while it is broken. */
const foundation = (key: string, ...spoils: readonly string[]): Foundation => ({
  rule: `store.orders.${key}`,
  spoils: inOrders(spoils.filter((one) => one !== key)),
});

const MODEL = 'moves-are-the-listed-ones';
const ACCESS_MODEL = 'access-follows-the-orders';

/** What is judged with updates that succeed. */
const UPDATING = [
  'expiration-applies-to-all-products',
  'expiration-applies-to-the-product-named',
  'expiration-is-kept-as-written',
  'update-changes-what-it-names-only',
  'update-by-external-reference',
  'both-members-may-be-given',
  'approved-can-be-paused',
  'paused-can-be-approved',
  'approved-sale-takes-an-expiration',
  'product-type-alone-is-no-error',
  MODEL,
];

/** What is judged with cancellations that succeed. */
const CANCELLING = [
  'approved-can-be-cancelled',
  'paused-can-be-cancelled',
  'pending-can-be-cancelled',
  'cancel-by-external-reference',
  'cancel-reason-is-optional',
  'cancel-gives-id',
  'cancel-gives-external-reference',
  MODEL,
];

/** What the status of an order shows. */
const SHOWN_BY_STATUS = [
  'approved-can-be-paused',
  'paused-can-be-approved',
  'approved-can-be-cancelled',
  'paused-can-be-cancelled',
  'pending-can-be-cancelled',
  'cancel-by-external-reference',
  'cancelled-is-not-revived',
  'cancelling-twice-changes-nothing',
  'cancelled-order-is-listed-as-such',
  'pending-is-not-approved-by-an-update',
  'pending-is-not-paused',
  'update-changes-what-it-names-only',
  'refused-update-changes-nothing',
  'refused-cancel-changes-nothing',
  'status-filters-the-list',
  'deactivation-cancels-manual-orders',
  'anonymization-cancels-manual-orders',
  'reactivation-revives-no-order',
  MODEL,
];

/** What the expirations of products show. */
const SHOWN_BY_EXPIRATIONS = [
  'expiration-applies-to-all-products',
  'expiration-applies-to-the-product-named',
  'expiration-is-kept-as-written',
  'update-changes-what-it-names-only',
  'both-members-may-be-given',
  'approved-sale-takes-an-expiration',
  'pending-sale-takes-no-expiration',
  MODEL,
];

/** What an order is seen by that is read by its id. */
const READ = [
  ...new Set([
    ...SHOWN_BY_STATUS,
    ...SHOWN_BY_EXPIRATIONS,
    'read-shows-what-was-created',
    'id-type-defaults-to-internal',
    'orders-of-the-anonymized-say-why',
    'unknown-is-not-found',
  ]),
];

/** What is judged of orders that requests name by their id. */
const BY_ID = [
  ...READ,
  'same-reference-twice-is-consistent',
  'other-id-type-is-refused',
  'update-answers-200',
  'update-names-at-least-one-member',
  'product-id-needs-product-type',
  'status-is-approved-or-paused',
  'expiration-must-be-a-day',
  'cancel-answers-200',
  'cancel-gives-id',
  'cancel-reason-is-optional',
  'cancel-reason-is-3-to-150',
  'cancel-date-must-be-a-day',
];

/** Filters that two filters together are made of. */
const FILTERS = [
  'user-id-filters-the-list',
  'user-email-filters-the-list',
  'product-filters-the-list',
  'start-at-bounds-the-list',
  'end-at-bounds-the-list',
  'status-filters-the-list',
];

/** What an order can do without. */
const NEEDLESS = [
  'reference-is-optional',
  'return-url-is-not-needed-for-permission',
  'price-is-optional-for-permission',
  'currency-is-optional-for-permission',
  'user-id-is-enough',
  'user-email-is-enough',
  'product-name-is-optional',
  'product-url-is-optional',
  'product-price-is-optional-for-permission',
  'product-currency-is-optional-for-permission',
  'product-expiration-is-optional',
];

/** The rules about orders that exist without which others cannot be judged. */
export const ORDER_FOUNDATIONS: readonly Foundation[] = [
  foundation('internal-id-finds-the-order', ...BY_ID),
  foundation(
    'has-id',
    'internal-id-finds-the-order',
    'external-reference-finds-the-order',
    'update-by-external-reference',
    'redirect-has-order-id',
    ...BY_ID,
  ),
  // A mail says by its id which order it is about.
  {
    rule: 'store.orders.has-id',
    spoils: [
      'store.events.report-order-mails-the-user',
      'store.events.approved-sale-mails-the-user',
    ],
  },
  // What another store has is as unknown as what nobody has.
  {
    rule: 'store.orders.unknown-is-not-found',
    spoils: ['store.access.foreign-write-has-no-effect', 'store.access.foreign-is-not-found'],
    alike: 'operation',
  },
  // What orders need is seen by those that are created without it.
  ...NEEDLESS.map((key) => foundation(key, 'create-answers-201-or-200')),
  foundation('has-status', ...SHOWN_BY_STATUS),
  foundation('permission-is-approved-at-once', ...SHOWN_BY_STATUS),
  foundation('report-is-approved-at-once', ...SHOWN_BY_STATUS),
  foundation(
    'sale-is-pending-at-first',
    'pending-is-not-approved-by-an-update',
    'pending-is-not-paused',
    'pending-sale-takes-no-expiration',
    'pending-can-be-cancelled',
    MODEL,
  ),
  ...['has-products', 'product-has-id', 'product-has-type', 'product-has-expiration'].map((key) =>
    foundation(key, ...SHOWN_BY_EXPIRATIONS),
  ),
  foundation('has-user', ...FILTERS, 'user-id-comes-before-user-email'),
  foundation('update-answers-200', ...UPDATING),
  foundation('cancel-answers-200', ...CANCELLING),
  foundation('external-reference-finds-the-order', 'cancel-by-external-reference'),
  foundation('read-shows-what-was-created', 'update-changes-what-it-names-only'),
  // Without `id_type` anything may be found.
  foundation('id-type-defaults-to-internal', 'reference-needs-its-id-type'),
  foundation(
    'list-answers-200',
    ...FILTERS,
    'two-filters-find-what-both-find',
    'user-id-comes-before-user-email',
    'cancelled-order-is-listed-as-such',
    MODEL,
  ),
  // The lists by one filter have another beside it, so that they have few rows.
  ...FILTERS.map((key) =>
    foundation(key, 'two-filters-find-what-both-find', 'user-id-comes-before-user-email'),
  ),
  foundation('user-id-filters-the-list', 'product-filters-the-list', 'status-filters-the-list'),
  foundation('cancelled-order-is-listed-as-such', ...FILTERS, 'two-filters-find-what-both-find'),
  // What is not stored for all products is not kept as it was written.
  foundation(
    'expiration-applies-to-all-products',
    'expiration-applies-to-the-product-named',
    'expiration-is-kept-as-written',
    'approved-sale-takes-an-expiration',
    'both-members-may-be-given',
    MODEL,
  ),
  foundation(
    'expiration-is-kept-as-written',
    'expiration-applies-to-the-product-named',
    'both-members-may-be-given',
  ),
  foundation(
    'update-changes-what-it-names-only',
    'expiration-is-kept-as-written',
    'both-members-may-be-given',
    MODEL,
  ),
  foundation(
    'approved-can-be-paused',
    'paused-can-be-cancelled',
    'both-members-may-be-given',
    'status-filters-the-list',
    'pause-takes-access',
    'approval-gives-access-back',
    MODEL,
    ACCESS_MODEL,
  ),
  foundation('paused-can-be-approved', 'approval-gives-access-back', MODEL, ACCESS_MODEL),
  foundation(
    'approved-can-be-cancelled',
    'cancelled-is-not-revived',
    'cancelling-twice-changes-nothing',
    'cancelled-order-is-listed-as-such',
    'cancel-by-external-reference',
    'cancel-ends-access-at-once',
    'cancel-date-ends-access',
    'status-filters-the-list',
    'paused-can-be-cancelled',
    MODEL,
    ACCESS_MODEL,
  ),
  foundation('paused-can-be-cancelled', MODEL),
  foundation('pending-can-be-cancelled', MODEL),
  ...['pending-is-not-approved-by-an-update', 'pending-is-not-paused'].map((key) =>
    foundation(key, 'pending-sale-takes-no-expiration', MODEL),
  ),
  foundation('cancelled-is-not-revived', MODEL, ACCESS_MODEL),
  foundation('cancelling-twice-changes-nothing', MODEL, ACCESS_MODEL),
  // Of two cancellations at the same moment one comes second.
  {
    ...foundation('cancelling-twice-changes-nothing', 'cancelled-is-not-revived'),
    branches: ['not cancelled beside', 'approved after a cancellation beside'].map(
      (what) => `${what} another cancellation`,
    ),
  },
  foundation('cancel-reason-is-optional', ...CANCELLING),
  // A refused update that is stored is stored in every state.
  foundation(
    'refused-update-changes-nothing',
    'pending-is-not-approved-by-an-update',
    'pending-is-not-paused',
    'pending-sale-takes-no-expiration',
    'cancelled-is-not-revived',
    MODEL,
  ),
  foundation('refused-cancel-changes-nothing', MODEL),
  // What is accepted though it is invalid has its effect.
  ...['update-names-at-least-one-member', 'status-is-approved-or-paused'].map((key) =>
    foundation(key, 'refused-update-changes-nothing', MODEL),
  ),
  ...['product-id-needs-product-type', 'expiration-must-be-a-day'].map((key) =>
    foundation(key, 'refused-update-changes-nothing'),
  ),
  foundation('cancel-reason-is-3-to-150', 'refused-cancel-changes-nothing', MODEL),
  // A reason that is refused though it is right ends no order.
  {
    ...foundation(
      'cancel-reason-is-3-to-150',
      'approved-can-be-cancelled',
      'paused-can-be-cancelled',
    ),
    alike: 'operation',
  },
  foundation('cancel-date-must-be-a-day', 'refused-cancel-changes-nothing'),
  foundation(
    'permission-grants-access',
    'pause-takes-access',
    'approval-gives-access-back',
    'cancel-ends-access-at-once',
    'cancel-date-ends-access',
    ACCESS_MODEL,
  ),
  foundation('report-grants-access', 'cancel-ends-access-at-once', ACCESS_MODEL),
  foundation('pause-takes-access', 'approval-gives-access-back', ACCESS_MODEL),
  foundation('approval-gives-access-back', 'cancel-ends-access-at-once', ACCESS_MODEL),
  foundation('cancel-ends-access-at-once', ACCESS_MODEL),
  foundation('cancel-date-ends-access', ACCESS_MODEL),
  // What ends with its user is judged of users who have gone.
  {
    rule: 'store.users.deactivation-deactivates',
    spoils: inOrders(['deactivation-cancels-manual-orders', 'reactivation-revives-no-order']),
  },
  ...['active-can-be-anonymized', 'anonymize-takes-true-and-1'].map((key) => ({
    rule: `store.users.${key}`,
    spoils: inOrders(['anonymization-cancels-manual-orders', 'orders-of-the-anonymized-say-why']),
  })),
  foundation('anonymization-cancels-manual-orders', 'orders-of-the-anonymized-say-why'),
];
