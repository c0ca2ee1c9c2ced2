import {storedRow} from '../requests.ts';
import {refuse, type Done, type Refused, type View} from '../../../operation.ts';
import type {Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around} from '../../breaking.ts';
import {withChanges} from '../../stored-rows.ts';

export const CREATE = ['createUser'];
export const LIST = ['listUsers'];
export const UPDATE = ['updateUser'];
export const DEACTIVATE = ['deactivateUser'];
export const REACTIVATE = ['reactivateUser'];
export const LOGOUT = ['forceLogout'];

/** The successes of the operations whose response contains no user. */
export const DEACTIVATED: Done = {situation: 'deactivated', body: {CODE: 'success', data: []}};
export const REACTIVATED: Done = {situation: 'reactivated', body: {CODE: 'success', data: 1}};
export const LOGGED_OUT: Done = {situation: 'logged-out', body: {CODE: 'success', data: []}};

/** The user with the id in a path. */
export const userIn = (view: View, path: Record<string, string>): User | undefined =>
  view.find<User>('users', path['id'] ?? '');

/**
 * Lets an operation change the user in another way as well.
 * @param other the changed members; undefined: no change
 */
export const making = (
  operation: string[],
  other: (user: User, view: View) => Partial<User> | undefined,
): Seam =>
  afterwards(operation, (done, view, {path}) => {
    const user = storedRow<User>(done, 'users') ?? userIn(view, path);
    const more = user && other(user, view);
    return more ? withChanges(done, {table: 'users', put: {...user, ...more}}) : done;
  });

/**
 * Lets an operation succeed although the document does not list the change of state.
 * @param success its response
 * @param other the changed members of the user; undefined: the operation as documented
 */
export const moving = (
  operation: string[],
  success: Done,
  other: (user: User, view: View) => Partial<User> | undefined,
): Seam =>
  around(operation, (next) => (view, input) => {
    const user = userIn(view, input.path);
    const moved = user && other(user, view);
    return moved
      ? {...success, changes: [{table: 'users', put: {...user, ...moved}}]}
      : next(view, input);
  });

/** The response of a refusal, with changes that are committed nevertheless. */
export const refusedButDone = (
  {refused, errors = {}}: Pick<Refused, 'refused' | 'errors'>,
  changes: Done['changes'] = [],
): Done => ({
  situation: refused,
  body: {CODE: 'error', message: 'The request was refused.', errors},
  changes,
});

const TODO = 'use a world without the defect';

/** The refusal of a value that another user has. */
export const taken = (field: string): Refused => ({
  ...refuse('invalid', {expected: `another ${field}`, got: 'one that is taken', todo: TODO}),
  errors: {[field]: [`The ${field} has already been taken.`]},
});

/** The refusal of a change of state. */
export const refusedMove = (state: string): Refused =>
  refuse('move-refused', {expected: 'another state', got: state, todo: TODO});
