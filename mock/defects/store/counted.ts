/** Defects that show only where many of a kind are there, or after a request was repeated often. */

import type {Defect} from '../../defect.ts';
import type {Input, View} from '../../operation.ts';
import type {AuthSession} from '../../store/auth-sessions/session.ts';
import type {Issue} from '../../store/content/issue.ts';
import type {Order, OrderMail} from '../../store/orders/order.ts';
import type {Plan} from '../../store/plans/plan.ts';
import type {User} from '../../store/users/user.ts';
import type {Row} from '../../world/change.ts';
import {afterwards, findingAll} from '../breaking.ts';
import {
  allChangedAfterMany,
  bodyWith,
  firstChanged,
  forgottenAfterMany,
  ignoredInCrowd,
  largeLost,
  lateLost,
  lateShown,
  successAfterMany,
  type Crowd,
} from '../families/counted.ts';
import {together} from '../families/seams.ts';
import {withChanges} from '../stored-rows.ts';
import {defects} from '../table.ts';
import {CONTINUE} from './reading/shown-sessions.ts';
import {NOTING_THE_FIRST, type KnownUser} from './users/changed-users.ts';

type Query = Input['query'];

/** A name or an address without its number. */
const unnumbered = (text: string): string => text.replace(/\d+(@.*)?$/, '');

const USERS: Crowd<User> = {table: 'users', alike: ({email}) => unnumbered(email)};
const ORDERS: Crowd<Order> = {table: 'orders', alike: ({user}) => user};
const ISSUES: Crowd<Issue> = {table: 'issues', alike: ({name}) => unnumbered(name)};
const PLANS: Crowd<Plan> = {table: 'plans', alike: ({name}) => unnumbered(name)};
const SESSIONS: Crowd<AuthSession> = {table: 'auth_sessions', alike: ({user}) => user};

const isUnfiltered = ({query}: Query): boolean => query === undefined;
const isNumber = ({path}: Input): boolean => /^\d+$/.test(path['id'] ?? '');

/** Whether a request has a member, and this value of it. */
const asking =
  (name: string, value?: string) =>
  ({body}: Input): boolean => {
    const given = (body as Record<string, unknown> | undefined)?.[name];
    return value === undefined ? given !== undefined : given === value;
  };

/** Whether an address has got ten mails. */
const hasTen = (view: View, mail: Row): boolean =>
  view.oldest<OrderMail>('mails', {limit: 11, where: ({to}) => to === (mail as OrderMail).to})
    .length >= 10;

/** Lists of many users, orders and sessions, and changes of one of them. */
export const counted: Defect[] = defects({
  'store.users.query-by-email-finds-that-user-only @ many users with near names': {
    'the eleventh of alike addresses is not found': lateShown('listUsers', USERS, ({query = ''}) =>
      query.includes('@'),
    ),
  },
  'store.users.list-without-query-is-unfiltered @ many users with near names': {
    'the eleventh of alike users is not listed': lateShown('listUsers', USERS, isUnfiltered),
  },
  'store.users.query-admins-lists-admins-only @ many users with near names': {
    'the eleventh of alike admins is not listed': lateShown(
      'listUsers',
      USERS,
      ({query}) => query === 'admins',
    ),
  },
  'store.users.query-deactivated-lists-deactivated-only @ many users with near names': {
    'the seventh of alike users is not among the deactivated': lateShown(
      'listUsers',
      USERS,
      ({query}) => query === 'deactivated',
      {after: 6},
    ),
  },
  'store.users.update-is-kept @ many users with near names': {
    'an update of one of more than ten alike users is lost': ignoredInCrowd('updateUser', USERS),
  },
  'store.users.deactivation-deactivates @ many users with near names': {
    'a deactivation of one of more than ten alike users is lost': ignoredInCrowd(
      'deactivateUser',
      USERS,
    ),
  },
  'store.users.others-stay-as-they-are @ many users with near names': {
    'an update of one of more than ten alike users changes the first': firstChanged(
      'updateUser',
      USERS,
      (first) => ({table: 'users', put: {...first, sessions_limit: 77}}),
    ),
  },
  'store.users.update-is-kept @ updates of a user again and again': {
    'the eleventh update of a user is lost': forgottenAfterMany('updateUser'),
  },
  'store.users.query-by-email-finds-that-user-only @ updates of a user again and again': {
    'the first address finds a user with a limit above eighty again': together(
      NOTING_THE_FIRST,
      findingAll<KnownUser>(['listUsers'], (users, {index, view, value}) =>
        index === 'email' && users.length === 0
          ? view.oldest<KnownUser>('users', {
              limit: 10_000,
              where: ({first, sessions_limit: limit}) =>
                first?.email === value && limit !== null && limit > 80 && limit < 90,
            })
          : users,
      ),
    ),
  },
  'store.users.moves-are-the-listed-ones @ deactivations of a user again and again': {
    'the eleventh reactivation of a user is lost': forgottenAfterMany('reactivateUser'),
  },
  'store.orders.internal-id-finds-the-order @ many orders of one user': {
    'the eleventh order of a user is not read': lateLost(
      'getOrder',
      ORDERS,
      'order-not-found',
      ({query}) => query['id_type'] === 'internal',
    ),
  },
  'store.orders.external-reference-finds-the-order @ many orders of one user': {
    'the eleventh order of a user is not read by its reference': lateLost(
      'getOrder',
      ORDERS,
      'order-not-found',
      ({query}) => query['id_type'] === 'external',
    ),
  },
  'store.orders.shown-alike-everywhere @ many orders of one user': {
    'the list of all orders shows the eleventh of a user as paused': lateShown(
      'listOrders',
      ORDERS,
      (query) => Object.keys(query).length === 0,
      {members: {status: 'paused'}},
    ),
  },
  'store.orders.user-id-filters-the-list @ many orders of one user': {
    'the eleventh order of a user is not listed': lateShown(
      'listOrders',
      ORDERS,
      ({user_id: id}) => id !== undefined,
    ),
  },
  'store.orders.user-email-filters-the-list @ many orders of one user': {
    'the eleventh order of an address is not listed': lateShown(
      'listOrders',
      ORDERS,
      ({user_email: email, ...others}) => email !== undefined && Object.keys(others).length === 0,
    ),
  },
  'store.orders.product-filters-the-list @ many orders of one user': {
    'with more than ten orders a product finds none of them': largeLost(
      'listOrders',
      ORDERS,
      ({product_id: id}) => id !== undefined,
    ),
  },
  'store.orders.status-filters-the-list @ many orders of one user': {
    'the eleventh order of a user is not listed by its status': lateShown(
      'listOrders',
      ORDERS,
      ({status}) => status !== undefined,
    ),
  },
  'store.orders.expiration-applies-to-all-products @ many orders of one user': {
    'an update of one of more than ten orders is lost': ignoredInCrowd('updateOrder', ORDERS),
  },
  'store.orders.approved-can-be-cancelled @ many orders of one user': {
    'a cancellation of one of more than ten orders is lost': ignoredInCrowd('cancelOrder', ORDERS),
  },
  'store.orders.update-changes-what-it-names-only @ many orders of one user': {
    'an update of one of more than ten orders pauses the first': firstChanged(
      'updateOrder',
      ORDERS,
      (first) => ({table: 'orders', put: {...first, status: 'paused'}}),
    ),
  },
  'store.orders.approved-can-be-paused @ updates of an order again and again': {
    'the eleventh pause of an order is lost': forgottenAfterMany('updateOrder', {
      isMeant: asking('status', 'paused'),
    }),
  },
  'store.orders.paused-can-be-approved @ updates of an order again and again': {
    'the eleventh approval of an order is lost': forgottenAfterMany('updateOrder', {
      isMeant: asking('status', 'approved'),
    }),
  },
  'store.orders.expiration-applies-to-all-products @ updates of an order again and again': {
    'the eleventh end of an order is lost': forgottenAfterMany('updateOrder', {
      isMeant: asking('expiration_date'),
    }),
  },
  'store.orders.permission-is-approved-at-once @ orders and cancellations by a user again and again':
    {
      'the eleventh order of a store is shown as paused': successAfterMany(
        'createOrder',
        (done) => ({...done, body: bodyWith(done, {status: 'paused'})}),
        {per: 'tenant'},
      ),
    },
  'store.orders.approved-can-be-cancelled @ orders and cancellations by a user again and again': {
    'the eleventh cancellation of a store is lost': forgottenAfterMany('cancelOrder', {
      per: 'tenant',
    }),
  },
  'store.orders.cancelled-is-not-revived @ orders and cancellations by a user again and again': {
    'the eleventh order of a store revives the first of the user': successAfterMany(
      'createOrder',
      (done, view) => {
        const made = done.changes?.find(({table}) => table === 'orders');
        const user = made && 'put' in made ? (made.put as Order).user : '';
        const where = (order: Order): boolean => order.user === user;
        const [first] = view.oldest<Order>('orders', {limit: 1, where});
        const put = first && {...first, status: 'approved' as const};
        return put ? withChanges(done, {table: 'orders', put}) : done;
      },
      {per: 'tenant'},
    ),
  },
  'store.content.read-gives-the-issue @ many contents': {
    'the eleventh of alike contents is not read': lateLost(
      'getIssue',
      ISSUES,
      'issue-not-found',
      isNumber,
    ),
  },
  'store.content.reference-finds-the-issue @ many contents': {
    'the eleventh of alike contents is not read by its external id': lateLost(
      'getIssue',
      ISSUES,
      'issue-not-found',
      (input) => !isNumber(input),
    ),
  },
  'store.content.name-finds-the-issue @ many contents': {
    'the eleventh of alike contents is not found': lateShown(
      'listIssues',
      ISSUES,
      (query) => !isUnfiltered(query),
    ),
  },
  'store.content.list-shows-every-issue @ many contents': {
    'the eleventh of alike contents is not listed': lateShown('listIssues', ISSUES, isUnfiltered),
  },
  'store.content.update-is-kept @ many contents': {
    'an update of one of more than ten alike contents is lost': ignoredInCrowd(
      'updateIssue',
      ISSUES,
    ),
  },
  'store.content.deleted-is-gone @ many contents': {
    'a deletion of one of more than ten alike contents is lost': ignoredInCrowd(
      'deleteIssue',
      ISSUES,
    ),
  },
  'store.content.deletion-keeps-the-others @ many contents': {
    'a deletion of one of more than ten alike contents makes the first free': firstChanged(
      'deleteIssue',
      ISSUES,
      (first) => ({table: 'issues', put: {...first, free: true}}),
    ),
  },
  'store.content.update-is-kept @ updates of content again and again': {
    'the eleventh update of content is lost': forgottenAfterMany('updateIssue'),
  },
  'store.plans.search-finds-by-name @ many plans': {
    'the eleventh of alike plans is not found': lateShown('listPlans', PLANS, ({query = ''}) =>
      / \d\d$/.test(query),
    ),
  },
  'store.plans.list-shows-every-plan @ many plans': {
    'the eleventh of alike plans is not listed': lateShown('listPlans', PLANS, isUnfiltered),
  },
  'store.plans.search-finds-by-description @ many plans': {
    'the eleventh of alike plans is not found by its description': lateShown(
      'listPlans',
      PLANS,
      ({query}) => query !== undefined && !/ \d\d$/.test(query),
    ),
  },
  'store.plans.update-is-kept @ many plans': {
    'an update of one of more than ten alike plans is lost': ignoredInCrowd('updatePlan', PLANS),
  },
  'store.plans.deleted-is-gone @ many plans': {
    'a deletion of one of more than ten alike plans is lost': ignoredInCrowd('deletePlan', PLANS),
  },
  'store.plans.deletion-keeps-the-others @ many plans': {
    'a deletion of one of more than ten alike plans changes the first': firstChanged(
      'deletePlan',
      PLANS,
      (first) => ({table: 'plans', put: {...first, concurrency_limit: 77}}),
    ),
  },
  'store.plans.update-is-kept @ updates of a plan again and again': {
    'the eleventh update of a plan is lost': forgottenAfterMany('updatePlan'),
  },
  'store.auth-sessions.user-id-filters @ many sessions of one user': {
    'the eleventh session of a user is not on a large page': lateShown(
      'listAuthSessions',
      SESSIONS,
      ({user_id: id, per_page: size}) => id !== undefined && size === '200',
    ),
  },
  'store.auth-sessions.external-id-filters @ many sessions of one user': {
    'the eleventh session is not found by the external id': lateShown(
      'listAuthSessions',
      SESSIONS,
      ({external_id: id, per_page: size}) => id !== undefined && size === undefined,
    ),
  },
  'store.auth-sessions.walk-visits-each-once @ many sessions of one user': {
    'the eleventh session of a user is on no page of five': lateShown(
      'listAuthSessions',
      SESSIONS,
      ({per_page: size}) => size === '5',
    ),
  },
  'store.auth-sessions.cursor-leads-to-the-next-page @ many sessions of one user': {
    'the eleventh session of a user is on no page of seven': lateShown(
      'listAuthSessions',
      SESSIONS,
      ({per_page: size}) => size === '7',
    ),
  },
  'store.auth-sessions.deleted-session-is-gone @ many sessions of one user': {
    'the deletion of one of more than ten sessions is lost': ignoredInCrowd(
      'deleteAuthSession',
      SESSIONS,
    ),
  },
  'store.auth-sessions.deletion-leaves-other-sessions @ many sessions of one user': {
    'the deletion of one of more than ten sessions ends the first': firstChanged(
      'deleteAuthSession',
      SESSIONS,
      ({key}) => ({table: 'auth_sessions', del: key}),
    ),
  },
  'store.auth-sessions.sessions-live-from-sign-in-to-end @ sign-ins of a user again and again': {
    'the fifth forced logout of a user ends nothing': forgottenAfterMany('forceLogout', {after: 4}),
  },
  'store.auth-sessions.count-is-that-of-the-ended @ sign-ins of a user again and again': {
    'the fifth deletion of all sessions counts all that ever were': successAfterMany(
      'deleteAuthSessionsOfUser',
      (done) => ({...done, body: bodyWith(done, {deleted_count: 10})}),
      {after: 4},
    ),
  },
  'store.events.report-order-mails-the-user @ report orders of a user again and again': {
    'an address gets ten mails at most': afterwards(['createOrder'], (done, view) => ({
      ...done,
      changes: (done.changes ?? []).filter(
        (change) => change.table !== 'mails' || !('put' in change) || !hasTen(view, change.put),
      ),
    })),
  },
  'store.reading.counters-rise-with-the-activity @ continuations of a reading session again and again':
    {
      'the eleventh continuation in a store is lost': forgottenAfterMany(CONTINUE[0] ?? '', {
        per: 'tenant',
      }),
    },
  'store.users.moves-are-the-listed-ones @ after many others': {
    'the eleventh deactivation changes the limits of all users': allChangedAfterMany(
      'deactivateUser',
      'users',
      (row) => ({table: 'users', put: {...row, sessions_limit: 77} as Row}),
    ),
  },
  'store.orders.moves-are-the-listed-ones @ after many others': {
    'the eleventh cancellation pauses all orders': allChangedAfterMany(
      'cancelOrder',
      'orders',
      (row) => ({table: 'orders', put: {...row, status: 'paused'} as Row}),
    ),
  },
  'store.content.moves-are-the-listed-ones @ after many others': {
    'the eleventh deletion makes all content free': allChangedAfterMany(
      'deleteIssue',
      'issues',
      (row) => ({table: 'issues', put: {...row, free: true} as Row}),
    ),
  },
  'store.plans.moves-are-the-listed-ones @ after many others': {
    'the eleventh deletion raises the limits of all plans': allChangedAfterMany(
      'deletePlan',
      'plans',
      (row) => ({table: 'plans', put: {...row, concurrency_limit: 77} as Row}),
    ),
  },
  'store.auth-sessions.sessions-live-from-sign-in-to-end @ after many others': {
    'the eleventh deletion of a session ends all': allChangedAfterMany(
      'deleteAuthSession',
      'auth_sessions',
      ({key}) => ({table: 'auth_sessions', del: key}),
    ),
  },
});
