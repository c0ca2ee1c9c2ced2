import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {findingAll} from '../../breaking.ts';
import {foreignFound, together} from '../../families/seams.ts';
import {defects, each} from '../../table.ts';
import {answeredAgain} from '../answered-again.ts';
import {acrossStores} from '../from-every-store.ts';
import {
  CREATE,
  DEACTIVATE,
  LIST,
  LOGOUT,
  REACTIVATE,
  storingIfRefused,
  UPDATE,
} from '../users/changed-users.ts';

/** Changes the user of another store, although the response is 404. */
const changingForeignUser = (operations: string[], other: (view: View) => Partial<User>): Seam =>
  storingIfRefused(operations, (view, {path}) => {
    const user = view.anywhere<User>('users', path['id'] ?? '');
    return user && user.tenant !== view.tenant ? {...user, ...other(view)} : undefined;
  });

/** Lets one query of the list cover all stores. */
const ofAllStores = (wanted: string | undefined): Seam =>
  acrossStores(LIST, (_table, {query: {query}}) => query === wanted);

const WRITES = [...UPDATE, ...DEACTIVATE, ...REACTIVATE, ...LOGOUT];

/** Defects by which one store sees or changes another (Authentication). */
export const tenancy: Defect[] = defects({
  'store.access.list-shows-own-only @ directly after their own store': {
    'a list of users is cached by its query, whichever store asked for it':
      answeredAgain('listUsers'),
  },
  'store.access.foreign-write-has-no-effect': {
    'a foreign user is answered 404 but deactivated': changingForeignUser(DEACTIVATE, ({now}) => ({
      state: 'deactivated',
      deleted: now,
    })),
    'a foreign user is answered 404 but updated': changingForeignUser(UPDATE, () => ({
      admin: true,
      sessions_limit: 1,
    })),
    'a foreign user is answered 404 but reactivated': changingForeignUser(REACTIVATE, () => ({
      state: 'active',
      deleted: null,
    })),
    ...each(WRITES, (operation) => [
      `${operation} serves users of all stores`,
      foreignFound([operation]),
    ]),
    'all stores are one': foreignFound([...CREATE, ...LIST, ...WRITES]),
    'a forced logout finds external ids of all stores': acrossStores(
      LOGOUT,
      (table, _input, lookup) => table !== 'users' || lookup === 'by',
    ),
  },
  'store.access.list-shows-own-only': {
    'the admins of all stores are listed': ofAllStores('admins'),
    'the deactivated users of all stores are listed': ofAllStores('deactivated'),
    'the list without query shows all stores': ofAllStores(undefined),
    'every search covers all stores': foreignFound(LIST),
    'a search that finds nobody goes on in other stores': together(
      foreignFound(LIST),
      findingAll(LIST, (rows, {view}) => {
        const own = rows.filter(({tenant}) => tenant === view.tenant);
        return own.length ? own : rows;
      }),
    ),
  },
});
