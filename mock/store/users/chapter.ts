import type {Chapter} from '../../chapter.ts';
import {forms} from './forms.ts';
import {freedoms} from './freedoms.ts';
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
  freedoms,
  forms,
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
