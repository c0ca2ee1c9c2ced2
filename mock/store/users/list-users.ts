import {guarded} from '../../guarded.ts';
import {refuse, type View} from '../../operation.ts';
import {pageNumber} from '../page-number.ts';
import {purchasedIssues} from '../orders/order-users.ts';
import {listedUser} from './render-user.ts';
import {userPlans} from '../plans/user-plans.ts';
import type {User} from './user.ts';

/** The page that was requested, with its users. */
interface FoundPage {
  /** From 1; 0 when the parameter `page` is not a page number, and then the page is empty. */
  number: number;
  users: User[];
}

/**
 * GET /dashboard/users: lists users, newest first. Pages count from 1, and a page without users is refused with 404
 * (NS-ST-07, NS-ST-08).
 */
export const listUsers = guarded<FoundPage>({
  find(view, {query: {query, page = '1'}}) {
    const isUnpaged = view.freedom('users.after_the_last_page') === 'everyone';
    if (isUnpaged) return {number: 1, users: foundUsers(view, query, Infinity)};
    const number = pageNumber(page);
    if (number === 0) return {number, users: []};
    const size = view.number('users.page_size');
    const upToPage = foundUsers(view, query, number * size);
    return {number, users: upToPage.slice((number - 1) * size)};
  },
  guards: [
    {
      situation: 'nothing-found',
      judge({number, users}, view, {query: {query, page = '1'}}) {
        const mayBeEmpty = view.freedom('users.after_the_last_page') === 'empty' && number > 1;
        if (users.length || mayBeEmpty) return undefined;
        return refuse('nothing-found', {
          expected: 'a search that finds a user',
          got: `query=${query ?? ''} page=${page}`,
          todo: 'search with an email of this store, `deactivated` or `admins`',
        });
      },
    },
  ],
  perform: ({number, users}, view) => ({
    situation: 'page',
    body: {
      CODE: 'success',
      data: {
        paginator: {
          current_page: number,
          data: users.map((user) => shown(view, user)),
        },
      },
    },
  }),
});

/** A user in the form of the list. A user with plans or orders is rendered anew each time, because these change. */
function shown(view: View, user: User): unknown {
  const row = view.rendered(user, listedUser);
  const plans = userPlans(view, user);
  const purchased = purchasedIssues(view, user);
  if (!plans.length && !purchased.length) return row;
  return {
    ...(row.value as object),
    user_plans_count: plans.length,
    user_plans: plans,
    purchased_issues_with_cancelled_count: purchased.length,
    purchased_issues_with_cancelled: purchased,
  };
}

/**
 * Finds up to `limit` users, oldest or newest first according to the freedom `users.order`.
 * @param query an email, `deactivated` or `admins`; without a query all users are found
 */
function foundUsers(view: View, query: string | undefined, limit: number): User[] {
  const isOldestFirst = view.freedom('users.order') === 'oldest';
  if (query) {
    const users = matchingUsers(view, query);
    return (isOldestFirst ? users : users.reverse()).slice(0, limit);
  }
  const page = {limit, where: (user: User): boolean => isListed(view, user)};
  return isOldestFirst ? view.oldest('users', page) : view.newest('users', page);
}

/** The users that match a filter, oldest first. */
function matchingUsers(view: View, query: string): User[] {
  if (query === 'deactivated')
    return view
      .all<User>('users', 'gone', 'yes')
      .filter((user) => isListedOnceDeactivated(view, user));
  const users =
    query === 'admins'
      ? view.all<User>('users', 'admin', 'yes')
      : view.all<User>('users', 'email', query);
  return users.filter((user) => isListed(view, user));
}

/** Whether lists other than `deactivated` contain a user: active ones, others with a freedom. */
const isListed = (view: View, user: User): boolean =>
  user.state === 'active' ||
  (view.freedom('users.lists') === 'everyone' && isListedOnceDeactivated(view, user));

/** Whether a user who is not active is listed at all: anonymized ones only with a freedom. */
const isListedOnceDeactivated = (view: View, user: User): boolean =>
  user.state !== 'anonymized' || view.freedom('users.anonymized_listed') === true;
