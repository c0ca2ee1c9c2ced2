import type {View} from '../../operation.ts';
import type {User} from '../users/user.ts';

/** The input of a login form. */
export interface Login {
  email: string;
  /** Absent: any password is accepted. */
  password?: string;
}

/**
 * Finds the user who may log in. Users who are not active may not, with any password (States / User). A user without a
 * password, for example one that an order created, cannot log in: the document does not say so, but a service that
 * admitted anybody with a known email would be useless.
 * @returns undefined when nobody may log in
 */
export const admittedUser = (view: View, {email, password}: Login): User | undefined =>
  view
    .all<User>('users', 'email', email)
    .find((user) => user.may_log_in && (password === undefined || user.password === password));
