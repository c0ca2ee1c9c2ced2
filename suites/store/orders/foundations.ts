import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('store.orders');

const MODEL = 'moves-are-the-listed-ones';
const ACCESS_MODEL = 'access-follows-the-orders';

/** Rules whose checks need successful updates. */
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

/** Rules whose checks need successful cancellations. */
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

/** Rules whose checks read the status of an order. */
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

/** Rules whose checks name orders by their id. */
const BY_ID = [
  ...SHOWN_BY_STATUS,
  'expiration-applies-to-all-products',
  'expiration-applies-to-the-product-named',
  'expiration-is-kept-as-written',
  'both-members-may-be-given',
  'approved-sale-takes-an-expiration',
  'pending-sale-takes-no-expiration',
  'read-shows-what-was-created',
  'id-type-defaults-to-internal',
  'orders-of-the-anonymized-say-why',
  'unknown-is-not-found',
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

/** Rules whose checks read a created order by its id, and compare it with what was sent. */
const AS_CREATED = [
  'created-is-as-given',
  'created-at-is-the-day-of-creation',
  'price-is-as-given',
  'product-is-as-given',
  'products-are-those-ordered',
  'sale-is-pending-at-first',
  'shown-alike-everywhere',
];

/** The rules about single filters. */
const FILTERS = [
  'user-id-filters-the-list',
  'user-email-filters-the-list',
  'product-filters-the-list',
  'start-at-bounds-the-list',
  'end-at-bounds-the-list',
  'status-filters-the-list',
];

/** The rules about optional members. */
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
  foundation('internal-id-finds-the-order', [...BY_ID, ...AS_CREATED]),
  foundation('ids-differ', AS_CREATED),
  // A foreign order must look like a nonexistent one, so a wrong 404 breaks both rules.
  foundation(
    'unknown-is-not-found',
    ['access.foreign-write-has-no-effect', 'access.foreign-is-not-found'],
    {alike: 'operation'},
  ),
  // If an optional member is required, orders without it are refused, so creations fail.
  foundation(NEEDLESS, ['create-answers-201-or-200']),
  foundation(['permission-is-approved-at-once', 'report-is-approved-at-once'], SHOWN_BY_STATUS),
  foundation('sale-is-pending-at-first', [
    'pending-is-not-approved-by-an-update',
    'pending-is-not-paused',
    'pending-sale-takes-no-expiration',
    'pending-can-be-cancelled',
    MODEL,
  ]),
  foundation('update-answers-200', UPDATING),
  foundation('cancel-answers-200', CANCELLING),
  foundation('external-reference-finds-the-order', ['cancel-by-external-reference']),
  foundation('read-shows-what-was-created', ['update-changes-what-it-names-only']),
  // If the default of `id_type` is wrong, a read without it may find anything.
  foundation('id-type-defaults-to-internal', ['reference-needs-its-id-type']),
  foundation('list-answers-200', [
    ...FILTERS,
    'two-filters-find-what-both-find',
    'user-id-comes-before-user-email',
    'cancelled-order-is-listed-as-such',
    MODEL,
  ]),
  // The lists by one filter also have a second one, so that they have few rows.
  foundation(FILTERS, ['two-filters-find-what-both-find', 'user-id-comes-before-user-email']),
  foundation('user-id-filters-the-list', ['product-filters-the-list', 'status-filters-the-list']),
  foundation('cancelled-order-is-listed-as-such', [...FILTERS, 'two-filters-find-what-both-find']),
  // If an expiration is not stored for all products, the checks of single products fail, too.
  foundation('expiration-applies-to-all-products', [
    'expiration-applies-to-the-product-named',
    'expiration-is-kept-as-written',
    'approved-sale-takes-an-expiration',
    'both-members-may-be-given',
    MODEL,
  ]),
  foundation('expiration-is-kept-as-written', [
    'expiration-applies-to-the-product-named',
    'both-members-may-be-given',
  ]),
  foundation('update-changes-what-it-names-only', [
    'expiration-is-kept-as-written',
    'both-members-may-be-given',
    MODEL,
  ]),
  foundation('approved-can-be-paused', [
    'paused-can-be-cancelled',
    'both-members-may-be-given',
    'status-filters-the-list',
    'pause-takes-access',
    'approval-gives-access-back',
    MODEL,
    ACCESS_MODEL,
  ]),
  foundation('paused-can-be-approved', ['approval-gives-access-back', MODEL, ACCESS_MODEL]),
  foundation('approved-can-be-cancelled', [
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
  ]),
  foundation(
    ['paused-can-be-cancelled', 'pending-can-be-cancelled', 'refused-cancel-changes-nothing'],
    [MODEL],
  ),
  foundation(
    ['pending-is-not-approved-by-an-update', 'pending-is-not-paused'],
    ['pending-sale-takes-no-expiration', MODEL],
  ),
  foundation(
    ['cancelled-is-not-revived', 'cancelling-twice-changes-nothing'],
    [MODEL, ACCESS_MODEL],
  ),
  // One of two parallel cancellations comes second, and so cancels an order that is already
  // cancelled.
  foundation('cancelling-twice-changes-nothing', ['cancelled-is-not-revived'], {
    branches: ['not cancelled beside', 'approved after a cancellation beside'].map(
      (what) => `${what} another cancellation`,
    ),
  }),
  foundation('cancel-reason-is-optional', CANCELLING),
  // If refused updates are stored, this happens in every state.
  foundation('refused-update-changes-nothing', [
    'pending-is-not-approved-by-an-update',
    'pending-is-not-paused',
    'pending-sale-takes-no-expiration',
    'cancelled-is-not-revived',
    MODEL,
  ]),
  // If an invalid update is accepted, it takes effect.
  foundation(
    ['update-names-at-least-one-member', 'status-is-approved-or-paused'],
    ['refused-update-changes-nothing', MODEL],
  ),
  foundation(
    ['product-id-needs-product-type', 'expiration-must-be-a-day'],
    ['refused-update-changes-nothing'],
  ),
  foundation('cancel-reason-is-3-to-150', ['refused-cancel-changes-nothing', MODEL]),
  // If a valid reason is refused, the order is not cancelled.
  foundation(
    'cancel-reason-is-3-to-150',
    ['approved-can-be-cancelled', 'paused-can-be-cancelled'],
    {alike: 'operation'},
  ),
  foundation('cancel-date-must-be-a-day', ['refused-cancel-changes-nothing']),
  foundation('permission-grants-access', [
    'pause-takes-access',
    'approval-gives-access-back',
    'cancel-ends-access-at-once',
    'cancel-date-ends-access',
    ACCESS_MODEL,
  ]),
  foundation('report-grants-access', ['cancel-ends-access-at-once', ACCESS_MODEL]),
  foundation('pause-takes-access', ['approval-gives-access-back', ACCESS_MODEL]),
  foundation('approval-gives-access-back', ['cancel-ends-access-at-once', ACCESS_MODEL]),
  foundation('cancel-ends-access-at-once', [ACCESS_MODEL]),
  foundation('cancel-date-ends-access', [ACCESS_MODEL]),
  // The checks of orders that end with their user need users who were deactivated or anonymized.
  foundation('users.deactivation-deactivates', [
    'deactivation-cancels-manual-orders',
    'reactivation-revives-no-order',
  ]),
  foundation(
    ['users.active-can-be-anonymized', 'users.anonymize-takes-true-and-1'],
    ['anonymization-cancels-manual-orders', 'orders-of-the-anonymized-say-why'],
  ),
  // An anonymization deactivates, too.
  foundation('deactivation-cancels-manual-orders', ['anonymization-cancels-manual-orders']),
  foundation('anonymization-cancels-manual-orders', ['orders-of-the-anonymized-say-why']),
].flat();
