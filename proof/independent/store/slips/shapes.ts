import {offsetIso} from '../time.ts';
import {ORDER_SHAPES_D, PLAN_SHAPES_D, SESSION_SHAPES_D} from './shapes-d.ts';
import {PLAN_SHAPES_E1, SESSION_SHAPES_E1} from './shapes-e1.ts';
import {ORDER_SHAPES_E2} from './shapes-e2.ts';
import {jsonOf, listOf, type Shapes} from './types.ts';

/** How plans are miswritten. */
export const PLAN_SHAPES: Shapes = {
  ...PLAN_SHAPES_D,
  ...PLAN_SHAPES_E1,
  'plan-id-as-text': (view) => {
    view.id = String(view.id);
  },
  'plan-type-capitalised': (view) => {
    view.type = view.type === 'prepaid' ? 'Prepaid' : 'Recurring';
  },
  'plan-name-as-slug': (view) => {
    view.name = String(view.name).toLowerCase().replaceAll(' ', '-');
  },
  'plan-details-missing': (view) => {
    delete view.details;
  },
  'plan-details-without-tags': (view) => {
    view.details = String(view.details).replaceAll(/<[^>]*>/g, '');
  },
  'plan-recurring-duration-zero': (view) => {
    view.duration ??= 0;
  },
  'plan-duration-as-text': (view) => {
    if (typeof view.duration === 'number') view.duration = `${view.duration} months`;
  },
  'plan-recommended-as-number': (view) => {
    view.recommended = Number(view.recommended);
  },
  'plan-private-missing': (view) => {
    delete view.private;
  },
  'plan-assigns-as-text': (view) => {
    view.assigns_collections = String(view.assigns_collections);
  },
  'plan-download-null-when-false': (view) => {
    if (view.download_files === false) view.download_files = null;
  },
  'plan-trial-as-days': (view) => {
    view.free_trial = view.free_trial_days ?? 0;
  },
  'plan-concurrency-as-text': (view) => {
    view.concurrency_limit = String(view.concurrency_limit);
  },
  'plan-collections-joined': (view) => {
    view.collections = String(view.collections);
  },
  'plan-geolocalized-as-number': (view) => {
    view.has_geolocalized_prices = Number(view.has_geolocalized_prices);
  },
  'plan-url-missing': (view) => {
    delete view.url;
  },
  'plan-created-as-unix': (view) => {
    view.created_at = Date.parse(String(view.created_at)) / 1000;
  },
  'plan-updated-missing': (view) => {
    delete view.updated_at;
  },
  'plan-deleted-at-false': (view) => {
    view.deleted_at ??= false;
  },
};

/** How sessions are miswritten. */
export const SESSION_SHAPES: Shapes = {
  ...SESSION_SHAPES_D,
  ...SESSION_SHAPES_E1,
  'session-id-as-number': (view) => {
    view.id = Number(view.id);
  },
  'session-user-id-as-text': (view) => {
    view.user_id = String(view.user_id);
  },
  'session-email-missing': (view) => {
    delete view.user_email;
  },
  'session-external-missing': (view) => {
    delete view.user_external_id;
  },
  'session-ip-null': (view) => {
    view.ip_address = null;
  },
  'session-data-as-text': (view) => {
    view.session_data = JSON.stringify(view.session_data);
  },
  'session-activity-zoned': (view) => {
    view.last_activity = `${String(view.last_activity)}Z`;
  },
  'session-diff-as-number': (view) => {
    view.last_activity_diff = Number.parseInt(String(view.last_activity_diff), 10);
  },
  'session-expires-as-unix': (view) => {
    view.session_expires_at = Date.parse(String(view.session_expires_at)) / 1000;
  },
  'session-type-browser': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'web') data.type = 'browser';
  },
  'session-browser-missing': (view) => {
    delete jsonOf(view.session_data).browser;
  },
  'session-device-lower-case': (view) => {
    const data = jsonOf(view.session_data);
    if (typeof data.device === 'string') data.device = data.device.toLowerCase();
  },
  'session-tablet-unknown': (view) => {
    const data = jsonOf(view.session_data);
    if (data.device === 'Tablet') data.device = 'iPad';
  },
  'session-raw-missing': (view) => {
    delete jsonOf(view.session_data).raw;
  },
  'session-raw-cut': (view) => {
    const data = jsonOf(view.session_data);
    data.raw = String(data.raw).slice(0, 64);
  },
  'session-app-missing': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'mobile') delete data.app_name;
  },
  'session-app-version-missing': (view) => {
    delete jsonOf(view.session_data).app_version;
  },
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
  'session-os-version-missing': (view) => {
    delete jsonOf(view.session_data).os_version;
  },
};

/** How orders are miswritten. */
export const ORDER_SHAPES: Shapes = {
  ...ORDER_SHAPES_D,
  ...ORDER_SHAPES_E2,
  'order-id-short': (view) => {
    view.id = String(view.id).replaceAll('-', '').slice(-12);
  },
  'order-reference-missing': (view) => {
    delete view.external_reference;
  },
  'order-type-manual': (view) => {
    if (view.type === 'permission') view.type = 'manual';
  },
  'order-source-internal': (view) => {
    view.source = 'internal';
  },
  'order-source-backend': (view) => {
    view.source = 'backend';
  },
  'order-price-as-text': (view) => {
    view.unit_price = Number(view.unit_price).toFixed(2);
  },
  'order-price-null-when-free': (view) => {
    if (view.unit_price === 0) view.unit_price = null;
  },
  'order-currency-lower-case': (view) => {
    if (typeof view.currency_id === 'string') view.currency_id = view.currency_id.toLowerCase();
  },
  'order-status-completed': (view) => {
    if (view.status === 'approved') view.status = 'completed';
  },
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
  'checkout-missing': (view) => {
    delete view.checkout;
  },
  'order-user-id-as-number': (view, {store}) => {
    const user = jsonOf(view.user);
    const known = [...store.users.values()].find((one) => one.email === user.email);
    user.id = known?.id ?? 0;
  },
  'order-user-email-missing': (view) => {
    delete jsonOf(view.user).email;
  },
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
  'order-product-type-missing': product((one) => {
    delete one.type;
  }),
  'order-product-name-missing': product((one) => {
    delete one.name;
  }),
  'order-product-status-missing': product((one) => {
    delete one.status;
  }),
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
  'order-description-missing': product((one) => {
    delete one.description;
  }),
  'order-pages-as-text': product((one) => {
    one.pages_quantity = String(one.pages_quantity);
  }),
  'order-file-type-missing': product((one) => {
    delete one.file_type;
  }),
  'order-is-free-as-number': product((one) => {
    one.is_free = Number(one.is_free);
  }),
  'order-product-price-as-text': product((one) => {
    one.unit_price = String(one.unit_price);
  }),
  'order-product-price-zero-null': product((one) => {
    if (one.unit_price === 0) one.unit_price = null;
  }),
  'order-product-currency-missing': product((one) => {
    delete one.currency_id;
  }),
};
