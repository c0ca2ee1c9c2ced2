import type {View} from '../../operation.ts';
import type {Row} from '../../world/change.ts';
import {localDay} from '../access/local-time.ts';
import {isRunning, subscriptionsOf, type Subscription} from './subscription.ts';

/**
 * The plans of a user in a list of users; the document does not show an entry. Plans that have ended are omitted with
 * a freedom (NS-ST-70).
 */
export function userPlans(view: View, user: Row): object[] {
  const isHidden = view.freedom('plans.ended_shown') === false;
  return subscriptionsOf(view, user)
    .filter((one) => !isHidden || isRunning(one, view.now))
    .map((one) => entryOf(view, one));
}

function entryOf(view: View, subscription: Subscription): object {
  const {key, plan, name, type, from, until, cancelled} = subscription;
  const day = (at: number): string => localDay(at, String(view.freedom('store.timezone')));
  return {
    id: Number(key),
    plan_id: plan,
    name,
    type,
    valid_from: day(from),
    // The last day contains the instant before the end.
    valid_to: until === null ? null : day(until - 1),
    cancelled: cancelled !== null,
  };
}
