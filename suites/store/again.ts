/** What is done with the resources of a store again and again: nothing of an earlier state returns (States; Endpoints). */

import {addDays} from '../../spec/days.ts';
import type {Val} from '../../spec/value.ts';
import {
  all,
  expectEqual,
  expectMember,
  judgeEach,
  nothing,
  when,
  whenServed,
} from '../language/judge.ts';
import {isCreated} from '../language/outcome.ts';
import {againAndAgain} from '../tables/again.ts';
import {
  expectSessionsGone,
  expectSessionsListed,
  whenSideBySide,
} from './auth-sessions/session-rows.ts';
import {awaitMail, mailsIn, mailsOfReport, readMail} from './buying.ts';
import {updateOf as issueUpdateOf} from './content/issue-steps.ts';
import {expectAsGiven, expectListed as expectIssueListed} from './content/shown.ts';
import {findIssues, pathOf, upload} from './issuing.ts';
import {expectAllExpireOn, expectStatus} from './order-rows.ts';
import {
  byId,
  cancelOrder,
  content,
  createOrder,
  order,
  permission,
  priced,
  readOrder,
  updateOrder,
} from './ordering.ts';
import {createUser, idOf, search} from './people.ts';
import {expectRowAsGiven, expectShown as expectPlanShown} from './plans/plan-rows.ts';
import {createPlan, find} from './plans/plan-steps.ts';
import {expectRisen} from './reading/activity.ts';
import {
  continueReading,
  issueOf,
  listSomeReading,
  listUntilShown as readingUntilShown,
  ofUser,
  readBy,
} from './reading/reading-steps.ts';
import {listOf, listUntilShown, sessionsOf, signIn} from './sessions.ts';
import {
  expectListed,
  expectNotListed,
  expectRowFlag,
  expectRowMember,
  expectStillInactive,
  expectUserUnchanged,
} from './user-rows.ts';

const isOdd = (number: number): boolean => number % 2 === 1;

/** Updates of a user; every third gives another address. */
export const userUpdates = againAndAgain({
  what: 'updates of a user',
  begin: (s) => {
    const {created, body} = createUser(s);
    return {created, body, email: body.email as Val};
  },
  begun: ({created}) => ({created}),
  turn: (s, made, number) => {
    if (number % 3 === 1) made.email = s.fresh('email');
    const {email} = made;
    const flags = {admin: isOdd(number), only_sees_readable: false};
    const {external_id} = made.body;
    const body = {email, external_id, ...flags, sessions_limit: 7 * number + 1};
    const updated = s.call('updateUser', {path: idOf(made.created), body});
    return {updated, found: search(s, email)};
  },
  end: (s, {body}) => ({byFirst: search(s, body.email)}),
  eachTurn: {
    'store.users.update-is-kept': ({updated, found}, {created}) =>
      whenServed(updated, () =>
        expectListed(found, created, 'not found by the last address', (row) => {
          const {sessions_limit: limit, admin} = updated.requestBody ?? {};
          return all(
            expectRowMember(row, 'sessions_limit', limit, 'another limit', found),
            row.admin === undefined
              ? nothing()
              : expectRowFlag(row, 'admin', admin, 'another flag', found),
          );
        }),
      ),
  },
  inTheEnd: {
    'store.users.query-by-email-finds-that-user-only': ({begun, turns, end}) =>
      whenServed(
        turns.map(({updated}) => updated),
        () => expectNotListed(end.byFirst, begun.created, 'found by the first address'),
      ),
  },
});

/** A user who is deactivated and reactivated. */
export const deactivations = againAndAgain({
  what: 'deactivations of a user',
  begin: (s) => createUser(s, {admin: true, sessions_limit: 5}),
  begun: ({created}) => ({created}),
  turn: (s, {created, body}) => ({
    deactivated: s.call('deactivateUser', {path: idOf(created)}),
    inactive: search(s, body.email),
    reactivated: s.call('reactivateUser', {path: idOf(created)}),
    active: search(s, body.email),
  }),
  end: () => ({}),
  eachTurn: {
    'store.users.moves-are-the-listed-ones': (turn, {created}) =>
      whenServed([turn.deactivated, turn.reactivated], () =>
        all(expectStillInactive(turn.inactive, created), () =>
          expectUserUnchanged(turn.active, created),
        ),
      ),
  },
});

/** A user who signs in twice, and whose sessions all end. */
export const signIns = againAndAgain({
  what: 'sign-ins of a user',
  begin: (s) => createUser(s, {sessions_limit: 999}).created,
  begun: () => ({}),
  turn: (s, created, number) => {
    const [one, other] = [signIn(s, created), signIn(s, created, 'mobile')];
    return {
      one,
      other,
      during: listUntilShown(s, created, other),
      ended: isOdd(number)
        ? s.call('forceLogout', {path: idOf(created)})
        : s.call('deleteAuthSessionsOfUser', {path: sessionsOf(created)}),
      after: listOf(s, created),
    };
  },
  end: () => ({}),
  eachTurn: {
    'store.auth-sessions.sessions-live-from-sign-in-to-end': ({one, other, ...turn}) =>
      whenServed(turn.ended, () =>
        all(
          () => expectSessionsListed(turn.during, [other], 'a session is not listed'),
          () => expectSessionsGone(turn.after, [one, other], 'a session is still listed'),
        ),
      ),
    'store.auth-sessions.count-is-that-of-the-ended': ({one, other, during, ended}) =>
      ended.op === 'forceLogout'
        ? nothing()
        : whenServed(ended, () =>
            whenSideBySide(during, [one, other], () =>
              expectMember(ended, '/data/deleted_count', 2, 'another count'),
            ),
          ),
  },
});

/** A day that belongs to a turn. */
const dayOf = (number: number): string => addDays('2031-01-01', 3 * number);

/** An order that is paused, approved and given another end. */
export const orderUpdates = againAndAgain({
  what: 'updates of an order',
  begin: (s) => createOrder(s, permission(s, createUser(s), [content(s)])),
  begun: (created) => ({created}),
  turn: (s, created, number) => ({
    paused: updateOrder(s, created, {status: 'paused'}),
    whilePaused: readOrder(s, created),
    approved: updateOrder(s, created, {status: 'approved'}),
    extended: updateOrder(s, created, {expiration_date: dayOf(number)}),
    afterwards: readOrder(s, created),
  }),
  end: () => ({}),
  eachTurn: {
    'store.orders.approved-can-be-paused': ({paused, whilePaused}) =>
      whenServed(paused, () => expectStatus(whilePaused, 'paused', 'not paused')),
    'store.orders.paused-can-be-approved': ({paused, approved, afterwards}) =>
      whenServed([paused, approved], () => expectStatus(afterwards, 'approved', 'not approved')),
    'store.orders.expiration-applies-to-all-products': ({extended, afterwards}, _begun, number) =>
      whenServed(extended, () => expectAllExpireOn(afterwards, dayOf(number), 'another end')),
  },
});

/** Orders of one product by one user, each of which is cancelled before the next, if it is accepted. */
export const cancellations = againAndAgain({
  what: 'orders and cancellations by a user',
  begin: (s) => {
    const body = permission(s, createUser(s), [content(s)]);
    return {body, first: createOrder(s, body)};
  },
  begun: () => ({}),
  turn: (s, {body, first}, number) => {
    // Whether somebody may order a title again is not told.
    const created = number === 1 ? first : order(s, body);
    const cancelled = cancelOrder(s, created, undefined, {optional: true});
    return {created, cancelled, read: s.call('getOrder', {...byId(created), optional: true})};
  },
  end: (s, {first}) => ({first: readOrder(s, first)}),
  eachTurn: {
    'store.orders.permission-is-approved-at-once': ({created}) =>
      isCreated(created) ? expectStatus(created, 'approved', 'not approved') : nothing(),
    'store.orders.approved-can-be-cancelled': ({created, cancelled, read}) =>
      isCreated(created)
        ? whenServed(cancelled, () => expectStatus(read, 'cancelled', 'not cancelled'))
        : nothing(),
  },
  inTheEnd: {
    'store.orders.cancelled-is-not-revived': ({turns: [first], end}) =>
      first
        ? whenServed(first.cancelled, () =>
            expectStatus(end.first, 'cancelled', 'revived by later orders'),
          )
        : nothing(),
  },
});

/** Updates of a plan. */
export const planUpdates = againAndAgain({
  what: 'updates of a plan',
  begin: (s) => createPlan(s),
  begun: () => ({}),
  turn: (s, {path, body}, number) => {
    const values = {concurrency_limit: 7 * number + 1, recommended: isOdd(number)};
    const updated = s.call('updatePlan', {path, body: {...body, ...values}});
    return {updated, list: find(s, body.name)};
  },
  end: () => ({}),
  eachTurn: {
    'store.plans.update-is-kept': ({updated, list}) =>
      whenServed(updated, () =>
        expectPlanShown(list, updated, 'not found', (row) =>
          expectRowAsGiven(list, updated, updated.requestBody ?? {}, row),
        ),
      ),
  },
});

/** Updates of content; every third gives another name. */
export const contentUpdates = againAndAgain({
  what: 'updates of content',
  begin: (s) => {
    const {created, body} = upload(s);
    return {created, body, name: body.name};
  },
  begun: ({created}) => ({created}),
  turn: (s, made, number) => {
    if (number % 3 === 1) made.name = s.fresh('title');
    const values = {name: made.name, free: isOdd(number), lang: isOdd(number) ? 'es' : 'en'};
    const body = issueUpdateOf(s, made.body, values);
    const updated = s.call('updateIssue', {path: pathOf(made.created), body});
    return {updated, list: findIssues(s, made.name)};
  },
  end: () => ({}),
  eachTurn: {
    'store.content.update-is-kept': ({updated, list}, {created}) =>
      whenServed(updated, () =>
        expectIssueListed(list, created, 'not found by the last name', (row) =>
          expectAsGiven('after many updates', row, updated, list, ['name', 'free', 'lang']),
        ),
      ),
  },
});

const REPORTED = 'order-reported';

/** Report orders of one user, each of which sends a mail. */
export const reports = againAndAgain({
  what: 'report orders of a user',
  begin: (s) => createUser(s),
  begun: () => ({}),
  turn: (s, reader) => ({created: createOrder(s, priced(s, 'report', reader, [content(s)]))}),
  end: (s, {body: {email}}) => {
    const first = awaitMail(s, email, REPORTED);
    // What was sent later has come, twice.
    const [later, latest] = [mailsOfReport(s), mailsOfReport(s)];
    return {first, later, latest, sent: readMail(s, email)};
  },
  inTheEnd: {
    'store.events.report-order-mails-the-user': ({turns, end: {sent, ...others}}) =>
      all(
        judgeEach(Object.values(others), (mails) =>
          when(mailsIn(mails, REPORTED).length > 0, 'a later mail did not come', nothing),
        ),
        () => {
          const mails = mailsIn(sent, REPORTED).length;
          return expectEqual(mails, turns.length, 'not one mail for each', sent, 'the mails');
        },
      ),
  },
});

/** What a reader does in each turn. */
const ACTIVITY = {seconds_reading: 30, page_changes: 2, notes: 1};

/** A reading session that goes on, beside another one. */
export const readings = againAndAgain({
  what: 'continuations of a reading session',
  begin: (s) => {
    const {created} = createUser(s);
    const issue = issueOf(s);
    const [session, other] = [readBy(s, created, issue), readBy(s, created, issue)];
    return {created, session, other, before: readingUntilShown(s, created, other)};
  },
  begun: ({session, other, before}) => ({session, other, before}),
  turn: (s, {session}) => ({continued: continueReading(s, session, ACTIVITY)}),
  end: (s, {created}) => ({after: listSomeReading(s, ofUser(created))}),
  inTheEnd: {
    'store.reading.counters-rise-with-the-activity': ({turns, begun, end: {after}}) => {
      const {session, other, before} = begun;
      const risen = Object.fromEntries(
        Object.entries(ACTIVITY).map(([name, by]) => [name, by * turns.length]),
      );
      return all(expectRisen([before, after], session, risen, 'risen by another number'), () =>
        expectRisen([before, after], other, {}, 'another session has changed'),
      );
    },
  },
});
