import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row} from '../../../world/change.ts';
import {around, atPlace, breaking, finding, seeing, findingAll} from '../../breaking.ts';
import {answeredAgain} from '../answered-again.ts';
import {refusedButDone} from '../users/changed-users.ts';

/** Changes the user of another store, although the response is 404. */
function changingForeignUser(operation: string, other: (view: View) => Partial<User>): Seam {
  return around([operation], (next) => (view, input) => {
    const done = next(view, input);
    const user = view.anywhere<User>('users', input.path['id'] ?? '');
    return isRefused(done) && user && user.tenant !== view.tenant
      ? refusedButDone(done, [{table: 'users', put: {...user, ...other(view)}}])
      : done;
  });
}

/** A view of all stores whose lists contain only the rows of its own store. */
function ownUsersOnly(view: View): Partial<View> {
  const own = <R extends Row>(rows: R[]): R[] => rows.filter(({tenant}) => tenant === view.tenant);
  return {
    all: <R extends Row>(table: string, index: string, value: string) =>
      own(view.all<R>(table, index, value)),
    newest: <R extends Row>(
      table: string,
      page: {before?: number; limit: number; where?: (row: R) => boolean},
    ) => own(view.newest<R>(table, page)),
  };
}

/** Lets one query of the list cover all stores. */
function ofAllStores(query: string | undefined): Seam {
  return {
    seam: 'several',
    seams: [
      {seam: 'tenancy', in: ['listUsers']},
      seeing(['listUsers'], (view, input) =>
        input.query['query'] === query ? {} : ownUsersOnly(view),
      ),
    ],
  };
}

/** Defects by which one store sees or changes another (Authentication). */
export const tenancy: Defect[] = [
  ...atPlace(
    'directly after their own store',
    breaking('store.access.list-shows-own-only', {
      'a list of users is cached by its query, whichever store asked for it':
        answeredAgain('listUsers'),
    }),
  ),
  ...breaking('store.access.foreign-write-has-no-effect', {
    'a foreign user is answered 404 but deactivated': changingForeignUser(
      'deactivateUser',
      ({now}) => ({
        state: 'deactivated',
        deleted: now,
      }),
    ),
    'a foreign user is answered 404 but updated': changingForeignUser('updateUser', () => ({
      admin: true,
      sessions_limit: 1,
    })),
    'a foreign user is answered 404 but reactivated': changingForeignUser('reactivateUser', () => ({
      state: 'active',
      deleted: null,
    })),
    ...Object.fromEntries(
      ['updateUser', 'deactivateUser', 'reactivateUser', 'forceLogout'].map((operation) => [
        `${operation} serves users of all stores`,
        {seam: 'tenancy' as const, in: [operation]},
      ]),
    ),
    'all stores are one': {
      seam: 'tenancy',
      in: [
        'createUser',
        'listUsers',
        'updateUser',
        'deactivateUser',
        'reactivateUser',
        'forceLogout',
      ],
    },
    'a forced logout finds external ids of all stores': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['forceLogout']},
        finding<User>(['forceLogout'], 'users', (user, view) =>
          user.tenant === view.tenant ? user : undefined,
        ),
      ],
    },
  }),
  ...breaking('store.access.list-shows-own-only', {
    'the admins of all stores are listed': ofAllStores('admins'),
    'the deactivated users of all stores are listed': ofAllStores('deactivated'),
    'the list without query shows all stores': ofAllStores(undefined),
    'every search covers all stores': {seam: 'tenancy', in: ['listUsers']},
    'a search that finds nobody goes on in other stores': {
      seam: 'several',
      seams: [
        {seam: 'tenancy', in: ['listUsers']},
        findingAll(['listUsers'], (rows, {view}) => {
          const own = rows.filter(({tenant}) => tenant === view.tenant);
          return own.length ? own : rows;
        }),
      ],
    },
  }),
];
