/** Two customers and what they buy: requests about accounts, content, plans and orders between each other (Resources; States). */

import type {Exchange} from '../../spec/exchange.ts';
import {mapValues} from '../../spec/map-values.ts';
import {toText} from '../../spec/json.ts';
import {isSuccessStatus} from '../../spec/status.ts';
import type {Counted} from '../language/chapter.ts';
import type {Judgement} from '../language/check.ts';
import {expectThat, nothing} from '../language/judge.ts';
import {hasSituation, isCreated} from '../language/outcome.ts';
import {missing} from '../language/rows.ts';
import {text} from '../language/sent-values.ts';
import {coursesOf, type Observed} from '../tables/course.ts';
import {expectReadAsBefore} from './content/shown.ts';
import {LISTS, makeCustomer, STEPS, type Customer} from './customer-steps.ts';
import {findIssues, issueIdOf, readIssue} from './issuing.ts';
import {expectAsBefore, expectStatus, orderId, orderIn, orders} from './order-rows.ts';
import {byId, listOrders} from './ordering.ts';
import {search} from './people.ts';
import {expectRowAsBefore, rowOf as rowOfPlan} from './plans/plan-rows.ts';
import {find} from './plans/plan-steps.ts';
import {listOf} from './sessions.ts';
import {expectListed} from './user-rows.ts';

/** A page of so many orders may have no room for another one: the paginator is not shown (NS-ST-43). */
const FULL_PAGE = 10;

/** An active customer's latest order of a title of the store is listed. */
const expectOrdersListed = (list: Exchange, known: unknown, branch: string): Judgement => {
  if (!hasSituation('orders')(list)) return nothing();
  const ids = orders.ids(list);
  if (ids.length >= FULL_PAGE) return nothing();
  const lost = missing(
    (known as unknown[]).map((id) => toText(id)),
    ids,
  );
  return expectThat(lost.length === 0, {
    branch: `an order is not listed, ${branch}`,
    expected: 'the latest order of the customer to be listed',
    got: lost.length ? `no order ${lost.join(', ')}` : 'it is',
    at: list,
  });
};

const isOrder = hasSituation('order');

const isSuccess = ({status}: Exchange): boolean => isSuccessStatus(status);

/** Two responses are compared if both show the thing. */
const whenBoth =
  (
    shows: (one: Exchange) => boolean,
    judge: (before: Exchange, after: Exchange, branch: string) => Judgement,
  ) =>
  (before: Exchange, after: Exchange, branch: string): Judgement =>
    shows(before) && shows(after) ? judge(before, after, branch) : nothing();

const ORDER_RULE = 'store.orders.moves-are-the-listed-ones';

const THINGS: Record<string, Observed<Customer>> = {
  user: {
    rule: 'store.users.moves-are-the-listed-ones',
    look: (s, {buyer}) => search(s, buyer.body.email),
    first: ({created}) => created,
    // An active customer is found by the email.
    expectKnown: (list, created, branch) =>
      expectListed(list, created as Exchange, `not found, ${branch}`),
  },
  order: {
    rule: ORDER_RULE,
    look: (s, {order}) => s.call('getOrder', {...byId(order), optional: true}),
    first: ({order}) => (order && isCreated(order) ? orderIn(order).status : undefined),
    expectAsBefore: whenBoth(isOrder, expectAsBefore),
    expectKnown: (shown, status, branch) =>
      isOrder(shown) ? expectStatus(shown, String(status), `another status, ${branch}`) : nothing(),
  },
  purchase: {
    rule: ORDER_RULE,
    look: (s, {purchase}) => s.call('getOrder', {...byId(purchase), optional: true}),
    expectAsBefore: whenBoth(isOrder, expectAsBefore),
  },
  ...mapValues(LISTS, (query): Observed<Customer> => ({
    rule: ORDER_RULE,
    look: (s, own) => listOrders(s, query(own), {optional: true}),
    first: ({order}) => (order && isCreated(order) ? [orderId(order)] : []),
    expectKnown: expectOrdersListed,
  })),
  content: {
    rule: 'store.content.moves-are-the-listed-ones',
    look: (s, {issue}) => readIssue(s, issue.created),
    expectAsBefore: whenBoth(isSuccess, expectReadAsBefore),
  },
  plan: {
    rule: 'store.plans.moves-are-the-listed-ones',
    look: (s, {plan}) => find(s, plan.body.name),
    expectAsBefore: (before, after, _branch, {plan}) =>
      plan && rowOfPlan(before, plan) && rowOfPlan(after, plan)
        ? expectRowAsBefore(before, after, plan)
        : nothing(),
  },
  subscription: {
    look: (s, {subscription}) => s.call('getOrder', {...byId(subscription), optional: true}),
  },
  listed: {look: (s, {issue}) => findIssues(s, issue.body.name)},
  sold: {
    look: (s, {issue}) =>
      listOrders(s, {product_type: 'content', product_id: text(issueIdOf(issue.created))}),
  },
  sessions: {look: (s, {buyer}) => listOf(s, buyer.created)},
  reading: {
    look: (s, {issue}) =>
      s.call('listReadingSessions', {query: {issue_id: issueIdOf(issue.created)}}),
  },
  'reading by user': {
    look: (s, {buyer}) =>
      s.call('listReadingSessions', {query: {user_id: buyer.created.at('/data/id')}}),
  },
};

/** The courses of two customers. */
export const customers: Counted = coursesOf({
  api: 'store',
  name: 'customers',
  length: 26,
  count: 5,
  onDeployments: 2,
  looks: 5,
  things: THINGS,
  make: makeCustomer,
  steps: STEPS,
});
