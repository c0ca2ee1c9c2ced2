import {localDay} from '../store/access/local-time.ts';
import {isRunning, subscriptionsOf} from '../store/plans/subscription.ts';
import {worldOf, type ControlRequest, type Handler} from './handler.ts';
import {userOf} from './tokens.ts';

/** Actions on subscriptions that only hooks offer. */
export const subscriptionHooks: Record<string, Handler> = {
  /** The current subscriptions of a user of a store. */
  listSubscriptions(request: ControlRequest<{store: string; user: number}>) {
    const world = worldOf(request);
    const {store, user: id} = request.body;
    const user = userOf(world, id, store);
    const view = world.view(user.tenant);
    const zone = String(view.freedom('store.timezone'));
    const subscriptions = subscriptionsOf(view, user)
      .filter((one) => isRunning(one, view.now))
      .map(({plan, until, name}) => ({
        plan,
        last_day: until === null ? null : localDay(until - 1, zone),
        name,
      }));
    return {status: 200, body: {subscriptions}};
  },
};
