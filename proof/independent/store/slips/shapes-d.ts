import type {Context} from '../types.ts';
import {jsonOf, rewritten, type Shapes, without, withoutIn, withoutInEach} from './types.ts';

const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** How plans are miswritten. */
export const PLAN_SHAPES_D: Shapes = {
  'plan-duration-in-days': rewritten('duration', (months) =>
    months === null ? null : Number(months) * 30,
  ),
  'plan-details-escaped': rewritten('details', (html) => escaped(String(html))),
  'plan-collections-missing': without('collections'),
  'plan-geolocalized-missing': without('has_geolocalized_prices'),
};

/** How sessions are miswritten. */
export const SESSION_SHAPES_D: Shapes = {
  'session-activity-day-first': rewritten('last_activity', (at) => {
    const [day = '', time = ''] = String(at).split('T');
    return `${day.split('-').toReversed().join('/')} ${time.slice(0, 5)}`;
  }),
  'session-expires-zoned': rewritten('session_expires_at', (at) => `${String(at)}-03:00`),
  'session-type-app': (view) => {
    const data = jsonOf(view.session_data);
    if (data.type === 'mobile') data.type = 'app';
  },
};

/** How orders are miswritten. */
export const ORDER_SHAPES_D: Shapes = {
  'order-created-day-first': rewritten('created_at', (day) =>
    String(day).split('-').toReversed().join('-'),
  ),
  'order-total-missing': without('unit_price'),
  'order-status-capitalised': rewritten('status', (status) =>
    String(status).replace(/^./, (first) => first.toUpperCase()),
  ),
  'order-source-missing': without('source'),
  'order-is-free-missing': withoutInEach('products', 'is_free'),
  'checkout-as-text': (view) => {
    if (view.checkout !== undefined) view.checkout = jsonOf(view.checkout).url;
  },
};

/** How content is miswritten. */
export const ISSUE_SHAPES_D: Shapes = {
  'issue-slug-missing': without('slug'),
  'issue-audience-missing': without('audience'),
  'issue-size-missing': withoutIn('file', 'size_in_kb'),
};

/** How content is miswritten in lists and reads. */
export const ITEM_SHAPES_D: Shapes = {
  'item-cover-missing': without('cover'),
  'item-pages-missing': without('number_of_pages'),
};

/** Whether the plan of a reading session was deleted. */
function isOfDeletedPlan({store}: Context, plan: unknown): boolean {
  return (store.plans.get(Number(plan))?.terms.deletedAt ?? null) !== null;
}

/** How reading sessions are miswritten. */
export const READING_SHAPES_D: Shapes = {
  'reading-bookmarks-missing': without('bookmarks'),
  'reading-captchas-as-text': rewritten('resolved_captchas', String),
  'reading-processed-as-unix': rewritten('processed_at', (at) =>
    at === null ? null : Date.parse(`${String(at).replace(' ', 'T')}Z`) / 1000,
  ),
  'reading-value-null-of-deleted-plan': (view, context) => {
    const plan = String(view.reason_type).includes('subscription');
    if (plan && isOfDeletedPlan(context, view.reason_value)) view.reason_value = null;
  },
};
