/** Anonymization cancels all subscriptions, however many there are and wherever they come from. */

import type {Val} from '../../../../spec/value.ts';
import {check, type Check} from '../../../language/check.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {pay, readApproved} from '../../buying.ts';
import {createOrder, priced, updateOrder} from '../../ordering.ts';
import {createUser, deactivate, idOf, updateOf} from '../../people.ts';
import {createPlan, PREPAID} from '../plan-steps.ts';
import {expectCancelled, listSubscriptions, createUserWithPlan} from './subscriptions.ts';

const RECURRING_RULE = 'store.plans.anonymizing-cancels-recurring-subscriptions';
const PREPAID_RULE = 'store.plans.anonymizing-cancels-prepaid-subscriptions';

/** The number of plans that a user gets one after the other. */
const MANY = 7;

/** Records a new plan of a type that may be assigned and ordered. */
const createAssignablePlan = (s: Script, more: Record<string, Val>): Val =>
  createPlan(s, {private: false, ...more}).path.plan_id;

/** Records further plans of a user: it is open whether one is added, replaces another, or is refused. */
function assignMore(
  s: Script,
  {created, body}: ReturnType<typeof createUser>,
  more: Record<string, Val>,
) {
  for (let n = 1; n < MANY; n += 1) {
    const plan = createAssignablePlan(s, more);
    s.call('updateUser', {path: idOf(created), body: {...updateOf(body), assign_new_plan: plan}});
  }
}

/** Records reads of the subscriptions of a user before and after the anonymization, and of another user. */
function anonymize(s: Script, user: Handle, other: Handle, between: () => void = () => {}) {
  const before = listSubscriptions(s, user);
  between();
  deactivate(s, user, {anonymize: 'true'});
  return {before, after: listSubscriptions(s, user), other: listSubscriptions(s, other)};
}

/** A user with many plans of one type. */
const checkManyPlans = (rule: string, more: Record<string, Val>): Check =>
  check({
    rule,
    place: 'of many plans',
    onlyOnTestTargets: true,
    act: (s) => {
      const plan = createAssignablePlan(s, more);
      const person = createUser(s, {assign_new_plan: plan});
      assignMore(s, person, more);
      return anonymize(s, person.created, createUserWithPlan(s, plan));
    },
    judge: (seen) => expectCancelled(seen, 'one of many not cancelled'),
  });

/** A user who has bought a plan of one type and whose order is paused then. */
const checkPausedOrder = (rule: string, more: Record<string, Val>): Check =>
  check({
    rule,
    place: 'of an order that is paused',
    onlyOnTestTargets: true,
    act: (s) => {
      const plan = createAssignablePlan(s, more);
      const buyer = createUser(s);
      const product = {type: 'subscription' as const, id: text(plan)};
      const order = createOrder(s, priced(s, 'sale', buyer, [product]));
      pay(s, order);
      readApproved(s, order);
      const pause = (): void =>
        void updateOrder(s, order, {status: 'paused'}, {}, {expects: 'updated'});
      return anonymize(s, buyer.created, createUserWithPlan(s, plan), pause);
    },
    judge: (seen) => expectCancelled(seen, 'that of a paused order not cancelled'),
  });

/** The checks of many subscriptions, and of those that orders have given. */
export const cancelledSubscriptions: Check[] = [
  checkManyPlans(RECURRING_RULE, {}),
  checkManyPlans(PREPAID_RULE, PREPAID),
  checkPausedOrder(RECURRING_RULE, {}),
  checkPausedOrder(PREPAID_RULE, PREPAID),
];
