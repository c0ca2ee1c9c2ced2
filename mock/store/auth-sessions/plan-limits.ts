import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import type {Plan} from '../plans/plan.ts';
import {isRunning, type Subscription} from '../plans/subscription.ts';

/** The `concurrency_limit` of each current plan of a user (Resources / Plan). */
export const concurrencyLimits = (view: View, user: Row): number[] =>
  view
    .all<Subscription>('subscriptions', 'user', user.key)
    .filter((subscription) => isRunning(subscription, view.now))
    .flatMap(({plan}) => view.find<Plan>('plans', String(plan))?.concurrency_limit ?? []);
