import type {User} from '../store/users/user.ts';
import {type Handler, rowOf, worldOf} from './handler.ts';

export const loginOperations: Record<string, Handler> = {
  /** Login is impossible by any means for a user who is not active. */
  tryLogin(asked) {
    const world = worldOf(asked);
    const store = rowOf(world, 'stores', 'store', asked.body['store']).key;
    const {email} = asked.body;
    const users = world.table('users').of(store) as User[];
    return {
      status: 200,
      body: {admitted: users.some((user) => user.email === email && user.state === 'active')},
    };
  },
};
