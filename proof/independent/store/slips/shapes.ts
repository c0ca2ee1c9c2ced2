import {offsetIso} from '../time.ts';
import {ORDER_SHAPES_D, PLAN_SHAPES_D, SESSION_SHAPES_D} from './shapes-d.ts';
import {PLAN_SHAPES_E1, SESSION_SHAPES_E1} from './shapes-e1.ts';
import {ORDER_SHAPES_E2} from './shapes-e2.ts';
import {
  instead,
  jsonOf,
  listOf,
  replaced,
  rewritten,
  type Shapes,
  without,
  withoutIn,
  withoutInEach,
} from './types.ts';

/** How plans are miswritten. */
export const PLAN_SHAPES: Shapes = {
  ...PLAN_SHAPES_D,
  ...PLAN_SHAPES_E1,
  'plan-id-as-text': rewritten('id', String),
  'plan-type-capitalised': (view) => {
    view.type = view.type === 'prepaid' ? 'Prepaid' : 'Recurring';
  },
  'plan-name-as-slug': rewritten('name', (value) =>
    String(value).toLowerCase().replaceAll(' ', '-'),
  ),
  'plan-details-missing': without('details'),
  'plan-details-without-tags': rewritten('details', (value) =>
    String(value).replaceAll(/<[^>]*>/g, ''),
  ),
  'plan-recurring-duration-zero': instead('duration', 0),
  'plan-duration-as-text': (view) => {
    if (typeof view.duration === 'number') view.duration = `${view.duration} months`;
  },
  'plan-recommended-as-number': rewritten('recommended', Number),
  'plan-private-missing': without('private'),
  'plan-assigns-as-text': rewritten('assigns_collections', String),
  'plan-download-null-when-false': replaced('download_files', false, null),
  'plan-trial-as-days': (view) => {
    view.free_trial = view.free_trial_days ?? 0;
  },
  'plan-concurrency-as-text': rewritten('concurrency_limit', String),
  'plan-collections-joined': rewritten('collections', String),
  'plan-geolocalized-as-number': rewritten('has_geolocalized_prices', Number),
  'plan-url-missing': without('url'),
  'plan-created-as-unix': rewritten('created_at', (value) => Date.parse(String(value)) / 1000),
  'plan-updated-missing': without('updated_at'),
  'plan-deleted-at-false': instead('deleted_at', false),
};

/** How sessions are miswritten. */
export const SESSION_SHAPES: Shapes = {
  ...SESSION_SHAPES_D,
  ...SESSION_SHAPES_E1,
  'session-id-as-number': rewritten('id', Number),
  'session-user-id-as-text': rewritten('user_id', String),
  'session-email-missing': without('user_email'),
  'session-external-missing': without('user_external_id'),
  'session-ip-null': rewritten('ip_address', () => null),
  'session-data-as-text': rewritten('session_data', JSON.stringify),
  'session-activity-zoned': rewritten('last_activity', (value) => `${String(value)}Z`),
  'session-diff-as-number': rewritten('last_activity_diff', (value) =>
    Number.parseInt(String(value), 10),
  ),
  'session-expires-as-unix': rewritten(
    'session_expires_at',
    (value) => Date.parse(String(value)) / 1000,
  ),
  'session-type-browser': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'web') data.type = 'browser';
  },
  'session-browser-missing': withoutIn('session_data', 'browser'),
  'session-device-lower-case': (view) => {
    const data = jsonOf(view.session_data);
    if (typeof data.device === 'string') data.device = data.device.toLowerCase();
  },
  'session-tablet-unknown': (view) => {
    const data = jsonOf(view.session_data);
    if (data.device === 'Tablet') data.device = 'iPad';
  },
  'session-raw-missing': withoutIn('session_data', 'raw'),
  'session-raw-cut': (view) => {
    const data = jsonOf(view.session_data);
    data.raw = String(data.raw).slice(0, 64);
  },
  'session-app-missing': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'mobile') delete data.app_name;
  },
  'session-app-version-missing': withoutIn('session_data', 'app_version'),
  'session-os-missing': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'web') delete data.os;
  },
  'session-app-os-missing': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'mobile') delete data.os;
  },
  'session-app-raw-missing': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'mobile') delete data.raw;
  },
  'session-os-version-missing': withoutIn('session_data', 'os_version'),
};

/** How orders are miswritten. */
export const ORDER_SHAPES: Shapes = {
  ...ORDER_SHAPES_D,
  ...ORDER_SHAPES_E2,
  'order-id-short': rewritten('id', (value) => String(value).replaceAll('-', '').slice(-12)),
  'order-reference-missing': without('external_reference'),
  'order-type-manual': replaced('type', 'permission', 'manual'),
  'order-source-internal': rewritten('source', () => 'internal'),
  'order-source-backend': rewritten('source', () => 'backend'),
  'order-price-as-text': (view) => {
    view.unit_price = Number(view.unit_price).toFixed(2);
  },
  'order-price-null-when-free': replaced('unit_price', 0, null),
  'order-currency-lower-case': (view) => {
    if (typeof view.currency_id === 'string') view.currency_id = view.currency_id.toLowerCase();
  },
  'order-status-completed': replaced('status', 'approved', 'completed'),
  'order-created-with-time': (view, {now, store}) => {
    view.created_at = offsetIso(now(), store);
  },
  'checkout-url-without-host': (view) => {
    const checkout = jsonOf(view.checkout);
    if (checkout.url !== undefined) checkout.url = new URL(String(checkout.url)).pathname;
  },
  'checkout-ttl-as-text': (view) => {
    const checkout = jsonOf(view.checkout);
    if (checkout.ttl !== undefined) checkout.ttl = String(checkout.ttl);
  },
  'checkout-missing': without('checkout'),
  'order-user-id-as-number': (view, {store}) => {
    const user = jsonOf(view.user);
    const known = [...store.users.values()].find((one) => one.email === user.email);
    user.id = known?.id ?? 0;
  },
  'order-user-email-missing': withoutIn('user', 'email'),
  'order-products-keyed': (view) => {
    const pairs = listOf(view.products).map((one): [string, unknown] => [String(one.id), one]);
    view.products = Object.fromEntries(pairs);
  },
};

function product(edit: (one: Record<string, unknown>) => void): Shapes[string] {
  return (view) => listOf(view.products).forEach(edit);
}

/** How the products of orders are miswritten. */
export const PRODUCT_SHAPES: Shapes = {
  'order-product-id-as-number': product((one) => {
    one.id = String(one.id).length;
  }),
  'order-product-type-missing': withoutInEach('products', 'type'),
  'order-product-name-missing': withoutInEach('products', 'name'),
  'order-product-status-missing': withoutInEach('products', 'status'),
  'order-expiration-with-time': product((one) => {
    if (typeof one.expiration_date === 'string') one.expiration_date += ' 23:59:59';
  }),
  'order-expiration-empty': product((one) => {
    one.expiration_date ??= '';
  }),
  'order-cover-path': product((one) => {
    one.cover = new URL(String(one.cover)).pathname;
  }),
  'order-reader-url-path': product((one) => {
    if (typeof one.reader_url === 'string') one.reader_url = new URL(one.reader_url).pathname;
  }),
  'order-description-missing': withoutInEach('products', 'description'),
  'order-pages-as-text': product((one) => {
    one.pages_quantity = String(one.pages_quantity);
  }),
  'order-file-type-missing': withoutInEach('products', 'file_type'),
  'order-is-free-as-number': product((one) => {
    one.is_free = Number(one.is_free);
  }),
  'order-product-price-as-text': product((one) => {
    one.unit_price = String(one.unit_price);
  }),
  'order-product-price-zero-null': product((one) => {
    if (one.unit_price === 0) one.unit_price = null;
  }),
  'order-product-currency-missing': withoutInEach('products', 'currency_id'),
};
