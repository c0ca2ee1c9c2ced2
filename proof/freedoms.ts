import type {Json} from '../spec/json.ts';
import {pairwise} from './pairwise.ts';

/**
 * A permitted variation: a behaviour that the documents leave open, with the values that the mock can have. The first
 * value is the mock's default.
 */
export interface Freedom {
  name: string;
  values: readonly Json[];
  /** The rules that no check can decide with a value, because what they are about cannot be observed. */
  hides?: Record<string, readonly string[]>;
}

const OF_ANONYMOUS = [
  'store.users.anonymizing-replaces-the-email',
  'store.users.anonymizing-clears-the-name',
  'store.users.anonymizing-sets-the-flag',
  'store.users.anonymization-is-irreversible',
  'store.users.deactivating-an-anonymized-user-changes-nothing',
  // The reason is visible where the user is listed.
  'store.orders.orders-of-the-anonymized-say-why',
];

/** Without a profile these rules depend on the profile entry for the rows of a plan list. */
const OF_PLAN_PAGES = [
  'store.plans.deleted-is-gone',
  'store.plans.list-shows-every-plan',
  'store.plans.list-shows-own-only',
  'store.plans.refused-create-makes-nothing',
  'store.plans.search-finds-by-type',
  'store.plans.search-without-a-match',
];

const OF_CONVERSIONS = ['store.content.converting-lists-what-is-converted'];

const OF_CHECKOUT_URLS = [
  'store.orders.ttl-is-typically-3600',
  'store.orders.reading-gives-a-new-checkout-url',
  'store.orders.checkout-url-carries-the-token',
  'store.orders.checkout-opens-within-its-ttl',
  'store.orders.checkout-is-over-after-its-ttl',
  'store.orders.token-signs-the-buyer-in',
  'store.orders.token-expires-with-the-ttl',
];

const OF_READER = [
  'workspace.reader.one-row-a-mirror',
  'workspace.reader.mirror-says-which',
  'workspace.reader.mirror-has-conversion-status',
  'workspace.reader.mirror-says-whether-pushing',
  'workspace.reader.mirror-has-last-error',
  'workspace.reader.mirrors-differ',
  'workspace.reader.no-store-url',
  'workspace.reader.configured-is-true',
];

/** Every behavioural freedom. The chapters of the mock that declare them name the open points. */
export const FREEDOMS: readonly Freedom[] = [
  {name: 'publications.appears_after_ms', values: [0, 3000]},
  {name: 'cursor.on_last_page', values: ['null', 'absent', 'text']},
  {name: 'cursor.unknown', values: ['refused', 'first_page', 'empty_page']},
  {name: 'titles.empty_at_first', values: [false, true]},
  {name: 'registration.repetition', values: ['refused', 'same', 'created']},
  {
    name: 'registration.order',
    values: ['request_first', 'reservation_first'],
    hides: {
      reservation_first: [
        'workspace.uploads.registration-refuses-format',
        'workspace.uploads.registration-refuses-foreign-key',
        // These have the two refusals above among their places.
        'workspace.access.failure-has-summary',
        'workspace.access.failure-has-reason',
      ],
    },
  },
  {name: 'registration.size', values: ['as_reserved', 'as_stored']},
  {name: 'reservation.expires', values: [false, true]},
  {
    name: 'storage.size_judged',
    values: ['at_registration', 'at_upload'],
    hides: {at_upload: ['workspace.uploads.registration-needs-every-byte']},
  },
  {name: 'storage.put_once', values: [false, true]},
  {
    name: 'allowance.unlimited',
    values: [false, true],
    hides: {
      true: [
        'workspace.access.ability-refusal-has-no-effect',
        'workspace.access.allowance-is-own',
        'workspace.uploads.repetition-spends-nothing',
        'workspace.uploads.reservation-spends-nothing',
        'workspace.uploads.registration-spends-one',
        'workspace.uploads.refusal-spends-nothing',
        'workspace.uploads.allowance-renews-with-the-cycle',
        'workspace.usage.agrees-with-the-account',
        'workspace.mcp.publications-count-in-one-allowance',
      ],
    },
  },
  {name: 'runs.key_of_another', values: ['refused', 'replayed', 'new']},
  {
    name: 'runs.one_at_a_time',
    values: [false, true],
    hides: {true: ['workspace.runs.new-key-starts-another']},
  },
  {
    name: 'runs.once_a_tool',
    values: [false, true],
    hides: {true: ['workspace.runs.new-key-starts-another']},
  },
  {name: 'runs.failed_count', values: [true, false]},
  {name: 'runs.first_state', values: ['queued', 'running']},
  {name: 'files.appear_after_ms', values: [0, 5000]},
  {name: 'files.current_where_true', values: [false, true]},
  {name: 'downloads.redirect_body', values: ['none', 'page']},
  {name: 'tools.order', values: ['by_kind', 'by_slug']},
  {
    name: 'usage.allowance',
    values: ['remaining', 'total'],
    hides: {total: ['workspace.usage.agrees-with-the-account']},
  },
  {name: 'reader.configured', values: [true, false], hides: {false: OF_READER}},
  {name: 'mcp.revisions', values: ['all', 'legacy', 'modern']},
  {name: 'workspace.limits.window', values: ['sliding', 'fixed', 'aligned', 'bucket']},
  {name: 'store.limits.window', values: ['sliding', 'fixed', 'aligned', 'bucket']},
  {name: 'store.limits.reset_from', values: ['last_served', 'refusal']},
  {name: 'store.limits.minute_retry_after', values: [false, true]},
  {name: 'store.limits.refused_reads_counted', values: [false, true]},
  {
    name: 'store.limits.head',
    values: ['as_get', 'refused'],
    hides: {refused: ['store.limits.head-counts-as-read']},
  },
  {name: 'users.update_answers', values: [200, 204]},
  {name: 'users.uniqueness', values: ['after_existence', 'before_existence']},
  {name: 'users.unlisted_moves', values: ['refused', 'answered']},
  // Only observed: the document does not speak of other stores.
  {
    name: 'users.foreign',
    values: ['not_found', 'forbidden'],
    hides: {forbidden: ['store.access.foreign-is-not-found']},
  },
  {name: 'users.ids_counted', values: ['per_world', 'per_store']},
  {name: 'users.listed_flag', values: ['boolean', 'number']},
  {name: 'users.lists', values: ['everyone', 'active']},
  {name: 'users.anonymized_listed', values: [true, false], hides: {false: OF_ANONYMOUS}},
  {
    name: 'users.name_shown',
    values: [true, false],
    hides: {
      false: ['store.users.anonymizing-clears-the-name', 'store.users.anonymizing-sets-the-flag'],
    },
  },
  {name: 'plans.created_body', values: ['plan', 'code', 'none']},
  {name: 'plans.envelope', values: ['list', 'paginator'], hides: {paginator: OF_PLAN_PAGES}},
  {name: 'plans.prices', values: ['object', 'records', 'absent']},
  {name: 'plans.nothing_found', values: ['not_found', 'empty']},
  {name: 'plans.deleted_listed', values: [false, true]},
  {
    name: 'plans.omitted',
    values: ['kept', 'reset', 'demanded'],
    hides: {reset: ['store.plans.update-is-kept']},
  },
  {
    name: 'plans.unlisted_currency',
    values: ['refused', 'taken'],
    // Only observed: whether prices in other currencies are refused is open.
    hides: {taken: ['store.plans.unlisted-currency-is-refused']},
  },
  {name: 'plans.ended_shown', values: [true, false]},
  {name: 'users.picture', values: ['url', 'null']},
  {name: 'store.timezone', values: ['UTC', 'America/Argentina/Buenos_Aires', 'Pacific/Auckland']},
  {name: 'users.deleted_at', values: ['iso', 'object', 'number']},
  {name: 'users.order', values: ['newest', 'oldest']},
  {name: 'users.after_the_last_page', values: ['not_found', 'empty', 'everyone']},
  {name: 'orders.create_answers', values: [201, 200]},
  {name: 'orders.wrapped', values: [false, true]},
  {name: 'orders.sale_email', values: ['optional', 'required']},
  {name: 'orders.report_creates_users', values: [true, false]},
  {name: 'orders.user_by_id_alone', values: ['created', 'refused']},
  {name: 'orders.gone_users', values: ['refused', 'taken']},
  {name: 'orders.missing_product', values: ['by_type', 400, 422]},
  {name: 'orders.permission_creates', values: [true, false]},
  {
    name: 'orders.sale_currencies',
    values: ['table', 'ARS'],
    hides: {ARS: ['store.orders.gateway-follows-the-currency']},
  },
  {name: 'orders.report_currencies', values: ['any', 'same']},
  {name: 'orders.product_id', values: ['as_ordered', 'number']},
  {name: 'orders.references', values: ['unique', 'repeated']},
  {name: 'orders.id_type', values: ['internal', 'required']},
  // Only observed: the document does not speak of other stores.
  {
    name: 'orders.foreign',
    values: ['not_found', 'forbidden'],
    hides: {forbidden: ['store.access.foreign-is-not-found']},
  },
  {name: 'orders.product_type_alone', values: ['refused', 'ignored']},
  {name: 'orders.own_day', values: ['included', 'left_out']},
  {name: 'orders.nothing_found', values: ['empty', 'not_found']},
  {name: 'orders.order', values: ['newest', 'oldest']},
  {name: 'orders.unlisted_moves', values: ['refused', 'answered']},
  {name: 'orders.both_members', values: ['taken', 'refused']},
  {name: 'orders.status_of_one', values: ['product', 'order']},
  {name: 'orders.declined', values: ['cancelled', 'pending']},
  {name: 'orders.subscription_end', values: ['at_once', 'with_period']},
  {name: 'orders.manual', values: ['without_gateway', 'permissions']},
  {
    name: 'orders.reason_shown',
    values: [true, false],
    hides: {false: ['store.orders.orders-of-the-anonymized-say-why']},
  },
  {
    name: 'checkout.form',
    values: ['ttl', 'token', 'expires_on'],
    hides: {token: OF_CHECKOUT_URLS, expires_on: ['store.orders.ttl-is-typically-3600']},
  },
  {name: 'checkout.declined_status', values: ['cancelled', 'pending']},
  {name: 'auth-sessions.over_limit', values: ['oldest_ends', 'refused']},
  {name: 'auth-sessions.unknown_cursor', values: ['refused', 'first_page', 'empty_page']},
  {name: 'auth-sessions.unknown_filter', values: ['empty_page', 'refused']},
  {name: 'auth-sessions.both_filters', values: ['both', 'user_id', 'refused']},
  {name: 'auth-sessions.expired', values: ['gone', 'listed']},
  {name: 'auth-sessions.order', values: ['newest', 'oldest']},
  {
    name: 'content.file_before_conversion',
    values: ['object', 'null'],
    hides: {null: ['store.content.has-file']},
  },
  {name: 'content.unset', values: ['null', 'empty']},
  {name: 'content.prices_are', values: ['units', 'cents']},
  // The conversion status is recognized by the only value that the document shows.
  {
    name: 'content.converting_status',
    values: ['documented', 'queued'],
    hides: {queued: [...OF_CONVERSIONS, 'store.content.conversion-status-is-one-of-two']},
  },
  {
    name: 'content.converts',
    values: ['later', 'at_once'],
    hides: {at_once: [...OF_CONVERSIONS, 'store.content.deferred-lists-what-waits']},
  },
  {name: 'content.too_large', values: ['failed', 'refused']},
  {name: 'content.longest_external_id', values: [0, 64]},
  {name: 'content.stock', values: ['any', 'boolean', 'integer']},
  {name: 'content.query_by_external_id', values: [false, true]},
  {name: 'content.delete_by_external_id', values: [false, true]},
  {name: 'content.nothing_found', values: ['not_found', 'empty']},
  {name: 'content.order', values: ['newest', 'oldest']},
  {name: 'content.query_by_name', values: ['contain', 'exact']},
  {name: 'content.file_change', values: ['ignored', 'refused']},
  {name: 'content.update_needs', values: ['nothing', 'all']},
  {name: 'content.omitted', values: ['kept', 'reset']},
  {name: 'content.omitted_lists', values: ['cleared', 'kept']},
  {
    name: 'content.unlisted_currency',
    values: ['refused', 'taken'],
    // Only observed: whether prices in other currencies are refused is open.
    hides: {taken: ['store.content.prices-are-in-listed-currencies']},
  },
  // Only observed: the document does not speak of other stores.
  {
    name: 'content.foreign',
    values: ['not_found', 'forbidden'],
    hides: {forbidden: ['store.access.foreign-is-not-found']},
  },
  {name: 'content.read_envelope', values: ['bare', 'data', 'issue']},
  {name: 'content.read_members', values: ['listed', 'created']},
  {name: 'content.reads_while_off', values: ['served', 'forbidden']},
  {name: 'content.strict', values: [false, true]},
  {name: 'reading.order', values: ['newest', 'oldest']},
  {name: 'reading.dates', values: ['text', 'iso', 'object']},
  {name: 'reading.current_page', values: ['counted', 'null']},
  {name: 'reading.dates_of', values: ['started', 'processed']},
  {name: 'reading.last_day', values: ['included', 'excluded']},
  {name: 'reading.unknown_cursor', values: ['refused', 'first_page', 'empty_page']},
  {name: 'reading.unknown_filter', values: ['empty_page', 'refused']},
  {name: 'reading.url_filters', values: [true, false]},
  // Only observed: the document does not speak of old sessions.
  {
    name: 'reading.people',
    values: ['as_they_are', 'as_they_were'],
    hides: {as_they_were: ['store.reading.reading-of-those-who-left']},
  },
];

/** Sets of freedoms that cover every pair of values of any two freedoms. */
export const combinations = (): Record<string, Json>[] => pairwise(FREEDOMS);

/** The rules that need not be decided in a world with these freedoms. */
export const hiddenBy = (freedoms: Record<string, Json>): Set<string> =>
  new Set(FREEDOMS.flatMap(({name, hides}) => hides?.[String(freedoms[name])] ?? []));
