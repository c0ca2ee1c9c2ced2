import type {Done, Input, Refused, Transition, View} from '../../operation.ts';
import {refuse} from '../../operation.ts';
import {invalid, noSuchUser, userById, userKey} from './find-user.ts';
import {created} from './render-user.ts';
import {newUser, uuidFrom, type User} from './user.ts';

/** Body of a create, as the contract has it. */
interface UserCreate {
  email: string;
  external_id: string;
  sessions_limit?: number;
  assign_new_plan?: number;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
}

type UserUpdate = Omit<UserCreate, 'external_id'> & {
  external_id?: string;
  only_sees_readable: boolean;
};

/** Ids that every store counts for itself begin above those of a template. */
const PER_STORE_IDS_ABOVE = 1_000_000;

/** POST /dashboard/users */
export const createUser: Transition = (view, input) => {
  const body = input.body as UserCreate;
  const errors = {
    ...emailErrors(view, body),
    ...externalIdErrors(view, body),
    ...planErrors(view, body),
  };
  if (Object.keys(errors).length) return invalid(errors);
  const perStore = view.freedom('users.ids_counted') === 'per_store';
  const id = perStore
    ? PER_STORE_IDS_ABOVE + view.newNumber(`user of ${view.tenant}`)
    : view.newNumber('user');
  const uuid = uuidFrom((kind) => view.newId(kind));
  const user = newUser(
    {...body, key: userKey(view, id), tenant: view.tenant, seq: view.newSeq(), id, uuid},
    view.now,
  );
  return {
    situation: 'created',
    body: {CODE: 'success', data: created(view, user)},
    changes: [{table: 'users', put: user}],
  };
};

/** PUT /dashboard/users/{id} */
export const updateUser: Transition = (view, input) => {
  const body = input.body as UserUpdate;
  const user = userById(view, input.path['id']!);
  if (!user && view.freedom('users.uniqueness') === 'before_existence') {
    const errors = emailErrors(view, body);
    if (Object.keys(errors).length) return invalid(errors);
  }
  return user ? updated(view, input, user) : noSuchUser(view, input.path['id']!);
};

function updated(view: View, input: Input, user: User): Done | Refused {
  const body = input.body as UserUpdate;
  const errors = {
    ...emailErrors(view, body, user),
    ...changedExternalId(view, body, user),
    ...planErrors(view, body),
  };
  if (Object.keys(errors).length) return invalid(errors);
  if (
    user.state !== 'active' &&
    view.freedom('users.unlisted_moves') === 'refused' &&
    view.checks('move-refused')
  )
    return refuse(
      'move-refused',
      'an active user',
      `user ${user.id} is ${user.state}`,
      'reactivate the user before the update',
    );
  const put: User = {
    ...user,
    email: body.email,
    admin: body.admin ?? user.admin,
    plan_admin: body.plan_admin ?? user.plan_admin,
    only_sees_readable: body.only_sees_readable,
    sessions_limit: body.sessions_limit ?? user.sessions_limit,
    updated: view.now,
  };
  const told =
    view.freedom('users.update_answers') === 200
      ? {body: {CODE: 'success', data: created(view, put)}}
      : {form: 1};
  return {situation: 'updated', ...told, changes: [{table: 'users', put}]};
}

/** `email` is unique within the store (Resources / User). */
function emailErrors(
  view: View,
  body: Pick<UserCreate, 'email'>,
  self?: User,
): Record<string, string[]> {
  const other = view.all<User>('users', 'email', body.email).some((user) => user.key !== self?.key);
  return other && view.checks('email-taken') ? {email: ['The email has already been taken.']} : {};
}

/** `external_id` is unique within the store (Resources / User). */
function externalIdErrors(view: View, body: UserCreate): Record<string, string[]> {
  const other = view.by<User>('users', 'external_id', body.external_id);
  return other && view.checks('external-id-taken')
    ? {external_id: ['The external id has already been taken.']}
    : {};
}

/** `external_id` is not modifiable after creation (Errors); one that is not given is no change. */
function changedExternalId(view: View, body: UserUpdate, user: User): Record<string, string[]> {
  const changed = body.external_id !== undefined && body.external_id !== user.external_id;
  return changed && view.checks('external-id-changed')
    ? {external_id: ['The external id field is prohibited.']}
    : {};
}

/** The plan must exist and be subscribable; no store has one as long as plans are not served. */
function planErrors(
  view: View,
  body: Pick<UserCreate, 'assign_new_plan'>,
): Record<string, string[]> {
  return body.assign_new_plan !== undefined && view.checks('plan-unknown')
    ? {assign_new_plan: ['The selected assign new plan is invalid.']}
    : {};
}
