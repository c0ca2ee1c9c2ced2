import {sameEmail} from './find.ts';
import {listedView} from './present.ts';
import {invalidField, notFound} from './replies.ts';
import type {Ask, Context, Reply, User} from './types.ts';

/** Users on one page of the list. */
function pageSize({variants}: Context): number {
  return variants.has('users-of-15-a-page') ? 15 : 30;
}

function isAdmin(context: Context, user: User): boolean {
  const {faults} = context;
  if (faults.has('admins-with-plan-admins') && user.planAdmin) return true;
  if (faults.has('admins-promoted-missing') && user.history.includes('update')) return false;
  if (faults.has('admins-keep-demoted') && user.history.includes('demoted')) return true;
  if (faults.has('admins-plan-admins-missing') && user.planAdmin) return false;
  return user.admin || faults.has('admins-not-filtered');
}

function isDeactivated(context: Context, user: User): boolean {
  const {faults} = context;
  if (faults.has('deactivated-not-filtered')) return true;
  if (faults.has('deactivated-keeps-reactivated') && user.history.includes('reactivate')) {
    return true;
  }
  const {history} = user;
  const later = history.lastIndexOf('update') > history.lastIndexOf('deactivate');
  if (later && faults.has('deactivated-updated-missing')) return false;
  if (faults.has('deactivated-hides-admins') && user.admin) return false;
  if (faults.has('deactivated-shows-anonymized-only')) return user.anonymized;
  return user.deletedAt !== null;
}

function byEmail(context: Context, user: User, query: string): boolean {
  const {faults} = context;
  if (faults.has('email-query-partial')) return user.email.includes(query);
  if (faults.has('email-query-plus') && query.includes('+')) {
    return sameEmail(context, user.email, query.replaceAll('+', ' '));
  }
  if (faults.has('email-query-underscore') && query.includes('_')) {
    const pattern = query.replaceAll(/[.+*?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.');
    return new RegExp(`^${pattern}$`, 'i').test(user.email);
  }
  if (faults.has('old-email-finds-anonymized') && user.anonymized) {
    if (user.history.includes(`email:${query}`)) return true;
  }
  return sameEmail(context, user.email, query);
}

/** Searches for an address; a faulty index keeps what it found once. */
function search(context: Context, users: User[], query: string): User[] {
  const {faults, store, world} = context;
  const forgets = faults.has('email-search-forgets-reactivated');
  const known = users.filter((user) => !(forgets && user.history.includes('reactivate')));
  const found = known.filter((user) => byEmail(context, user, query));
  if (!faults.has('email-search-stale')) return found;
  const key = `${store.key} ${query}`;
  const first = world.searches.get(key) ?? found;
  if (first.length > 0) world.searches.set(key, first);
  return first;
}

/** Whether a list shows a user already, and still. */
function isSeen({faults, variants, now}: Context, user: User, query: string | null): boolean {
  if (variants.has('lists-lag-by-a-second') && user.createdAt > now() - 1000) return false;
  if (variants.has('users-anonymized-not-listed') && user.anonymized) return false;
  const unlisted = faults.has('order-new-user-unlisted');
  if (unlisted && user.history.includes('made-by-order')) return false;
  const hidden = variants.has('users-left-hidden-in-list') && query !== 'deactivated';
  return !hidden || user.deletedAt === null;
}

function chosen(context: Context, query: string | null): User[] {
  const {faults, store, variants, world} = context;
  const searching = query !== null && query.includes('@');
  const everywhere =
    faults.has('list-any-store') ||
    (searching && faults.has('email-query-any-store')) ||
    (query === 'admins' && faults.has('admins-any-store'));
  const users = (everywhere ? world.stores : [store])
    .flatMap((one) => [...one.users.values()])
    .filter((user) => isSeen(context, user, query));
  const sign = variants.has('users-oldest-first') ? -1 : 1;
  users.sort((one, other) => sign * (other.id - one.id));
  if (variants.has('users-by-address'))
    users.sort((one, other) => (one.email < other.email ? -1 : 1));
  if (query === null || query === '') {
    return faults.has('list-shows-admins-only') ? users.filter((user) => user.admin) : users;
  }
  if (query === 'deactivated') return users.filter((user) => isDeactivated(context, user));
  if (query === 'admins') return users.filter((user) => isAdmin(context, user));
  if (faults.has('email-query-ignored')) return users;
  return search(context, users, query);
}

function paginator(context: Context, users: User[], page: number): unknown {
  const {faults} = context;
  const size = pageSize(context);
  const pages = Math.max(1, Math.ceil(users.length / size));
  let from = (page - 1) * size;
  if (faults.has('list-page-skips-one') && page > 1) from += 1;
  const rows = users.slice(from, from + size).map((user) => listedView(context, user));
  return {
    current_page: page,
    data: rows,
    page_size: size,
    pages,
    items: users.length,
    following_page: page < pages ? page + 1 : null,
  };
}

/** GET /dashboard/users. */
export function listUsers(context: Context, ask: Ask): Reply {
  const {faults} = context;
  const pageText = ask.query.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(pageText)) {
    return invalidField('page', 'A page number from 1 on.', faults);
  }
  const users = chosen(context, ask.query.get('query'));
  const page = Number(pageText);
  const size = pageSize(context);
  const empty = users.length <= (page - 1) * size;
  if (empty && !faults.has('nothing-found-200')) return notFound('user');
  return {status: 200, body: {CODE: 'success', data: {paginator: paginator(context, users, page)}}};
}
