import {refuse, type Refused, type View} from '../../operation.ts';
import type {User} from './user.ts';

/** The key of a user in the table; ids that every store counts for itself carry the store. */
export const userKey = (view: View, id: number | string): string =>
  view.freedom('users.ids_counted') === 'per_store' ? `${view.tenant}/${id}` : String(id);

/** A user of this store by id; the users of a template keep the ids of the world. */
export const userById = (view: View, id: string): User | undefined =>
  view.find<User>('users', userKey(view, id)) ?? view.find<User>('users', id);

/** What is answered for an id that this store does not have. */
export function noSuchUser(view: View, id: string): Refused {
  const foreign = view.anywhere<User>('users', id);
  if (foreign && view.freedom('users.foreign') === 'forbidden')
    return refuse(
      'foreign-refused',
      'a user of this store',
      `user ${id} of another store`,
      'use a token of the store that the user belongs to',
    );
  return refuse(
    'user-not-found',
    'a user of this store',
    foreign ? `user ${id} of another store` : `no user ${id}`,
    foreign
      ? 'use a token of the store that the user belongs to'
      : 'list the users, or create one first',
  );
}

/** A validation failure with its messages by field. */
export function invalid(errors: Record<string, string[]>): Refused {
  const fields = Object.keys(errors);
  return {
    ...refuse(
      'invalid',
      'fields that pass their rules',
      Object.values(errors).flat().join(' '),
      `mend ${fields.join(', ')}`,
    ),
    errors,
  };
}
