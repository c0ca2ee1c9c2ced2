/** Writes without a token are refused and change nothing, in every chapter (Authentication 1). */

import type {Exchange} from '../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../language/check.ts';
import {
  all,
  expectNone,
  expectOutcome,
  expectStill,
  expectThat,
  summaryOf,
  type LazyJudgement,
} from '../../language/judge.ts';
import {text} from '../../language/sent-values.ts';
import {remove, update as updateIssue} from '../content/issue-steps.ts';
import {expectAsBefore as expectIssueAsBefore, expectRead} from '../content/shown.ts';
import {issueIn, issuesIn} from '../issue-rows.ts';
import {findIssues, newIssue, readIssue, upload} from '../issuing.ts';
import {expectAsBefore} from '../order-rows.ts';
import {byReference, content, createOrder, permission, readOrder, byId} from '../ordering.ts';
import {createUser} from '../people.ts';
import {expectLive, expectRowAsBefore, rowsNamed} from '../plans/plan-rows.ts';
import {createPlan, find, newPlan} from '../plans/plan-steps.ts';

const RULE = 'store.access.refusal-without-token-has-no-effect';
const as = 'nobody' as const;

/** Every response is the refusal without a token. */
export const expectAllRefused = (refused: Record<string, Exchange>): LazyJudgement[] =>
  Object.entries(refused).map(
    ([name, response]) =>
      () =>
        expectOutcome(response, 'unauthenticated', `${name}: not refused`),
  );

/** A plan that is created, updated and deleted without a token. */
const plans = sharedScene({
  id: 'store: plans without a token',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const plan = createPlan(s);
    const body = newPlan(s);
    const creation = s.call('createPlan', {as, body});
    const update = s.call('updatePlan', {
      as,
      path: plan.path,
      body: {...plan.body, concurrency_limit: 9, recommended: true},
    });
    const deletion = s.call('deletePlan', {as, path: plan.path});
    return {
      created: plan.created,
      before: plan.list,
      creation,
      update,
      deletion,
      made: find(s, body.name),
      after: find(s, plan.body.name),
    };
  },
});

const expectPlansUnchanged = ({
  created,
  before,
  made,
  after,
  ...refused
}: SeenIn<typeof plans>): Judgement =>
  all(
    ...expectAllRefused(refused),
    () =>
      expectNone(
        rowsNamed(made, refused.creation.requestBody?.name),
        'plan of the refused creation',
        'plan-made',
        made,
      ),
    () => expectStill(before, after, (list) => expectLive(list, created)),
    () => expectRowAsBefore(before, after, created),
  );

/** An order that is created, paused and cancelled without a token. */
const orders = sharedScene({
  id: 'store: orders without a token',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = permission(s, createUser(s), [content(s)]);
    const order = createOrder(s, body);
    const before = readOrder(s, order);
    const reference = s.fresh('external-id');
    const creation = s.call('createOrder', {as, body: {...body, external_reference: reference}});
    const update = s.call('updateOrder', {as, ...byId(order), body: {status: 'paused'}});
    const afterUpdate = readOrder(s, order);
    const reason = s.fresh('text');
    const cancellation = s.call('cancelOrder', {as, ...byId(order), body: {reason}});
    return {
      before,
      creation,
      update,
      cancellation,
      made: s.call('getOrder', byReference(reference)),
      afterUpdate,
      after: readOrder(s, order),
    };
  },
});

const expectOrdersUnchanged = ({
  before,
  made,
  afterUpdate,
  after,
  ...refused
}: SeenIn<typeof orders>): Judgement =>
  all(
    ...expectAllRefused(refused),
    expectThat(made.status >= 300, {
      branch: 'order-made',
      expected: 'no order of the refused creation',
      got: summaryOf(made),
      at: made,
    }),
    () => expectAsBefore(before, afterUpdate, 'the order was paused'),
    () => expectAsBefore(before, after, 'the order was cancelled'),
  );

/** An issue that is uploaded, updated and deleted without a token. */
const issues = sharedScene({
  id: 'store: content without a token',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const issue = upload(s, {free: false});
    const before = readIssue(s, issue.created);
    const body = newIssue(s, {name: text('Without a token ', s.fresh('title'))});
    const creation = s.call('createIssue', {as, body});
    const update = updateIssue(s, issue, {name: s.fresh('title'), free: true}, {as});
    const deletion = remove(s, issue.created, {as});
    return {
      created: issue.created,
      before,
      creation,
      update,
      deletion,
      made: findIssues(s, body.name),
      after: readIssue(s, issue.created),
    };
  },
});

const expectIssuesUnchanged = ({
  created,
  before,
  made,
  after,
  ...refused
}: SeenIn<typeof issues>): Judgement =>
  all(
    ...expectAllRefused(refused),
    () =>
      expectNone(
        issuesIn(made).filter(({name}) => name === refused.creation.requestBody?.name),
        'issue of the refused upload',
        'issue-made',
        made,
      ),
    () =>
      expectStill(before, after, (read) =>
        expectRead(read, created, 'the issue is gone', (issue) =>
          expectIssueAsBefore(issueIn(before), issue, read, 'the issue changed'),
        ),
      ),
  );

/** The checks of writes without a token, for each chapter besides that of the users. */
export const refusedWithoutEffect: Check[] = [
  ...checksAt(plans, RULE, {'on plans': expectPlansUnchanged}),
  ...checksAt(orders, RULE, {'on orders': expectOrdersUnchanged}),
  ...checksAt(issues, RULE, {'on content': expectIssuesUnchanged}),
];
