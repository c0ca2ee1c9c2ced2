import {plainText} from '../content/shelve.ts';
import type {Order} from '../commerce-types.ts';
import type {Json} from '../types.ts';
import {jsonOf, listOf, type Shapes} from './types.ts';

/** The user whom the create body of an order named. */
function sentUser(order: Order | undefined): Json | undefined {
  const entry = order?.history.find((one) => one.startsWith('sent:'));
  return entry === undefined ? undefined : jsonOf(JSON.parse(entry.slice('sent:'.length)));
}

/** How orders are miswritten. */
export const ORDER_SHAPES_E2: Shapes = {
  'checkout-ttl-in-milliseconds': (view) => {
    const checkout = jsonOf(view.checkout);
    if (typeof checkout.ttl === 'number') checkout.ttl *= 1000;
  },
  'order-clp-in-cents': (view) => {
    if (view.currency_id === 'CLP') view.unit_price = Number(view.unit_price) / 100;
  },
  'order-user-as-sent': (view, {store}) => {
    const sent = sentUser(store.commerce.orders.find((one) => one.id === view.id));
    if (sent !== undefined) view.user = {id: sent.id, email: sent.email};
  },
  'issue-delete-empties-orders': (view, {store}) => {
    view.products = listOf(view.products).filter(({id, type}) => {
      const gone = store.commerce.catalog.get(String(id))?.withdrawn === true;
      return type !== 'content' || !gone;
    });
  },
};

/** How content is miswritten. */
export const ISSUE_SHAPES_E2: Shapes = {
  'issue-raw-text-stale': (view, {store}) => {
    const issue = store.commerce.issues.get(Number(view.id));
    const first = issue?.history.find((entry) => entry.startsWith('described:'));
    if (first !== undefined) {
      view.description_raw_text = plainText(first.slice('described:'.length));
    }
  },
};

/** How content is miswritten in lists and reads. */
export const ITEM_SHAPES_E2: Shapes = {
  'item-day-of-upload': (view) => {
    view.publication_date = String(view.created_at).slice(0, 10);
  },
};

/** How reading sessions are miswritten. */
export const READING_SHAPES_E2: Shapes = {
  'reading-guest-after-deactivation': (view, {store}) => {
    const reader = store.users.get(Number(view.user_id ?? 0));
    if ((reader?.deletedAt ?? null) === null) return;
    for (const member of ['user_id', 'user_email', 'user_name', 'user_external_id']) {
      view[member] = null;
    }
  },
};
