import type {User} from '../store/users/user.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

interface TryLogin {
  store: string;
  email: string;
}

/** Login of a store's users, which the API does not offer. */
export const loginOperations: Record<string, Handler> = {
  /** A user who is not active cannot log in, whatever the password is (Users). */
  tryLogin(request: ControlRequest<TryLogin>) {
    const world = worldOf(request);
    const {email} = request.body;
    const {key: store} = rowOf(world, 'stores', 'store', request.body.store);
    const users = world.table('users').of(store) as User[];
    const admitted = users.some((user) => user.email === email && user.state === 'active');
    return {status: 200, body: {admitted}};
  },
};
