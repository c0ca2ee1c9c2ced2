import type {Chapter} from '../../chapter.ts';
import {listUsers} from './list-users.ts';
import {deactivateUser, forceLogout, reactivateUser} from './move-user.ts';
import {demo, suite} from './template.ts';
import type {User} from './user.ts';
import {createUser, updateUser} from './write-user.ts';

/** The users of a store (States, User; Endpoints, Users). */
export const users: Chapter = {
  name: 'store/users',
  tables: {
    users: {
      indexes: {
        email: {of: (user: User) => user.email},
        external_id: {of: (user: User) => user.external_id ?? undefined},
        uuid: {of: (user: User) => user.uuid},
        gone: {of: (user: User) => (user.state === 'active' ? undefined : 'yes')},
        admin: {of: (user: User) => (user.admin ? 'yes' : undefined)},
      },
    },
  },
  numbers: {'users.page_size': 15},
  freedoms: {
    /** Status of an update: 200 with the user, or 204 without a body (NS-ST-10). */
    'users.update_answers': 200,
    /** `before_existence`: an update of an unknown id with a taken email is refused with 422, not 404 (NS-ST-79). */
    'users.uniqueness': 'after_existence',
    /**
     * The response to a change of state that the document does not list: `refused`, or a success that changes nothing
     * (`answered`) (NS-ST-15).
     */
    'users.unlisted_moves': 'refused',
    /** Response for a user of another store: 404 (`not_found`) or 403 (`forbidden`) (NS-ST-78). */
    'users.foreign': 'not_found',
    /** Ids of new users are counted for the whole world (`per_world`) or for each store (`per_store`). */
    'users.ids_counted': 'per_world',
    /** Type of `only_sees_readable` in lists: `boolean`, or `number` (1 or 0) (NS-ST-06). */
    'users.listed_flag': 'boolean',
    /** Users in lists: `everyone`, or only the `active` ones, except in the list of the deactivated users. */
    'users.lists': 'everyone',
    /** Whether lists contain anonymized users (NS-ST-16). */
    'users.anonymized_listed': true,
    /** Whether users have the members `name` and `anonymized` (NS-ST-02). */
    'users.name_shown': true,
    /** The member `picture`: a `url`, or `null` (NS-ST-03). */
    'users.picture': 'url',
    /** The form of `deleted_at`: `iso`, `object` or `number` (NS-ST-05). */
    'users.deleted_at': 'iso',
    /** Order of lists: `newest` or `oldest` first (NS-ST-07). */
    'users.order': 'newest',
    /**
     * The response for a page after the last one: `not_found`, an `empty` page, or the whole list where pages are not
     * supported (`everyone`) (NS-ST-07).
     */
    'users.after_the_last_page': 'not_found',
  },
  resources: {user: 'users'},
  refusals: {
    'user-not-found': 'User not found.',
    'nothing-found': 'No users were found.',
    anonymized: 'An anonymized user cannot be reactivated.',
    'move-refused': 'The user is not in a state that allows this.',
  },
  operations: {createUser, listUsers, updateUser, deactivateUser, reactivateUser, forceLogout},
  templates: {demo, suite},
};
