import {isAlive, type AuthSession} from '../store/auth-sessions/session.ts';
import {admittedUser} from '../store/auth-sessions/log-in.ts';
import {rowOf, worldOf, type ControlRequest, type Handler} from './handler.ts';

/** Logins of a store's users, which the API does not offer. */
export const loginOperations: Record<string, Handler> = {
  /**
   * A user who is not active cannot log in with any password (States / User). Without a password the answer says only
   * whether there is one with which the user could.
   */
  tryLogin(request: ControlRequest<{store: string; email: string; password?: string}>) {
    const world = worldOf(request);
    const {key: store} = rowOf(world, 'stores', 'store', request.body.store);
    const admitted = admittedUser(world.view(store), request.body) !== undefined;
    return {status: 200, body: {admitted, password_tried: request.body.password !== undefined}};
  },

  /** A session that has ended or expired, or does not exist, is not signed in. */
  isSignedIn(request: ControlRequest<{store: string; session: string}>) {
    const world = worldOf(request);
    const {key: store} = rowOf(world, 'stores', 'store', request.body.store);
    const session = world.view(store).find<AuthSession>('auth_sessions', request.body.session);
    const alive = session !== undefined && isAlive(session, world.now());
    return {status: 200, body: {alive}};
  },
};
