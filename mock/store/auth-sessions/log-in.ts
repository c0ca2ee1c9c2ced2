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
 * (States / User).
 * @returns undefined when nobody is admitted
 */
export const admittedUser = (view: View, {email, password}: Login): User | undefined =>
  view
    .all<User>('users', 'email', email)
    .find(
      (user) =>
        user.may_log_in &&
        (user.password === null || password === undefined || user.password === password),
    );
