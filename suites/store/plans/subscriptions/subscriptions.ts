/** The plans of users: assigned with an end, ended by time, and cancelled by anonymization. */

import {isObject, toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  hidden,
  expectThat,
  expectOutcome,
  undecided,
  when,
} from '../../../language/judge.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {dayAfter, text} from '../../../language/sent-values.ts';
import {rowOf as userRowOf} from '../../user-rows.ts';
import {createUser, deactivate, idOf, newUser, search, updateOf} from '../../people.ts';
import {createPlan, PREPAID} from '../plan-steps.ts';

/** Records the subscriptions that a user has now. */
export const listSubscriptions = (s: Script, user: Handle): Handle =>
  s.control('list-subscriptions', {role: 'admin', user: user.at('/data/id')});

/** Records a user who is created with a plan. */
export const createUserWithPlan = (s: Script, plan: Val, more: Record<string, Val> = {}): Handle =>
  s.call('createUser', {
    body: {...newUser(s), assign_new_plan: plan, ...more},
    expects: 'created',
  });

/** A subscription in the answer of the hook. */
interface Subscription {
  plan: unknown;
  last_day: unknown;
  name: unknown;
}

/** The subscriptions that a hook listed. @throws where it listed none at all */
const listed = ({body}: Exchange): Subscription[] => {
  const all: unknown = body?.subscriptions;
  return Array.isArray(all)
    ? all.filter(isObject).map((one) => one as unknown as Subscription)
    : [];
};

/** A user has as many subscriptions as expected. */
const expectSubscriptions = (seen: Exchange, count: number, branch: string): Judgement =>
  expectEqual(
    listed(seen).length,
    count,
    branch,
    seen,
    'the number of subscriptions that the user has',
  );

/** A month is not over after the first number of days, and certainly over after the second. */
const [BEFORE_A_MONTH, BEYOND_A_MONTH] = [27, 32];

/** All subscriptions of one user are gone, and all those of another remain. */
export const expectCancelled = (
  {before, after, other}: Record<'before' | 'after' | 'other', Exchange>,
  branch: string,
): Judgement =>
  when(listed(before).length > 0, 'the user had no subscription before', () =>
    all(
      expectSubscriptions(after, 0, branch),
      expectSubscriptions(other, 1, 'that of another user cancelled'),
    ),
  );

/** Users with a plan of one type, one of whom is anonymized. */
const checkAnonymized = (rule: string, more: Record<string, Val>): Check =>
  check({
    rule,
    act: (s) => {
      const plan = createPlan(s, {private: false, ...more}).path.plan_id;
      const second = createPlan(s, {private: false, ...more}).path.plan_id;
      const person = createUser(s, {assign_new_plan: plan});
      const [gone, kept] = [person.created, createUserWithPlan(s, plan)];
      // It is open whether a second plan is added, replaces the first one, or is refused.
      s.call('updateUser', {
        path: idOf(gone),
        body: {...updateOf(person.body), assign_new_plan: second},
      });
      const before = listSubscriptions(s, gone);
      s.call('deactivateUser', {
        path: idOf(gone),
        query: {anonymize: 'true'},
        expects: 'deactivated',
      });
      return {before, after: listSubscriptions(s, gone), other: listSubscriptions(s, kept)};
    },
    judge: (seen) => expectCancelled(seen, 'not cancelled'),
  });

/** A user with a plan of one type who is deactivated first, and then anonymized. */
const checkAnonymizedDeactivated = (rule: string, more: Record<string, Val>): Check =>
  check({
    rule,
    place: 'of a deactivated user',
    onlyOnTestTargets: true,
    act: (s) => {
      const plan = createPlan(s, {private: false, ...more}).path.plan_id;
      const [gone, kept] = [createUserWithPlan(s, plan), createUserWithPlan(s, plan)];
      // It is open whether a deactivation alone cancels the plan.
      const before = listSubscriptions(s, gone);
      deactivate(s, gone);
      deactivate(s, gone, {anonymize: 'true'});
      return {before, after: listSubscriptions(s, gone), other: listSubscriptions(s, kept)};
    },
    judge: (seen) => expectCancelled(seen, 'not cancelled after a deactivation'),
  });

/** A user with a plan of one type who is anonymized by the other form of the parameter. */
const checkAnonymizedByNumber = (rule: string, more: Record<string, Val>): Check =>
  check({
    rule,
    place: 'by the number 1',
    onlyOnTestTargets: true,
    act: (s) => {
      const plan = createPlan(s, {private: false, ...more}).path.plan_id;
      const [gone, kept] = [createUserWithPlan(s, plan), createUserWithPlan(s, plan)];
      const before = listSubscriptions(s, gone);
      deactivate(s, gone, {anonymize: '1'});
      return {before, after: listSubscriptions(s, gone), other: listSubscriptions(s, kept)};
    },
    judge: (seen) => expectCancelled(seen, 'not cancelled by the number 1'),
  });

/** Whether a name appears anywhere in the plans of a row. */
const isNamed = (row: Record<string, unknown> | undefined, name: unknown): boolean =>
  JSON.stringify(row?.user_plans ?? null).includes(JSON.stringify(name).slice(1, -1));

/** Prepaid plans of half a year with ends that were given: one sooner and one later. */
const prepaidWithAnEnd = check({
  rule: 'store.plans.custom-end-is-kept',
  place: 'of a prepaid plan',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createPlan(s, {...PREPAID, private: false}).path.plan_id;
    const {created: other, body} = createUser(s);
    const sooner = dayAfter(other.at('/data/created_at/date'), 40);
    const assigned = {assign_new_plan: plan};
    const created = s.call('createUser', {
      body: {...newUser(s), ...assigned, new_plan_custom_valid_to: '2031-03-04'},
    });
    return {
      created,
      updated: s.call('updateUser', {
        path: idOf(other),
        body: {...updateOf(body), ...assigned, new_plan_custom_valid_to: sooner},
      }),
      ofCreated: listSubscriptions(s, created),
      ofUpdated: listSubscriptions(s, other),
    };
  },
  // Whether a prepaid plan can be assigned is open (NS-ST-13).
  judge: ({created, ofCreated, updated, ofUpdated}) =>
    all(
      () => expectGivenEnd(ofCreated, created, 'another end on create'),
      () => expectGivenEnd(ofUpdated, updated, 'another end on update'),
    ),
});

/** The plan of a user ends on the day that was given with it, if it was assigned. */
const expectGivenEnd = (seen: Exchange, assigning: Exchange, branch: string): Judgement =>
  when(listed(seen).length === 1, 'the plan was not assigned', () =>
    expectEqual(
      listed(seen)[0]?.last_day,
      assigning.requestBody?.new_plan_custom_valid_to,
      branch,
      seen,
      'the last day of the plan',
    ),
  );

/** The checks of subscriptions. */
export const userPlans: Check[] = [
  check({
    rule: 'store.plans.custom-end-is-kept',
    act: (s) => {
      const plan = createPlan(s, {private: false}).path.plan_id;
      const created = createUserWithPlan(s, plan, {new_plan_custom_valid_to: '2031-02-28'});
      const later = createUser(s);
      return {
        created,
        updated: s.call('updateUser', {
          path: idOf(later.created),
          body: {
            ...updateOf(later.body),
            assign_new_plan: plan,
            new_plan_custom_valid_to: '2032-02-29',
          },
          expects: 'updated',
        }),
        ofCreated: listSubscriptions(s, created),
        ofUpdated: listSubscriptions(s, later.created),
      };
    },
    judge: ({ofCreated, ofUpdated}) =>
      all(
        ...(
          [
            [ofCreated, '2031-02-28', 'another end on create'],
            [ofUpdated, '2032-02-29', 'another end on update'],
          ] as const
        ).map(([seen, day, branch]) =>
          listed(seen).length === 0
            ? expectSubscriptions(seen, 1, `no plan: ${branch}`)
            : expectEqual(listed(seen)[0]?.last_day, day, branch, seen, 'the last day of the plan'),
        ),
      ),
  }),
  prepaidWithAnEnd,
  check({
    rule: 'store.plans.prepaid-ends-after-its-months',
    act: (s) => {
      const prepaid = createPlan(s, {...PREPAID, duration: 1, private: false}).path.plan_id;
      const longer = createPlan(s, {...PREPAID, duration: 2, private: false}).path.plan_id;
      const [one, two] = [createUserWithPlan(s, prepaid), createUserWithPlan(s, longer)];
      const atFirst = listSubscriptions(s, one);
      s.advance(hours(24 * BEFORE_A_MONTH));
      const shortly = listSubscriptions(s, one);
      s.advance(hours(24 * (BEYOND_A_MONTH - BEFORE_A_MONTH)));
      return {
        atFirst,
        shortly,
        ended: listSubscriptions(s, one),
        other: listSubscriptions(s, two),
      };
    },
    judge: ({atFirst, shortly, ended, other}) =>
      when(listed(atFirst).length > 0, 'the plan was not assigned', () =>
        all(
          expectSubscriptions(shortly, 1, 'ended before its month'),
          expectSubscriptions(ended, 0, 'not ended after its month'),
          expectSubscriptions(other, 1, 'one of two months ended after one'),
        ),
      ),
  }),
  checkAnonymized('store.plans.anonymizing-cancels-recurring-subscriptions', {}),
  checkAnonymized('store.plans.anonymizing-cancels-prepaid-subscriptions', PREPAID),
  checkAnonymizedByNumber('store.plans.anonymizing-cancels-recurring-subscriptions', {}),
  checkAnonymizedByNumber('store.plans.anonymizing-cancels-prepaid-subscriptions', PREPAID),
  checkAnonymizedDeactivated('store.plans.anonymizing-cancels-recurring-subscriptions', {}),
  checkAnonymizedDeactivated('store.plans.anonymizing-cancels-prepaid-subscriptions', PREPAID),
  check({
    rule: 'store.plans.user-plan-name-is-taken',
    act: (s) => {
      const plan = createPlan(s, {private: false}).path.plan_id;
      const {created, body} = createUser(s);
      const name = text('Año de lectura ', s.fresh('text'));
      const updated = s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), assign_new_plan: plan, user_plan_name: name},
      });
      return {created, updated, list: search(s, body.email)};
    },
    judge: ({created, updated, list}) => {
      const row = userRowOf(list, created);
      if (!row) return undecided('the email does not find the user');
      const name: unknown = updated.requestBody?.user_plan_name;
      if (Array.isArray(row.user_plans) && row.user_plans.length === 0)
        return hidden('NS-ST-70', 'not shown', 'the list shows no plans of users');
      return all(
        expectOutcome(updated, 'updated', 'refused'),
        expectThat(isNamed(row, name), {
          branch: 'not shown',
          expected: `\`user_plans\` to show the name "${toText(name)}"`,
          got: 'no plan with that name',
          at: list,
        }),
      );
    },
  }),
];
