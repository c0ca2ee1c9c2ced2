import type {Done, Input, Refused, Transition, View} from '../../operation.ts';
import {refuse} from '../../operation.ts';
import {sessionsEnded} from '../auth-sessions/session.ts';
import {noSuchUser, userById} from './find-user.ts';
import {moved, type User, type UserMove} from './user.ts';

/** DELETE /dashboard/users/{id} */
export const deactivateUser: Transition = (view, input) =>
  move(
    view,
    input,
    ['true', '1'].includes(input.query['anonymize'] ?? '') ? 'anonymize' : 'deactivate',
    {
      situation: 'deactivated',
      body: {CODE: 'success', data: []},
    },
  );

/** PUT /dashboard/users/{id}/re-activate */
export const reactivateUser: Transition = (view, input) =>
  move(view, input, 'reactivate', {situation: 'reactivated', body: {CODE: 'success', data: 1}});

function move(view: View, input: Input, event: UserMove, answer: Done): Done | Refused {
  const user = userById(view, input.path['id']!);
  if (!user) return noSuchUser(view, input.path['id']!);
  const next = moved(user, event, view.now);
  if (next === 'forbidden' && view.checks('anonymized'))
    return refuse(
      'anonymized',
      'a deactivated user',
      `user ${user.id} is anonymized`,
      'create a new user: anonymization is irreversible',
    );
  if (typeof next === 'object') return {...answer, changes: [{table: 'users', put: next}]};
  if (view.freedom('users.unlisted_moves') === 'answered' || next === 'forbidden') return answer;
  return refuse(
    'move-refused',
    `a user whom ${event} moves`,
    `user ${user.id} is ${user.state}`,
    'see the table of states (States / User)',
  );
}

/** POST /users/{id}/force-logout: by id first, then by external_id (NS-ST-17). */
export const forceLogout: Transition = (view, input) => {
  const id = input.path['id']!;
  const user = userById(view, id) ?? view.by<User>('users', 'external_id', id);
  if (!user) return noSuchUser(view, id);
  return {
    situation: 'logged-out',
    body: {CODE: 'success', data: []},
    changes: sessionsEnded(view, user),
  };
};
