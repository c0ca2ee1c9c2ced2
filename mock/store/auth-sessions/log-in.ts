import type {View} from '../../operation.ts';
import type {User} from '../users/user.ts';

/** What a person types to log in. */
export interface Login {
  email: string;
  /** Absent: whatever the password is. */
  password?: string;
}

/**
 * The user whom a login admits. Users who are not active are not admitted, whatever the password is
 * (States / User). A user without a password, such as one whom an order created, has none to type: the
 * document is silent, and a service that let anybody in under a known email would be of no use.
 * @returns undefined when nobody is admitted
 */
export const admittedUser = (view: View, {email, password}: Login): User | undefined =>
  view
    .all<User>('users', 'email', email)
    .find((user) => user.may_log_in && (password === undefined || user.password === password));
