import {guarded} from '../../guarded.ts';
import {refuse, type Done, type Input, type Transition, type View} from '../../operation.ts';
import {sessionsEnded} from '../auth-sessions/session.ts';
import {ordersEnded} from '../orders/order-users.ts';
import {subscriptionsCancelled} from '../plans/subscription.ts';
import type {Change} from '../../world/change.ts';
import {noSuchUser, userById} from './find-user.ts';
import {movedUser, type User, type UserMove, type UserMoved} from './user.ts';

/** A change of state that an operation requests (States / User). */
interface RequestedMove {
  user: User | undefined;
  event: UserMove;
  /** The user after the change, or why it is refused. */
  next: UserMoved | undefined;
}

/** DELETE /dashboard/users/{id}: deactivates a user, or anonymizes it with `anonymize=true`. */
export const deactivateUser = movingUser({
  event: ({query}) => (isTrue(query['anonymize']) ? 'anonymize' : 'deactivate'),
  success: {situation: 'deactivated', body: {CODE: 'success', data: []}},
});

/** PUT /dashboard/users/{id}/re-activate: makes a deactivated user active again. */
export const reactivateUser = movingUser({
  event: () => 'reactivate',
  success: {situation: 'reactivated', body: {CODE: 'success', data: 1}},
});

/**
 * What ends when the state of a user changes: the sessions if the user can no longer log in, and all subscriptions if
 * the user is anonymized (States / User).
 */
const endsOf = (view: View, user: User, move: UserMove): Change[] => [
  ...(user.may_log_in ? [] : sessionsEnded(view, user)),
  ...(user.state === 'anonymized' ? subscriptionsCancelled(view, user) : []),
  ...ordersEnded(view, user, move),
];

const isTrue = (parameter: string | undefined): boolean =>
  parameter === 'true' || parameter === '1';

/** An operation that changes the state of a user. */
function movingUser({event, success}: {event(input: Input): UserMove; success: Done}) {
  return guarded<RequestedMove>({
    find(view, input) {
      const user = userById(view, input.path['id'] ?? '');
      const move = event(input);
      return {user, event: move, next: user && movedUser(user, move, view.now)};
    },
    guards: [
      {
        situation: 'anonymized',
        judge: ({user, next}) =>
          user && next === 'forbidden'
            ? refuse('anonymized', {
                expected: 'a deactivated user',
                got: `user ${user.id} is anonymized`,
                todo: 'create a new user: anonymization is irreversible',
              })
            : undefined,
      },
    ],
    perform({user, event: move, next}, view, {path}) {
      if (!user) return noSuchUser(view, path['id'] ?? '');
      if (typeof next === 'object')
        return {...success, changes: [{table: 'users', put: next}, ...endsOf(view, next, move)]};
      if (view.freedom('users.unlisted_moves') === 'answered' || next === 'forbidden')
        return success;
      return refuse('move-refused', {
        expected: `a user in a state that allows ${move}`,
        got: `user ${user.id} is ${user.state}`,
        todo: 'see the table of states (States / User)',
      });
    },
  });
}

/**
 * POST /users/{id}/force-logout: ends the sessions of a user, who is identified by id, or else by external_id
 * (NS-ST-17), or else by the UUID in an external auth token.
 */
export const forceLogout: Transition = (view, input) => {
  const id = input.path['id'] ?? '';
  const user =
    userById(view, id) ??
    view.by<User>('users', 'external_id', id) ??
    view.by<User>('users', 'uuid', id);
  if (!user) return noSuchUser(view, id);
  return {
    situation: 'logged-out',
    body: {CODE: 'success', data: []},
    changes: sessionsEnded(view, user),
  };
};
