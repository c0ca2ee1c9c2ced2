import {refuse, type Done, type Refused, type View} from '../../../operation.ts';
import type {Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around} from '../../breaking.ts';

export const CREATE = ['createUser'];
export const LIST = ['listUsers'];
export const UPDATE = ['updateUser'];
export const DEACTIVATE = ['deactivateUser'];
export const REACTIVATE = ['reactivateUser'];
export const LOGOUT = ['forceLogout'];

export const DEACTIVATED: Done = {situation: 'deactivated', body: {CODE: 'success', data: []}};
export const REACTIVATED: Done = {situation: 'reactivated', body: {CODE: 'success', data: 1}};
export const LOGGED_OUT: Done = {situation: 'logged-out', body: {CODE: 'success', data: []}};

/** The user that a path names. */
export const userIn = (view: View, path: Record<string, string>): User | undefined =>
  view.find<User>('users', path['id'] ?? '');

/** An answer that makes a user something else as well. */
export const making = (
  operation: string[],
  other: (user: User, view: View) => Partial<User> | undefined,
): Seam =>
  afterwards(operation, (done, view, {path}) => {
    const user = putIn(done) ?? userIn(view, path);
    const more = user && other(user, view);
    return more
      ? {...done, changes: [...(done.changes ?? []), {table: 'users', put: {...user, ...more}}]}
      : done;
  });

const putIn = ({changes = []}: Done): User | undefined =>
  changes.flatMap((change) =>
    change.table === 'users' && 'put' in change ? [change.put as User] : [],
  )[0];

/**
 * A move that is answered, whatever the table of states says, and leaves the user as the function
 * says.
 */
export const moving = (
  operation: string[],
  answer: Done,
  other: (user: User, view: View) => Partial<User> | undefined,
): Seam =>
  around(operation, (next) => (view, input) => {
    const user = userIn(view, input.path);
    const moved = user && other(user, view);
    return moved
      ? {...answer, changes: [{table: 'users', put: {...user, ...moved}}]}
      : next(view, input);
  });

/** A refusal, and yet something is done. */
export const allTheSame = (
  {refused, errors = {}}: Pick<Refused, 'refused' | 'errors'>,
  changes: Done['changes'] = [],
): Done => ({
  situation: refused,
  body: {CODE: 'error', message: 'The request was refused.', errors},
  changes,
});

const TODO = 'take a world without the defect';

export const taken = (field: string): Refused => ({
  ...refuse('invalid', `another ${field}`, 'one that is taken', TODO),
  errors: {[field]: [`The ${field} has already been taken.`]},
});

export const refusedMove = (state: string): Refused =>
  refuse('move-refused', 'another state', state, TODO);
