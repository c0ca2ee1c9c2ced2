/** The addresses that users had at first, for defects that never learn of a new one. */

import type {Seam} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {User} from '../../store/users/user.ts';
import {afterwards} from '../breaking.ts';

/** A user with the address before the first change of it. */
export type Renamed = User & {first_email?: string};

/** Notes the address that a user had before the first change of it. */
export const notingAddresses: Seam = afterwards(['updateUser'], (done, view) => ({
  ...done,
  changes: (done.changes ?? []).map((change) => {
    if (change.table !== 'users' || !('put' in change)) return change;
    const before = view.find<Renamed>('users', change.put.key);
    const first = before?.first_email ?? before?.email;
    return first === undefined ? change : {...change, put: {...change.put, first_email: first}};
  }),
}));

/** The user who has an address now. */
export const userByAddress = (view: View, email: string): Renamed | undefined =>
  view.all<Renamed>('users', 'email', email)[0];
