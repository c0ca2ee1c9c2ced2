import {guarded} from '../../guarded.ts';
import {refuse, type View} from '../../operation.ts';
import {listing} from './render-user.ts';
import type {User} from './user.ts';

/** The page that was requested, with its users. */
interface FoundPage {
  /** The page number, from 1; 0 when the parameter is no such number. */
  number: number;
  users: User[];
}

/**
 * GET /dashboard/users: users, newest first. Pages count from 1, and a page without users is
 * answered 404 (NS-ST-07, NS-ST-08).
 */
export const listUsers = guarded<FoundPage>({
  find(view, input) {
    const {query, page = '1'} = input.query;
    const size = view.number('users.page_size');
    const everyone = view.freedom('users.after_the_last_page') === 'everyone';
    const number = everyone ? 1 : pageNumber(page);
    if (number === 0) return {number, users: []};
    const limit = everyone ? Infinity : number * size;
    return {number, users: found(view, query, limit).slice((number - 1) * size)};
  },
  guards: [
    {
      situation: 'nothing-found',
      judge({number, users}, view, {query: {query, page = '1'}}) {
        const emptyPage = view.freedom('users.after_the_last_page') === 'empty' && number > 1;
        if (users.length || emptyPage) return undefined;
        return refuse(
          'nothing-found',
          'a search that finds a user',
          `query=${query ?? ''} page=${page}`,
          'search with an email of this store, `deactivated` or `admins`',
        );
      },
    },
  ],
  perform: ({number, users}, view) => ({
    situation: 'page',
    body: {
      CODE: 'success',
      data: {paginator: {current_page: number, data: users.map(listing(view))}},
    },
  }),
});

const pageNumber = (page: string): number => (/^[1-9]\d{0,8}$/.test(page) ? Number(page) : 0);

/**
 * Up to `limit` users, in the order of this world.
 * @param query an email, `deactivated` or `admins`; without one everybody is found
 */
function found(view: View, query: string | undefined, limit: number): User[] {
  const listed = (user: User): boolean =>
    user.state !== 'anonymized' || view.freedom('users.anonymized_listed') === true;
  const shown = (user: User): boolean =>
    user.state === 'active' || (view.freedom('users.lists') === 'everyone' && listed(user));
  const oldest = view.freedom('users.order') === 'oldest';
  const ordered = (users: User[]): User[] => (oldest ? users : users.reverse()).slice(0, limit);
  if (!query)
    return oldest
      ? view.oldest<User>('users', {limit, where: shown})
      : view.newest<User>('users', {limit, where: shown});
  if (query === 'deactivated')
    return ordered(view.all<User>('users', 'gone', 'yes').filter(listed));
  if (query === 'admins') return ordered(view.all<User>('users', 'admin', 'yes').filter(shown));
  return ordered(view.all<User>('users', 'email', query).filter(shown));
}
