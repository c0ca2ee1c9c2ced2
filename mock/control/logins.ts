import type {User} from '../store/users/user.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

interface TryLogin {
  store: string;
  email: string;
  password?: string;
}

/** Login of a store's users, which the API does not offer. */
export const loginOperations: Record<string, Handler> = {
  /** A user who is not active cannot log in, whatever the password is (States / User). */
  tryLogin(request: ControlRequest<TryLogin>) {
    const world = worldOf(request);
    const {email, password} = request.body;
    const {key: store} = rowOf(world, 'stores', 'store', request.body.store);
    const users = world.table('users').of(store) as User[];
    const admitted = users.some(
      (user) =>
        user.email === email &&
        user.may_log_in &&
        (user.password === null || password === undefined || user.password === password),
    );
    return {status: 200, body: {admitted}};
  },
};
