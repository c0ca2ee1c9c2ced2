/** Writes on plans and orders that the minute limit refuses change nothing (Limits). */

import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {
  all,
  expectNone,
  expectThat,
  summaryOf,
  when,
  type LazyJudgement,
} from '../../language/judge.ts';
import {isRefusedByLimit} from '../../rate-limits/expect-limits.ts';
import {burst, sendPinned} from '../../rate-limits/limit-arithmetic.ts';
import {expectAsBefore} from '../order-rows.ts';
import {byId, byReference, content, createOrder, permission} from '../ordering.ts';
import {createUser, read} from '../people.ts';
import {expectLive, expectRowAsBefore, rowsNamed} from '../plans/plan-rows.ts';
import {createPlan, find, newPlan} from '../plans/plan-steps.ts';

/** The minute of one token is used up; another one of the store sees what its writes have done. */
const writesTooMany = sharedScene({
  id: 'store: plans and orders when the minute is used up',
  exhausts: true,
  onlyOnTestTargets: true,
  act: (s) => {
    const as = 'second-admin' as const;
    const plan = createPlan(s, {}, {as});
    const body = permission(s, createUser(s, {}, {as}), [content(s)]);
    const order = createOrder(s, body, {as});
    const before = s.call('getOrder', {as, ...byId(order)});
    const [other, reference] = [newPlan(s), s.fresh('external-id')];
    const sent = burst(s, (each) => void read(each));
    const writes = sendPinned(s, (each) => {
      each.call('createPlan', {body: other});
      each.call('updatePlan', {path: plan.path, body: {...plan.body, concurrency_limit: 9}});
      each.call('deletePlan', {path: plan.path});
      each.call('createOrder', {body: {...body, external_reference: reference}});
      each.call('updateOrder', {...byId(order), body: {status: 'paused'}});
      each.call('cancelOrder', {...byId(order), body: {reason: 'one too many'}});
    });
    return {
      created: plan.created,
      listed: plan.list,
      before,
      sent,
      writes,
      made: find(s, other.name, as),
      list: find(s, plan.body.name, as),
      madeOrder: s.call('getOrder', {as, ...byReference(reference)}),
      after: s.call('getOrder', {as, ...byId(order)}),
    };
  },
});

type Seen = SeenIn<typeof writesTooMany>;

/**
 * Parts of a judgement for when the limit has refused all writes of these operations: a bulk endpoint
 * may have a limit of its own (NS-ST-71).
 */
const whenRefused = (writes: Exchange[], ops: string[], parts: LazyJudgement[]): LazyJudgement[] =>
  writes.filter(({op}) => ops.includes(op)).every(isRefusedByLimit) ? parts : [];

/** No plan was made, and the one that there is has not changed. */
const expectPlansUnchanged = ({created, listed, writes, made, list}: Seen): LazyJudgement[] => [
  ...whenRefused(
    writes,
    ['createPlan'],
    [
      () => {
        const name: unknown = writes.find(({op}) => op === 'createPlan')?.requestBody?.name;
        return expectNone(rowsNamed(made, name), 'plan of the refused creation', 'plan-made', made);
      },
    ],
  ),
  ...whenRefused(
    writes,
    ['updatePlan', 'deletePlan'],
    [() => expectLive(list, created), () => expectRowAsBefore(listed, list, created)],
  ),
];

/** No order was made, and the one that there is has not changed. */
const expectOrdersUnchanged = ({before, writes, madeOrder, after}: Seen): LazyJudgement[] => [
  ...whenRefused(
    writes,
    ['createOrder'],
    [
      expectThat(madeOrder.status >= 300, {
        branch: 'order-made',
        expected: 'no order of the refused creation',
        got: summaryOf(madeOrder),
        at: madeOrder,
      }),
    ],
  ),
  ...whenRefused(
    writes,
    ['updateOrder', 'cancelOrder'],
    [() => expectAsBefore(before, after, 'the order changed')],
  ),
];

/** Nothing has changed, where the writes were refused. */
const expectNothingChanged = (seen: Seen): Judgement => {
  const parts = [...expectPlansUnchanged(seen), ...expectOrdersUnchanged(seen)];
  return when(parts.length > 0, 'no write was refused by the limit', () => all(...parts));
};

/** The checks of refused writes on plans and orders. */
export const refusedElsewhere: Check[] = checksOf(writesTooMany, {
  'store.limits.refused-has-no-effect @ on plans and orders': expectNothingChanged,
});
