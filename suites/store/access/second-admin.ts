/** Two admins of a store, each with a token of their own, work on the same store (Authentication 2). */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../language/check.ts';
import {all, expectOutcome, expectThat, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {issueRow} from '../issue-rows.ts';
import {findIssues, upload} from '../issuing.ts';
import {expectStatus} from '../order-rows.ts';
import {byId, cancelOrder, content, createOrder, permission, readOrder} from '../ordering.ts';
import {createUser} from '../people.ts';
import {rowOf} from '../plans/plan-rows.ts';
import {createPlan, find} from '../plans/plan-steps.ts';

const RULE = 'store.access.each-admin-has-a-token';

/** The role of the other admin. */
const as = 'second-admin';

/** An order of one admin is read and cancelled by another one. */
const order = sharedScene({
  id: 'store: an order of another admin',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const created = createOrder(s, permission(s, createUser(s), [content(s)]));
    return {
      own: readOrder(s, created),
      other: s.call('getOrder', {...byId(created), as}),
      cancelled: cancelOrder(s, created, undefined, {as}),
      after: readOrder(s, created),
    };
  },
});

/** A plan of one admin is searched for by both. */
const plan = sharedScene({
  id: 'store: a plan of another admin',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = createPlan(s);
    return {created, own: find(s, body.name), other: find(s, body.name, as)};
  },
});

/** Content of one admin is searched for by both. */
const issue = sharedScene({
  id: 'store: content of another admin',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const {created, body} = upload(s);
    return {created, own: findIssues(s, body.name), other: findIssues(s, body.name, as)};
  },
});

/** What one of the lists of two admins shows, the other one shows, too. */
const expectBothShow = (
  {created, own, other}: {created: Exchange; own: Exchange; other: Exchange},
  what: string,
  rowIn: (list: Exchange, created: Exchange) => unknown,
): Judgement =>
  when(rowIn(own, created) !== undefined, `the list does not show the ${what}`, () =>
    expectThat(rowIn(other, created) !== undefined, {
      branch: 'hidden-from-the-second-admin',
      expected: `the ${what} of one admin in the list of another one`,
      got: 'a list without it',
      at: other,
    }),
  );

/** The checks of what one admin has made and another one asks for. */
export const secondAdmin: Check[] = [
  ...checksAt(order, RULE, {
    'an order of the first': ({own, other, cancelled, after}) =>
      when(hasSituation('order')(own), 'the order was not shown to its admin', () =>
        all(expectOutcome(other, 'order', 'hidden-from-the-second-admin'), () =>
          all(expectOutcome(cancelled, 'cancelled', 'not-cancelled-by-the-second-admin'), () =>
            expectStatus(after, 'cancelled', 'not cancelled'),
          ),
        ),
      ),
  }),
  ...checksAt(plan, RULE, {'a plan of the first': (seen) => expectBothShow(seen, 'plan', rowOf)}),
  ...checksAt(issue, RULE, {
    'content of the first': (seen) => expectBothShow(seen, 'content', issueRow),
  }),
];
