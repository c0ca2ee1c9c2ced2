import {refuse, type Transition, type View} from '../../operation.ts';
import {listedUser, listedUserWithNumber} from './render-user.ts';
import type {User} from './user.ts';

/** GET /dashboard/users: newest first; pages are counted from 1, and one without users is not found (NS-ST-07, NS-ST-08). */
export const listUsers: Transition = (view, input) => {
  const {query, page = '1'} = input.query;
  const size = view.number('users.page_size');
  const number = /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 0;
  const users = number ? found(view, query, number * size).slice((number - 1) * size) : [];
  if (!users.length && view.checks('nothing-found'))
    return refuse('nothing-found', 'a search that finds a user', `query=${query ?? ''} page=${page}`, 'search with an email of this store, `deactivated` or `admins`');
  const render = view.freedom('users.listed_flag') === 'number' ? listedUserWithNumber : listedUser;
  const data = users.map((user) => view.rendered(user, render));
  return {situation: 'page', body: {CODE: 'success', data: {paginator: {current_page: number, data}}}};
};

/** Up to `limit` users, newest first. */
function found(view: View, query: string | undefined, limit: number): User[] {
  const shown = (user: User): boolean => user.state === 'active' || view.freedom('users.lists') === 'everyone';
  const newest = (users: User[]): User[] => users.reverse().slice(0, limit);
  if (!query) return view.newest<User>('users', {limit, where: shown});
  if (query === 'deactivated') return newest(view.all<User>('users', 'gone', 'yes'));
  if (query === 'admins') return newest(view.all<User>('users', 'admin', 'yes').filter(shown));
  return newest(view.all<User>('users', 'email', query).filter(shown));
}
