/** Defects of searches, filters and pages of the list of users, and of two stores in it. */

import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row} from '../../../world/change.ts';
import {receiving, seeing} from '../../breaking.ts';
import {findingNewest, type PageOf} from '../../families/reads.ts';
import {isForeign} from '../../families/searches.ts';
import {foreignFound, together} from '../../families/seams.ts';
import {small, without} from '../../families/texts.ts';
import {LIST, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {finding} from './altered-users.ts';

/** Changes the searched text before the lookup. */
const searching = (other: (query: string) => string): Seam =>
  receiving(LIST, ({query}) => {
    const {query: text} = query;
    return text?.includes('@') ? {query: {...query, query: other(text)}} : {};
  });

/** Of users who have something in common, the first one. */
const firstOfEach = (users: User[], common: (user: User) => unknown): User[] =>
  users.filter((user, at) => users.findIndex((other) => common(other) === common(user)) === at);

/** Other users whose email matches if each underscore is a wildcard for any character. */
function similar(view: View, value: string): User[] {
  const fits = (email: string): boolean =>
    email.length === value.length &&
    [...value].every((letter, at) => letter === '_' || letter === email[at]);
  return view.oldest<User>('users', {
    limit: 100,
    where: ({email}) => email !== value && fits(email),
  });
}

/** Users on a page of the mock. */
const PAGE = 15;

const ownOf = <R extends Row>(rows: R[], view: View): R[] =>
  rows.filter((row) => !isForeign(row, view));

/**
 * Finds all stores in a view that looks like that of one store.
 * @param all which rows with an index value are visible
 * @param find whether a row of another store is found
 */
const mostlyOwn = (
  operations: string[],
  all: (rows: Row[], index: string, view: View) => Row[],
  find: (row: Row, view: View) => boolean,
): Seam =>
  together(
    foreignFound(operations),
    seeing(operations, (view) => ({
      find: <R extends Row>(table: string, key: string) => {
        const row = view.find<R>(table, key);
        return row && (!isForeign(row, view) || find(row, view)) ? row : undefined;
      },
      all: <R extends Row>(table: string, index: string, value: string) =>
        all(view.all<R>(table, index, value), index, view) as R[],
      newest: <R extends Row>(table: string, page: PageOf) =>
        ownOf(view.newest<R>(table, {...page, limit: 10_000} as typeof page), view).slice(
          0,
          page.limit,
        ),
      by: <R extends Row>(table: string, index: string, value: string) =>
        ownOf(view.all<R>(table, index, value), view)[0],
    })),
  );

/** Defects of the content of lists (Endpoints / Users). */
export const filters: ParticularDefect[] = [
  ...particular('filters', 'store.users.query-admins-lists-admins-only', {
    // The list of admins lacks those who are plan admins as well.
    'who is plan admin too is missing': finding('admin', (users) =>
      users.filter(({plan_admin: both}) => !both),
    ),
    // Of admins whose emails have the same local part only the first is listed.
    'admins of one name are listed once': finding('admin', (users) =>
      firstOfEach(users, ({name}) => name),
    ),
  }),
  ...particular('filters', 'store.users.query-deactivated-lists-deactivated-only', {
    // The list of the deactivated lacks those who are admins.
    'deactivated admins are missing': finding('gone', (users) => users.filter(({admin}) => !admin)),
    // Of users who were deactivated in the same second only the first is listed.
    'of users who left in one second one is listed': finding('gone', (users) =>
      firstOfEach(users, ({deleted}) => Math.floor((deleted ?? 0) / 1000)),
    ),
  }),
  ...particular('filters', 'store.users.query-by-email-finds-that-user-only', {
    // A search for an email with an underscore finds emails with another character there too.
    'an underscore stands for any character': finding('email', (users, view, value) =>
      value.includes('_') ? [...users, ...similar(view, value)] : users,
    ),
    // A search for an email whose local part is `admins` lists all admins.
    'an email that begins with admins lists the admins': searching((text) =>
      text.startsWith('admins@') ? 'admins' : text,
    ),
    // A search for an email with a plus, correctly encoded, finds nobody.
    'a plus is read as a blank': searching(without('+', ' ')),
    // A search for an email with capitals in its local part, as it was given, finds nobody.
    'capitals are not found': searching(small),
  }),
  ...particular('pages', 'store.users.list-without-query-is-unfiltered', {
    // The oldest user is on no page when the last page would hold that user alone.
    'a last page with one user is lost': findingNewest(LIST, 'users', (page, view) => {
      const isAlone = view.count('users') % PAGE === 1;
      return view.newest('users', page).slice(0, isAlone ? view.count('users') - 1 : undefined);
    }),
    // The sixteenth user is on no page when there are thirty or more.
    'the first of a full second page is lost': findingNewest(LIST, 'users', (page, view) => {
      const users = view.newest('users', {...page, limit: page.limit + 1});
      const isFull = view.count('users') >= 2 * PAGE;
      return users.filter((_user, at) => !isFull || at !== PAGE).slice(0, page.limit);
    }),
  }),
  ...particular('tenants', 'store.access.list-shows-own-only', {
    // A search for an email that a user of each of two stores has lists both.
    'an email of two stores finds both users': mostlyOwn(
      LIST,
      (rows, index, view) => {
        const own = ownOf(rows, view);
        return index === 'email' && own.length ? rows : own;
      },
      () => false,
    ),
  }),
  ...particular('tenants', 'store.access.foreign-write-has-no-effect', {
    // An update changes a user of another store who has the external_id of an own user.
    'a user with an external_id of the own store is updated': mostlyOwn(
      UPDATE,
      (rows, _index, view) => ownOf(rows, view),
      (row, view) => {
        const {external_id: id} = row as User;
        return ownOf(view.all<User>('users', 'external_id', id ?? ''), view).length > 0;
      },
    ),
  }),
];
