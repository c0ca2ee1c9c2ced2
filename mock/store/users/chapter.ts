import type {Chapter} from '../../chapter.ts';
import {listUsers} from './list-users.ts';
import {deactivateUser, forceLogout, reactivateUser} from './move-user.ts';
import {demo, suite} from './template.ts';
import type {User} from './user.ts';
import {createUser, updateUser} from './write-user.ts';

export const users: Chapter = {
  name: 'store/users',
  tables: {
    users: {
      indexes: {
        email: {of: (user: User) => user.email},
        external_id: {of: (user: User) => user.external_id ?? undefined},
        gone: {of: (user: User) => (user.state === 'active' ? undefined : 'yes')},
        admin: {of: (user: User) => (user.admin ? 'yes' : undefined)},
      },
    },
  },
  numbers: {'users.page_size': 15},
  freedoms: {
    /** 200 with the user, or 204 (NS-ST-10). */
    'users.update_answers': 200,
    /** `before_existence`: a taken email is told even for an unknown id (NS-ST-79). */
    'users.uniqueness': 'after_existence',
    /**
     * `answered`: a move that the table of states does not list is a success that changes nothing
     * (NS-ST-15).
     */
    'users.unlisted_moves': 'refused',
    /** `forbidden`: a user of another store is answered 403 (NS-ST-78). */
    'users.foreign': 'not_found',
    /** `per_store`: every store counts the ids of new users for itself. */
    'users.ids_counted': 'per_world',
    /** `number`: lists show `only_sees_readable` as 1 or 0 (NS-ST-06). */
    'users.listed_flag': 'boolean',
    /** `active`: users who left are listed under `deactivated` only. */
    'users.lists': 'everyone',
    /** Anonymized users are in no list (NS-ST-16). */
    'users.anonymized_listed': true,
    /** Users carry `name` and `anonymized` (NS-ST-02). */
    'users.name_told': true,
    /** `null`: users have no picture (NS-ST-03). */
    'users.picture': 'url',
    /** The zone of dates, which lists write as an offset (NS-ST-04). */
    'users.timezone': 'UTC',
    /** The form of `deleted_at`: `iso`, `object` or `number` (NS-ST-05). */
    'users.deleted_at': 'iso',
    /** `oldest`: lists begin with the first user (NS-ST-07). */
    'users.order': 'newest',
    /**
     * What follows the last page: `not_found`, an `empty` page, or, where pages are not counted,
     * `everyone` on each (NS-ST-07).
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
