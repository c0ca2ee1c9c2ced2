import type {View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import {dayEnds, localDay} from '../access/local-time.ts';
import type {Plan} from '../plans/plan.ts';
import {
  periodEnd,
  subscriptionCancelled,
  subscriptionEnds,
  subscriptionFor,
  type Subscription,
} from '../plans/subscription.ts';
import type {Day, Order, OrderProduct} from './order.ts';

/**
 * The effect of an order on the subscriptions of its products: its approval starts them, an expiration limits them,
 * and its cancellation ends them, immediately or on the given day.
 */
export function subscriptionChanges(view: View, order: Order): Change[] {
  const begun = view.all<Subscription>('subscriptions', 'order', order.key);
  return order.products
    .filter(({type}) => type === 'subscription')
    .flatMap((product) => {
      const own = begun.find(({plan}) => String(plan) === product.product);
      return own ? changed(view, own, product) : beginning(view, order, product);
    });
}

/**
 * A cancelled order whose subscriptions continue to the end of their period, in worlds with that freedom (NS-ST-48).
 * @param before the order before its cancellation: what gave no access then gives none now
 */
export function endingWithPeriods(view: View, order: Order, before: Order | undefined): Order {
  if (view.freedom('orders.subscription_end') !== 'with_period') return order;
  if (before?.status !== 'approved') return order;
  const begun = view.all<Subscription>('subscriptions', 'order', order.key);
  const products = order.products.map((product) => {
    const own = begun.find(({plan}) => String(plan) === product.product);
    const isOpen = product.type === 'subscription' && product.access_until === null;
    if (!isOpen || !own) return product;
    // The last instant of the period is on the last day.
    return {...product, access_until: dayOf(view, periodEnd(own, view.now) - 1)};
  });
  return {...order, products};
}

const dayOf = (view: View, instant: number): Day =>
  localDay(instant, String(view.freedom('store.timezone')));

function beginning(view: View, {user, key: order}: Order, product: OrderProduct): Change[] {
  const plan = view.find<Plan>('plans', product.product);
  if (!plan || product.status !== 'approved') return [];
  const subscriber = {
    key: String(view.newNumber('subscription')),
    tenant: view.tenant,
    seq: view.newSeq(),
    user,
    order,
  };
  return [subscriptionFor(plan, subscriber, view.now, instantAfter(view, product.expiration_date))];
}

function changed(view: View, own: Subscription, product: OrderProduct): Change[] {
  if (product.status === 'cancelled')
    return own.cancelled === null
      ? [subscriptionCancelled(own, view.now, instantAfter(view, product.access_until))]
      : [];
  const until = instantAfter(view, product.expiration_date);
  return until === undefined || until === own.until ? [] : [subscriptionEnds(own, until)];
}

/** The first instant after a last day; undefined for a year beyond the calendar. */
function instantAfter(view: View, day: Day | null): number | undefined {
  if (day === null) return undefined;
  const end = dayEnds(day, String(view.freedom('store.timezone')));
  return Number.isNaN(end) ? undefined : end;
}
