import type {View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import type {Row} from '../../../world/change.ts';
import {seeing} from '../../breaking.ts';
import {LIST, UPDATE} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {foreignFound, together} from '../../families/seams.ts';

const ownOf = <R extends Row>(rows: R[], {tenant}: View): R[] =>
  rows.filter((row) => row.tenant === tenant);

/**
 * A view of all stores that looks like that of one store.
 * @param all which rows with an index value are visible
 * @param find whether a row of another store is found
 */
const mostlyOwn = (
  view: View,
  all: (rows: Row[], index: string) => Row[],
  find: (row: Row) => boolean = () => false,
): Partial<View> => ({
  find: <R extends Row>(table: string, key: string) => {
    const row = view.find<R>(table, key);
    return row && (row.tenant === view.tenant || find(row)) ? row : undefined;
  },
  all: <R extends Row>(table: string, index: string, value: string) =>
    all(view.all<R>(table, index, value), index) as R[],
  newest: <R extends Row>(table: string, page: Parameters<View['newest']>[1]) =>
    ownOf(view.newest<R>(table, {...page, limit: 10_000} as typeof page), view).slice(
      0,
      page.limit,
    ),
  by: <R extends Row>(table: string, index: string, value: string) =>
    ownOf(view.all<R>(table, index, value), view)[0],
});

/** Defects of two stores with something in common (Rule 1). */
export const tenants: ParticularDefect[] = [
  ...particular('tenants', 'store.access.list-shows-own-only', {
    'an email of two stores finds both users': [
      'A search for an email that a user of each of two stores has lists both.',
      together(
        foreignFound(LIST),
        seeing(LIST, (view) =>
          mostlyOwn(view, (rows, index) => {
            const own = ownOf(rows, view);
            return index === 'email' && own.length ? rows : own;
          }),
        ),
      ),
    ],
  }),
  ...particular('tenants', 'store.access.foreign-write-has-no-effect', {
    'a user with an external_id of the own store is updated': [
      'An update changes a user of another store who has the external_id of an own user.',
      together(
        foreignFound(UPDATE),
        seeing(UPDATE, (view) =>
          mostlyOwn(
            view,
            (rows) => ownOf(rows, view),
            (row) => {
              const {external_id: id} = row as User;
              return ownOf(view.all<User>('users', 'external_id', id ?? ''), view).length > 0;
            },
          ),
        ),
      ),
    ],
  }),
  ...particular('ids', 'store.access.token-has-its-letter-case', {
    'capitals of a token do not matter': [
      'A token in capitals is taken for the one in small letters.',
      {seam: 'credential', table: 'tokens', edit: {like: 'other-case'}},
    ],
  }),
];
