import {refuse, type Refused, type View} from '../../operation.ts';
import type {User} from './user.ts';

/** The key of a user in the table: the id, prefixed by the store if every store counts its own ids. */
export const userKey = (view: View, id: number | string): string =>
  view.freedom('users.ids_counted') === 'per_store' ? `${view.tenant}/${id}` : String(id);

/** Finds a user of this store by id. The key of a template's user is always the id alone. */
export const userById = (view: View, id: string): User | undefined =>
  view.find<User>('users', userKey(view, id)) ?? view.find<User>('users', id);

/**
 * The refusal for an id that does not exist in this store: 404, or with a freedom 403 for a user of another store
 * (Errors; NS-ST-78).
 */
export function noSuchUser(view: View, id: string): Refused {
  const foreign = view.anywhere<User>('users', id);
  if (foreign && view.freedom('users.foreign') === 'forbidden')
    return refuse('foreign-refused', {
      expected: 'a user of this store',
      got: `user ${id} of another store`,
      todo: 'use a token of the store that the user belongs to',
    });
  const named = view.by<User>('users', 'external_id', id);
  if (named)
    return refuse('user-not-found', {
      expected: 'the numeric id of a user',
      got: `the external_id of user ${named.id}`,
      todo: `send ${named.id}: paths name users by their id (Endpoints / Users)`,
    });
  return refuse('user-not-found', {
    expected: 'a user of this store',
    got: foreign ? `user ${id} of another store` : `no user ${id}`,
    todo: foreign
      ? 'use a token of the store that the user belongs to'
      : 'list the users, or create one first',
  });
}
