/** The addresses that users had at first, for defects that never learn of a new one. */

import type {View} from '../../operation.ts';
import {UPDATE, USER, type KnownUser} from './users/changed-users.ts';

/** Notes the address that a user had before the first change of it. */
export const notingAddresses = USER.storing(UPDATE, {}, (_user, {before}) => {
  const first = before?.first_email ?? before?.email;
  return first === undefined ? undefined : {first_email: first};
});

/** The user who has an address now. */
export const userByAddress = (view: View, email: string): KnownUser | undefined =>
  view.all<KnownUser>('users', 'email', email)[0];
