/** How users, orders of one user, content, plans and sessions of one user are made, changed, ended and shown (Resources). */

import {addDays} from '../../spec/days.ts';
import type {Exchange} from '../../spec/exchange.ts';
import type {Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {all, expectThat, hidden, nothing} from '../language/judge.ts';
import {cutOf} from '../language/rows.ts';
import type {Handle, Script} from '../language/script.ts';
import {text} from '../language/sent-values.ts';
import {kindOf} from '../tables/many.ts';
import {remove, update as updateIssue, walkIssues} from './content/issue-steps.ts';
import {expectAsGiven, expectGone, rowOf as issueRow} from './content/shown.ts';
import {issueIn} from './issue-rows.ts';
import {findIssues, isReadServed, readByReference, readIssue, upload} from './issuing.ts';
import {isFullPage, sawFullPage} from './orders/list/listed-orders.ts';
import {saysThereIsMore} from './orders/list/more-pages.ts';
import {expirationsOf, orderIn, orderRow, ordersIn, type OrderRow} from './order-rows.ts';
import {
  byId,
  byReference,
  cancelOrder,
  createOrder,
  newProduct,
  priced,
  updateOrder,
  type Buyer,
  userOf,
} from './ordering.ts';
import {createUser, idOf, search, walkList} from './people.ts';
import {createPlan, find, walkPlans} from './plans/plan-steps.ts';
import {
  expectNotShown,
  expectRowAsGiven,
  isLive,
  nameIn,
  rowOf as planRow,
} from './plans/plan-rows.ts';
import {expectSessionsGone} from './auth-sessions/session-rows.ts';
import {idOfSession, listByExternalId, listOf, sessions, sessionsOf, signIn} from './sessions.ts';
import {
  expectRowFlag,
  expectRowMember,
  expectStillInactive,
  rowOf as userRow,
} from './user-rows.ts';

/** Two digits, so that no name is the beginning of another one. */
const digitsOf = (number: number): string => String(number).padStart(2, '0');

/** Every third is an admin. */
const isAdmin = (number: number): boolean => number % 3 === 0;

/** Users whose addresses and external ids have the same beginning. */
export const USERS = kindOf({
  kind: 'users with near names',
  begin: (s) => s.fresh('text'),
  make: (s, name: Val, number) => {
    const named = {
      email: text(name, String(number), '@presscheck.example'),
      external_id: text(name, String(number)),
    };
    const admin = isAdmin(number);
    const {created} = createUser(s, {...named, admin, sessions_limit: number + 1});
    return {created, named, admin};
  },
  looks: {
    'store.users.query-by-email-finds-that-user-only': (s, {named}) => search(s, named.email),
  },
  lists: {
    'store.users.list-without-query-is-unfiltered': {
      walk: (s) => walkList(s, {}),
      // Whether the deactivated are among all users is open.
      has: ({hasEnded}) => (hasEnded ? undefined : true),
    },
    'store.users.query-admins-lists-admins-only': {
      walk: (s) => walkList(s, {query: 'admins'}),
      has: ({number, hasEnded}) => (hasEnded ? undefined : isAdmin(number)),
    },
    'store.users.query-deactivated-lists-deactivated-only': {
      walk: (s) => walkList(s, {query: 'deactivated'}),
      has: ({hasEnded}) => hasEnded,
    },
  },
  change: {
    rule: 'store.users.update-is-kept',
    record: (s, {created, named, admin}, number) => {
      const members = {admin, only_sees_readable: false, sessions_limit: number + 500};
      return s.call('updateUser', {path: idOf(created), body: {...named, ...members}});
    },
  },
  end: {
    rule: 'store.users.deactivation-deactivates',
    record: (s, {created}) => s.call('deactivateUser', {path: idOf(created)}),
    expectEnded: expectStillInactive,
  },
  others: 'store.users.others-stay-as-they-are',
  rowIn: userRow,
  expectAsGiven: (row, {by, hasEnded}, where) =>
    all(
      expectRowMember(
        row,
        'sessions_limit',
        by.requestBody?.sessions_limit,
        'another limit',
        where,
      ),
      hasEnded || row.admin === undefined
        ? nothing()
        : expectRowFlag(row, 'admin', by.requestBody?.admin, 'another flag', where),
    ),
  ifUnseen: (pages) => {
    const cut = cutOf(pages);
    return cut === undefined ? undefined : hidden('NS-ST-07', 'not walked through', cut);
  },
});

/** A day that belongs to one of many orders. */
const dayOf = (number: number): string => addDays('2031-01-01', 3 * number);

/** The order with the id of a creation, on pages or in a read. */
function orderOn(pages: Exchange[], created: Exchange): OrderRow | undefined {
  const [page] = pages;
  if (page?.op !== 'getOrder') return orderRow(pages, created);
  const order = page.status < 300 ? orderIn(page) : undefined;
  return order && order.id === orderIn(created).id ? order : undefined;
}

/** A list may have further pages, of which the document does not say how they are read (NS-ST-43). */
function whenMoreOrders(pages: Exchange[], lists: Exchange[][]): Judgement | undefined {
  const rows = ordersIn(pages).length;
  const isLonger = lists.some((list) => ordersIn(list).length > rows);
  const isWhole = isLonger && !pages.some((page) => saysThereIsMore(page.wire));
  return isWhole || !pages.some(isFullPage) ? undefined : sawFullPage();
}

/** One page of orders, as a walk. */
const page = (s: Script, query: Record<string, Val>): Handle<Exchange[]> =>
  s.repeat(1, (each) => void each.call('listOrders', {query}));

/**
 * Reports of one user, each of a product that it creates and with an end of its own: whether somebody may order a title
 * again is not told.
 */
export const ORDERS = kindOf({
  kind: 'orders of one user',
  begin: (s): {reader: Buyer; reference: Val; first?: Handle} => ({
    reader: createUser(s),
    reference: s.fresh('text'),
  }),
  make: (s, common, number) => {
    const {reader, reference} = common;
    const external_reference = text(reference, String(number));
    const products = [{...newProduct(s), expiration_date: dayOf(number)}];
    const body = {...priced(s, 'report', reader, products), external_reference};
    const created = createOrder(s, body);
    common.first ??= created;
    return {created, external_reference};
  },
  looks: {
    'store.orders.internal-id-finds-the-order': (s, {created}) => s.call('getOrder', byId(created)),
    'store.orders.external-reference-finds-the-order': (s, {external_reference}) =>
      s.call('getOrder', byReference(external_reference)),
  },
  lists: {
    'store.orders.shown-alike-everywhere': {walk: (s) => page(s, {}), has: () => undefined},
    'store.orders.user-id-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_id: userOf(s, reader).id}),
      has: () => true,
    },
    'store.orders.user-email-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email}),
      has: () => true,
    },
    'store.orders.product-filters-the-list': {
      walk: (s, {reader, first}) =>
        page(s, {
          user_email: reader.body.email,
          product_id: first?.at('/data/products/0/id') ?? null,
          product_type: 'content',
        }),
      has: ({number}) => number === 1,
    },
    'store.orders.status-filters-the-list': {
      walk: (s, {reader}) => page(s, {user_email: reader.body.email, status: 'approved'}),
    },
  },
  change: {
    rule: 'store.orders.expiration-applies-to-all-products',
    record: (s, {created}, number) =>
      updateOrder(s, created, {expiration_date: dayOf(number + 500)}),
  },
  end: {
    rule: 'store.orders.approved-can-be-cancelled',
    record: (s, {created}) => cancelOrder(s, created),
    expectEnded: (look) => expectOrderStatus(orderIn(look), 'cancelled', look),
  },
  others: 'store.orders.update-changes-what-it-names-only',
  rowIn: orderOn,
  expectAsGiven: (row, {number, created, by, hasEnded}, where) => {
    const day = dayOf(by === created ? number : number + 500);
    // What the end of an order does to the days of its products is told by the cancellation.
    if (hasEnded) return expectOrderStatus(row, 'cancelled', where);
    return all(expectOrderStatus(row, 'approved', where), () =>
      expectThat(
        Object.values(expirationsOf(row)).every((shown) => shown === day),
        {
          branch: 'another end',
          expected: `the products to end on ${day}`,
          got: JSON.stringify(expirationsOf(row)),
          at: where,
        },
      ),
    );
  },
  ifUnseen: whenMoreOrders,
});

/** An order is in a state. */
const expectOrderStatus = (row: OrderRow, status: string, where: Exchange): Judgement =>
  expectThat(row.status === status, {
    branch: `not ${status}`,
    expected: `\`status\` to be ${status}`,
    got: JSON.stringify(row.status),
    at: where,
  });

/** The content of a creation, on pages or in a read. */
const issueOn = (pages: Exchange[], created: Exchange) => {
  const [page] = pages;
  if (page?.op !== 'getIssue') return issueRow(pages, created);
  const issue = page.status < 300 ? issueIn(page) : undefined;
  return issue && String(issue.id) === String(issueIn(created).id) ? issue : undefined;
};

/** Content whose external ids have the same beginning. */
export const ISSUES = kindOf({
  kind: 'contents',
  begin: (s) => ({title: s.fresh('title'), reference: s.fresh('content-id')}),
  make: (s, {title, reference}, number) =>
    upload(s, {
      name: text(title, ' ', digitsOf(number)),
      external_id: text(reference, String(number)),
      free: number % 2 === 0,
    }),
  looks: {
    'store.content.read-gives-the-issue': (s, {created}) =>
      isReadServed(s) ? readIssue(s, created) : undefined,
    'store.content.reference-finds-the-issue': (s, {body}) =>
      isReadServed(s) ? readByReference(s, body.external_id) : undefined,
    'store.content.name-finds-the-issue': (s, {body}) => findIssues(s, body.name),
  },
  lists: {'store.content.list-shows-every-issue': {walk: (s) => walkIssues(s)}},
  change: {
    rule: 'store.content.update-is-kept',
    record: (s, issue) => updateIssue(s, issue, {lang: 'es', description: 'Another one.'}),
  },
  end: {
    rule: 'store.content.deleted-is-gone',
    record: (s, {created}) => remove(s, created),
    expectEnded: (look, created) =>
      look.op === 'getIssue'
        ? expectGone(look, 'read after its deletion')
        : expectThat(issueOn([look], created) === undefined, {
            branch: 'found after its deletion',
            expected: 'the issue not to be found',
            got: 'a list with it',
            at: look,
          }),
  },
  others: 'store.content.deletion-keeps-the-others',
  rowIn: issueOn,
  expectAsGiven: (row, {by}, where) =>
    expectAsGiven('among many', row, by, where, ['name', 'external_id', 'free', 'lang']),
});

/** Plans, each with a limit of its own. */
export const PLANS = kindOf({
  kind: 'plans',
  begin: (s) => ({name: s.fresh('plan-name'), word: s.fresh('text')}),
  make: (s, {name, word}, number) =>
    createPlan(s, {
      name: text(name, ' ', digitsOf(number)),
      details: text('Read ', word, ' now.'),
      concurrency_limit: number + 1,
    }),
  looks: {'store.plans.search-finds-by-name': (s, {body}) => find(s, body.name)},
  lists: {
    'store.plans.list-shows-every-plan': {walk: (s) => walkPlans(s)},
    'store.plans.search-finds-by-description': {walk: (s, {word}) => walkPlans(s, {query: word})},
  },
  change: {
    rule: 'store.plans.update-is-kept',
    record: (s, {path, body}, number) =>
      s.call('updatePlan', {path, body: {...body, concurrency_limit: number + 500}}),
  },
  end: {
    rule: 'store.plans.deleted-is-gone',
    record: (s, {path}) => s.call('deletePlan', {path}),
    expectEnded: (look, created) =>
      expectNotShown(look, nameIn(created), 'found after its deletion'),
  },
  others: 'store.plans.deletion-keeps-the-others',
  rowIn: (pages, created) => {
    const row = planRow(pages, created);
    return row && isLive(row) ? row : undefined;
  },
  expectAsGiven: (row, {by}, where) => expectRowAsGiven(where, by, by.requestBody ?? {}, row),
  ifUnseen: (pages) => {
    const cut = cutOf(pages);
    return cut === undefined ? undefined : hidden('NS-ST-86', 'not walked through', cut);
  },
});

/** A walk through the sessions of a user, in pages of a size. */
const walkSessions = (s: Script, query: Record<string, Val>, size: number): Handle<Exchange[]> =>
  s.walk('listAuthSessions', {query: {...query, per_page: String(size)}, atMost: 60});

/** Sessions of one user. */
export const SESSIONS = kindOf({
  kind: 'sessions of one user',
  begin: (s) => createUser(s, {sessions_limit: 999}),
  make: (s, {created: user}, number) => ({
    created: signIn(s, user, number % 2 ? 'web' : 'mobile'),
    user,
  }),
  looks: {
    'store.auth-sessions.user-id-filters': (s, {user}) => listOf(s, user, {per_page: '200'}),
    'store.auth-sessions.external-id-filters': (s, {user}) => listByExternalId(s, user),
  },
  lists: {
    'store.auth-sessions.walk-visits-each-once': {
      walk: (s, {created}) => walkSessions(s, sessionsOf(created), 5),
    },
    'store.auth-sessions.cursor-leads-to-the-next-page': {
      walk: (s, {created}) => walkSessions(s, {external_id: created.at('/data/external_id')}, 7),
    },
  },
  end: {
    rule: 'store.auth-sessions.deleted-session-is-gone',
    record: (s, {created}) => s.call('deleteAuthSession', {path: idOfSession(created)}),
    expectEnded: (look, created) => expectSessionsGone(look, [created], 'still listed'),
  },
  others: 'store.auth-sessions.deletion-leaves-other-sessions',
  rowIn: sessions.rowOf,
  // A deployment may allow fewer, or show them later.
  whenAllAreThere: sessions.whenAllShown,
});
