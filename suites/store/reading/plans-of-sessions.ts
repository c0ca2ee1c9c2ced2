import type {Exchange} from '../../../spec/exchange.ts';
import {sharedScene, checksOf, type Judgement, type Check} from '../../language/check.ts';
import {all} from '../../language/judge.ts';
import type {Script, Handle} from '../../language/script.ts';
import {createUser} from '../people.ts';
import {issueOf, readBy, listUntilShown} from './reading-steps.ts';
import {expectRowMember, argumentOf} from './session-rows.ts';

/** Reasons that have a plan as their value. */
const PLAN_REASONS = ['subscription_with_collections', 'global_subscription'] as const;

/** The value of a reason about a plan is the plan. */
const ofPlans = sharedScene({
  id: 'store: reading sessions of subscribers',
  act: (s: Script) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const plan = s.sample('subscribable_plan');
    const read = (type: string): Handle =>
      readBy(s, created, issue, {reason_type: type, reason_value: plan});
    const collections = read(PLAN_REASONS[0]);
    const global = read(PLAN_REASONS[1]);
    return {collections, global, list: listUntilShown(s, created, global)};
  },
});

/** A session shows its reason and its plan. */
const expectPlan = (list: Exchange, session: Exchange, type: string): Judgement =>
  all(
    expectRowMember(list, session, 'reason_type', type),
    expectRowMember(list, session, 'reason_value', Number(argumentOf(session, 'reason_value'))),
  );

/** The check of sessions that a plan allows. */
export const plansOfSessions: Check[] = [
  ...checksOf(ofPlans, {
    'store.reading.reason-value-is-the-plan': ({collections, global, list}) =>
      all(expectPlan(list, collections, PLAN_REASONS[0]), () =>
        expectPlan(list, global, PLAN_REASONS[1]),
      ),
  }),
];
