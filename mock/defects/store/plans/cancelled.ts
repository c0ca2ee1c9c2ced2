import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import type {PlanType} from '../../../store/plans/plan.ts';
import type {Subscription} from '../../../store/plans/subscription.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {UPDATE} from './changed-plans.ts';
import {stale} from '../../families/seams.ts';
import {defects} from '../../table.ts';

/** The subscription that a change stores, if it stores one of this type. */
const subscriptionIn = (change: Change, type: PlanType): Subscription | undefined => {
  if (change.table !== 'subscriptions' || !('put' in change)) return undefined;
  const subscription = change.put as Subscription;
  return subscription.type === type ? subscription : undefined;
};

/** Does not cancel some of the subscriptions of one type. @param n position among them */
const keeping = (
  type: PlanType,
  isKept: (subscription: Subscription, n: number, view: View) => boolean,
): Seam =>
  afterwards(['deactivateUser'], (done, view) => {
    let n = 0;
    const changes = (done.changes ?? []).filter((change) => {
      const subscription = subscriptionIn(change, type);
      return !subscription || !isKept(subscription, n++, view);
    });
    return {...done, changes};
  });

/** Whether an order that is paused has given the subscription. */
const isOfPausedOrder = ({order}: Subscription, _n: number, view: View): boolean =>
  order !== null && view.find<Order>('orders', order)?.status === 'paused';

const RULES = {
  recurring: 'store.plans.anonymizing-cancels-recurring-subscriptions',
  prepaid: 'store.plans.anonymizing-cancels-prepaid-subscriptions',
} as const;

const TYPES = ['recurring', 'prepaid'] as const;

/** Defects of subscriptions that are not cancelled, and of updates at once. */
export const cancelled: Defect[] = [
  ...defects({
    'store.plans.update-is-kept @ at the same moment': {
      'of two updates of a plan at once one undoes the other': stale(UPDATE, 'plans'),
    },
  }),
  ...TYPES.flatMap((type) =>
    atPlace(
      'of many plans',
      breaking(RULES[type], {
        [`an anonymization cancels four ${type} subscriptions at most`]: keeping(
          type,
          (_subscription, n) => n >= 4,
        ),
      }),
    ),
  ),
  ...TYPES.flatMap((type) =>
    atPlace(
      'of an order that is paused',
      breaking(RULES[type], {
        [`the ${type} subscription of a paused order stays`]: keeping(type, isOfPausedOrder),
      }),
    ),
  ),
];
