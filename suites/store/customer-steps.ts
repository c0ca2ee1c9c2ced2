/** What customers, their orders, and what is sold to them are asked for in courses (Resources; States). */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import {isCreated} from '../language/outcome.ts';
import type {Handle, Script} from '../language/script.ts';
import {text} from '../language/sent-values.ts';
import type {Known, Step} from '../tables/course.ts';
import {updateOf as issueUpdateOf} from './content/issue-steps.ts';
import {issueIdOf, newIssue, pathOf, upload, type Uploaded} from './issuing.ts';
import {orderId} from './order-rows.ts';
import {
  cancelOrder,
  content,
  permission,
  updateOrder,
  type Buyer,
  type OrderedProduct,
} from './ordering.ts';
import {createUser, idOf, newUser, updateOf} from './people.ts';
import {createPlan, newPlan, type Made} from './plans/plan-steps.ts';
import {sessionsOf} from './sessions.ts';

/** A customer, content and a plan, and orders: of a title of the store, of the content, and of the plan. */
export interface Customer {
  buyer: ReturnType<typeof createUser>;
  issue: Uploaded;
  plan: Made;
  order: Handle;
  purchase: Handle;
  subscription: Handle;
}

/** A plan whose details have no markup, which firewalls refuse. */
const PLAN = {details: 'A plan of a conformance run.'};

const ofIssue = ({issue}: Pick<Customer, 'issue'>): OrderedProduct => ({
  type: 'content',
  id: text(issueIdOf(issue.created)),
});

const ofPlan = ({plan}: Pick<Customer, 'plan'>): OrderedProduct => ({
  type: 'subscription',
  id: text(plan.path.plan_id),
});

/** Records an order of a product; whether what was made just now can be ordered is not told. */
const orderOf = (s: Script, buyer: Buyer, product: OrderedProduct): Handle =>
  s.call('createOrder', {body: permission(s, buyer, [product]), optional: true});

/** Records what makes a customer. @returns the handles by which it is recognized, too */
export function makeCustomer(s: Script): {cast: Customer; made: Record<string, Handle>} {
  const buyer = createUser(s);
  const [issue, plan] = [upload(s), createPlan(s, PLAN)];
  const order = orderOf(s, buyer, content(s));
  const purchase = orderOf(s, buyer, ofIssue({issue}));
  const subscription = orderOf(s, buyer, ofPlan({plan}));
  const cast = {buyer, issue, plan, order, purchase, subscription};
  return {cast, made: {created: buyer.created, plan: plan.created, order, purchase, subscription}};
}

/** A change of an order, by its id. */
const updated =
  (which: 'order' | 'purchase' | 'subscription', status: string) =>
  (s: Script, own: Customer): Handle =>
    updateOrder(s, own[which], {status}, {}, {optional: true});

/** A move that the table of states lists; from another status a success may have no effect (NS-ST-45). */
const moved =
  (from: string, to: string) =>
  (known: Known): Known => ({...known, order: known.order === from ? to : known.order});

/** The lists of the orders of a customer, by a filter each. */
export const LISTS = {
  'orders by email': ({buyer}: Customer) => ({user_email: buyer.body.email}),
  'orders by user': ({order}: Customer) => ({user_id: order.at('/data/user/id')}),
};

/** What the lists of an active customer have to show. @param ids of orders; undefined: that is open */
const listing = (known: Known, ids: unknown[] | undefined): Known => ({
  ...known,
  ...mapValues(LISTS, () => ids),
});

/** An active customer is shown a new order. Whether a title can be ordered again beside the first order is open. */
const oneMore = (known: Known, response: Exchange): Known =>
  isCreated(response) && known.user !== undefined
    ? listing({...known, order: undefined}, [orderId(response)])
    : known;

const ORDERS = ['order', 'purchase'];
const SOLD = ['user', 'order'];

/** Every request of a course, by what it does. */
export const STEPS: Record<string, Step<Customer>> = {
  'update of the buyer': {
    op: 'updateUser',
    about: ['user'],
    record: (s, {buyer: {created, body}}) =>
      s.call('updateUser', {path: idOf(created), body: {...updateOf(body), sessions_limit: 7}}),
  },
  'assignment of the plan': {
    op: 'updateUser',
    about: ['user', 'plan'],
    changes: ORDERS,
    leaves: (known) => ({...known, order: undefined}),
    record: (s, {buyer: {created, body}, plan}) =>
      s.call('updateUser', {
        path: idOf(created),
        body: {...updateOf(body), assign_new_plan: plan.path.plan_id},
        optional: true,
      }),
  },
  logout: {
    op: 'forceLogout',
    about: ['user'],
    record: (s, {buyer}) => s.call('forceLogout', {path: idOf(buyer.created)}),
  },
  'end of sessions': {
    op: 'deleteAuthSessionsOfUser',
    about: ['user'],
    record: (s, {buyer}) => s.call('deleteAuthSessionsOfUser', {path: sessionsOf(buyer.created)}),
  },
  // Which orders a deactivation cancels is for other rules.
  deactivation: {
    op: 'deactivateUser',
    about: ['user'],
    changes: ['user', ...ORDERS],
    leaves: ({user}) => ({inactive: user}),
    record: (s, {buyer}) => s.call('deactivateUser', {path: idOf(buyer.created)}),
  },
  reactivation: {
    op: 'reactivateUser',
    about: ['user'],
    undoes: 'deactivation',
    changes: ['user', ...ORDERS],
    leaves: ({inactive, ...known}) => ({...known, user: inactive}),
    record: (s, {buyer}) => s.call('reactivateUser', {path: idOf(buyer.created)}),
  },
  'a new subscriber': {
    op: 'createUser',
    about: ['user', 'plan'],
    record: (s, {plan}) =>
      s.call('createUser', {
        body: {...newUser(s), assign_new_plan: plan.path.plan_id},
        optional: true,
      }),
  },
  'another order': {
    op: 'createOrder',
    about: [...SOLD],
    changes: ['order'],
    leaves: oneMore,
    record: (s, {buyer}) => orderOf(s, buyer, content(s)),
  },
  'another order of the content': {
    op: 'createOrder',
    about: [...SOLD, 'issue'],
    changes: ['purchase'],
    record: (s, own) => orderOf(s, own.buyer, ofIssue(own)),
  },
  'order of the content of the other': {
    op: 'createOrder',
    about: [...SOLD, 'other issue'],
    record: (s, own, other) => orderOf(s, own.buyer, ofIssue(other)),
  },
  'another order of the plan': {
    op: 'createOrder',
    about: [...SOLD, 'plan'],
    record: (s, own) => orderOf(s, own.buyer, ofPlan(own)),
  },
  pause: {
    op: 'updateOrder',
    about: SOLD,
    changes: ['order'],
    leaves: moved('approved', 'paused'),
    record: updated('order', 'paused'),
  },
  approval: {
    op: 'updateOrder',
    about: SOLD,
    undoes: 'pause',
    changes: ['order'],
    leaves: moved('paused', 'approved'),
    record: updated('order', 'approved'),
  },
  'pause of the purchase': {
    op: 'updateOrder',
    about: [...SOLD, 'issue'],
    changes: ['purchase'],
    record: updated('purchase', 'paused'),
  },
  'pause of the subscription': {
    op: 'updateOrder',
    about: [...SOLD, 'plan'],
    record: updated('subscription', 'paused'),
  },
  cancellation: {
    op: 'cancelOrder',
    about: SOLD,
    isEnd: true,
    changes: ['order'],
    // Whether lists show what was cancelled is not told.
    leaves: (known) => listing({...known, order: 'cancelled'}, undefined),
    record: (s, {order}) => cancelOrder(s, order, {reason: 'as asked'}),
  },
  'cancellation of the purchase': {
    op: 'cancelOrder',
    about: [...SOLD, 'issue'],
    isEnd: true,
    changes: ['purchase'],
    record: (s, {purchase}) => cancelOrder(s, purchase, undefined, {optional: true}),
  },
  'cancellation of the subscription': {
    op: 'cancelOrder',
    about: [...SOLD, 'plan'],
    isEnd: true,
    record: (s, {subscription}) => cancelOrder(s, subscription, undefined, {optional: true}),
  },
  'update of the content': {
    op: 'updateIssue',
    about: ['issue'],
    changes: ['content'],
    record: (s, {issue: {created, body}}) =>
      s.call('updateIssue', {path: pathOf(created), body: issueUpdateOf(s, body, {lang: 'es'})}),
  },
  'another upload': {
    op: 'createIssue',
    about: ['issue'],
    record: (s) => s.call('createIssue', {body: newIssue(s)}),
  },
  'update of the plan': {
    op: 'updatePlan',
    about: ['plan'],
    changes: ['plan'],
    record: (s, {plan: {path, body}}) =>
      s.call('updatePlan', {path, body: {...body, concurrency_limit: 9}}),
  },
  'another plan': {
    op: 'createPlan',
    about: ['plan'],
    record: (s) => s.call('createPlan', {body: newPlan(s, PLAN)}),
  },
  'deletion of the content': {
    op: 'deleteIssue',
    about: ['issue'],
    isEnd: true,
    changes: ['content', 'purchase'],
    record: (s, {issue}) => s.call('deleteIssue', {path: pathOf(issue.created)}),
  },
  'deletion of the plan': {
    op: 'deletePlan',
    about: ['plan'],
    isEnd: true,
    changes: ['plan'],
    record: (s, {plan}) => s.call('deletePlan', {path: plan.path}),
  },
};
