import {guarded} from '../../guarded.ts';
import {refuse, type Done, type View} from '../../operation.ts';
import {invalid} from '../invalid.ts';
import {userById} from '../users/find-user.ts';
import type {User} from '../users/user.ts';
import {cursorAfter, positionOf} from '../../sealed.ts';
import {isListed, sessionRenderer} from './render-session.ts';
import {sessionsOf, type AuthSession} from './session.ts';

/** The purpose of the seals of this list's cursors. */
export const CURSOR = 'auth-sessions';

/** The page that was requested. */
interface RequestedPage {
  size: number;
  cursor: string | undefined;
  /** The `seq` after which the page begins; undefined for the first page. */
  after: number | undefined;
  /** The users whose sessions are requested, one for each filter that identifies one; absent: all users. */
  users?: (User | undefined)[];
  filters: number;
}

/** How this world responds to an unknown cursor; undefined for any other cursor. */
const unknownCursor = ({cursor, after}: RequestedPage, view: View): unknown =>
  cursor !== undefined && after === undefined
    ? view.freedom('auth-sessions.unknown_cursor')
    : undefined;

/** GET /auth-sessions: lists sessions by position. A session that begins in the meantime does not shift pages. */
export const listAuthSessions = guarded<RequestedPage>({
  find(view, {query}) {
    const {cursor} = query;
    const users = filteredUsers(view, query);
    return {
      size: query['per_page'] === undefined ? defaultSize(view) : Number(query['per_page']),
      cursor,
      after: cursor === undefined ? undefined : positionOf(view, CURSOR, cursor),
      ...(users.length && {users}),
      filters: users.length,
    };
  },
  guards: [
    {
      situation: 'cursor-refused',
      judge: (page, view) =>
        unknownCursor(page, view) === 'refused'
          ? refuse('cursor-refused', {
              expected: "the previous page's `next_cursor`, of this store",
              got: (page.cursor ?? '').slice(0, 80),
              todo: 'omit it for the first page',
            })
          : undefined,
    },
    {
      situation: 'invalid',
      judge: ({filters}, view) =>
        filters > 1 && view.freedom('auth-sessions.both_filters') === 'refused'
          ? invalid({external_id: ['The external id field is prohibited beside user id.']})
          : undefined,
    },
    {
      situation: 'user-filter-refused',
      judge: ({users}, view) =>
        users?.includes(undefined) && view.freedom('auth-sessions.unknown_filter') === 'refused'
          ? refuse('user-filter-refused', {
              expected: 'a filter by a user of this store',
              got: 'one by a user whom the store does not have',
              todo: 'list the users, or create one first',
            })
          : undefined,
    },
  ],
  perform(page, view) {
    if (unknownCursor(page, view) === 'empty_page') return responseOf(view, page, [], false);
    const rows = rowsOf(view, page);
    const more = rows.length > page.size;
    return responseOf(view, page, rows.slice(0, page.size), more);
  },
});

const defaultSize = (view: View): number => view.number('auth-sessions.page_size');

function filteredUsers(view: View, query: Record<string, string>): (User | undefined)[] {
  const {user_id: id, external_id: externalId} = query;
  const users: (User | undefined)[] = [];
  if (id !== undefined) users.push(userById(view, String(Number(id))));
  if (externalId !== undefined) users.push(view.by<User>('users', 'external_id', externalId));
  if (users.length > 1 && view.freedom('auth-sessions.both_filters') === 'user_id')
    return users.slice(0, 1);
  return users;
}

/** The rows of a page and one more, if there is one. */
function rowsOf(view: View, {size, after, users}: RequestedPage): AuthSession[] {
  const isOldestFirst = view.freedom('auth-sessions.order') === 'oldest';
  if (users) return ofUser(view, users, after, isOldestFirst).slice(0, size + 1);
  const page = {limit: size + 1, where: (row: AuthSession): boolean => isListed(view, row)};
  return isOldestFirst
    ? view.oldest('auth_sessions', {...page, ...(after !== undefined && {after})})
    : view.newest('auth_sessions', {...page, ...(after !== undefined && {before: after})});
}

/** The sessions that match every filter: none if they identify different users, or an unknown user. */
function ofUser(
  view: View,
  [user, ...others]: (User | undefined)[],
  after: number | undefined,
  isOldestFirst: boolean,
): AuthSession[] {
  if (!user || others.some((other) => other?.key !== user.key)) return [];
  const rows = sessionsOf(view, user).filter((row) => isListed(view, row));
  if (isOldestFirst) return after === undefined ? rows : rows.filter(({seq}) => seq > after);
  return (after === undefined ? rows : rows.filter(({seq}) => seq < after)).reverse();
}

const responseOf = (
  view: View,
  {size}: RequestedPage,
  rows: AuthSession[],
  more: boolean,
): Done => ({
  situation: 'session-page',
  body: {
    CODE: 'success',
    data: rows.map(sessionRenderer(view)),
    pagination: {
      per_page: size,
      next_cursor: more ? nextCursor(view, rows) : null,
      has_more: more,
    },
  },
});

function nextCursor(view: View, rows: AuthSession[]): string | null {
  const last = rows.at(-1);
  return last ? cursorAfter(view, CURSOR, last.seq) : null;
}
