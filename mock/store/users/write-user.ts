import {defined} from '../../../spec/defined.ts';
import {guarded, type FieldErrors} from '../../guarded.ts';
import {refuse, type Refused, type View} from '../../operation.ts';
import {assignmentChanges, assignmentErrors, type PlanAssignment} from '../plans/assign-plan.ts';
import {invalid} from '../invalid.ts';
import {noSuchUser, userById, userKey} from './find-user.ts';
import {newUserId} from './new-user-id.ts';
import {createdUser} from './render-user.ts';
import {isReservedEmail, newUser, uuidFrom, type User} from './user.ts';

/** The body of a create. */
interface UserCreate extends PlanAssignment {
  email: string;
  external_id: string;
  new_password?: string;
  sessions_limit?: number;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
}

/** The body of an update. */
type UserUpdate = Omit<UserCreate, 'external_id'> & {
  external_id?: string;
  only_sees_readable: boolean;
};

/** The fields whose values are unique within a store. */
type Unique = Pick<UserUpdate, 'email' | 'external_id'>;

/** POST /dashboard/users: creates an active user (Endpoints / Users). */
export const createUser = guarded<UserCreate>({
  find: (_view, {body}) => body as UserCreate,
  guards: [
    {
      fields: [
        {situation: 'email-taken', errors: (body, view) => emailErrors(view, body)},
        {situation: 'external-id-taken', errors: (body, view) => externalIdErrors(view, body)},
        {situation: 'plan-unknown', errors: assignmentErrors},
      ],
      refuse: (errors, body, view) => invalidUser(errors, view, body),
    },
  ],
  perform(body, view) {
    const id = newUserId(view);
    const uuid = uuidFrom((kind) => view.newId(kind));
    const user = newUser(
      {...body, key: userKey(view, id), tenant: view.tenant, seq: view.newSeq(), id, uuid},
      view.now,
    );
    return {
      situation: 'created',
      body: {CODE: 'success', data: createdUser(user, (name) => view.freedom(name))},
      changes: [{table: 'users', put: user}, ...assignmentChanges(view, user, body)],
    };
  },
});

/** An update, with the user in the path. */
interface Update {
  body: UserUpdate;
  user: User | undefined;
}

/** PUT /dashboard/users/{id}: changes a user (Endpoints / Users). */
export const updateUser = guarded<Update>({
  find: (view, {body, path}) => ({
    body: body as UserUpdate,
    user: userById(view, path['id'] ?? ''),
  }),
  guards: [
    {
      when: ({user}, view) => !user && view.freedom('users.uniqueness') === 'before_existence',
      fields: [{situation: 'email-taken', errors: ({body}, view) => emailErrors(view, body)}],
      refuse: (errors, {body}, view) => invalidUser(errors, view, body),
    },
    {
      situation: 'user-not-found',
      fixed: true,
      judge: ({user}, view, {path}) => (user ? undefined : noSuchUser(view, path['id'] ?? '')),
    },
    {
      fields: [
        {situation: 'email-taken', errors: ({body, user}, view) => emailErrors(view, body, user)},
        {situation: 'external-id-changed', errors: changedExternalId},
        {situation: 'plan-unknown', errors: ({body}, view) => assignmentErrors(body, view)},
      ],
      refuse: (errors, {body, user}, view) => invalidUser(errors, view, body, user),
    },
    {
      situation: 'move-refused',
      judge: ({user}, view) =>
        user && user.state !== 'active' && view.freedom('users.unlisted_moves') === 'refused'
          ? refuse('move-refused', {
              expected: 'an active user',
              got: `user ${user.id} is ${user.state}`,
              todo: 'reactivate the user before the update',
            })
          : undefined,
    },
  ],
  perform({body, user: before}, view) {
    const user = defined(before, 'the user of the update');
    const put: User = {
      ...user,
      email: body.email,
      admin: body.admin ?? user.admin,
      plan_admin: body.plan_admin ?? user.plan_admin,
      only_sees_readable: body.only_sees_readable,
      sessions_limit: body.sessions_limit ?? user.sessions_limit,
      password: body.new_password ?? user.password,
      updated: view.now,
    };
    const response =
      view.freedom('users.update_answers') === 200
        ? {body: {CODE: 'success', data: createdUser(put, (name) => view.freedom(name))}}
        : {form: 1};
    const changes = [{table: 'users', put}, ...assignmentChanges(view, put, body)];
    return {situation: 'updated', ...response, changes};
  },
});

/** The refusal of fields, which names the users who have what is unique. */
function invalidUser(errors: FieldErrors, view: View, body: Unique, self?: User): Refused {
  const refused = invalid(errors);
  const held = new Map<User, string[]>();
  const others: string[] = [];
  for (const [field, messages] of Object.entries(errors)) {
    const holder = messages.every(isTaken) ? holderOf(field, view, body, self) : undefined;
    if (holder) held.set(holder, [...(held.get(holder) ?? []), field]);
    else others.push(...messages);
  }
  const theirs = [...held].map(([{id}, fields]) => `the ${fields.join(' and ')} of user ${id}`);
  return {...refused, why: {...refused.why, got: [...theirs, ...others].join(', ')}};
}

const isTaken = (message: string): boolean => message.endsWith('has already been taken.');

/** The user who has a unique value already. */
const holderOf = (field: string, view: View, body: Unique, self?: User): User | undefined =>
  field === 'email'
    ? emailHolder(view, body, self)
    : view.by<User>('users', 'external_id', body.external_id ?? '');

const emailHolder = (view: View, {email}: Unique, self?: User): User | undefined =>
  view.all<User>('users', 'email', email).find(({key}) => key !== self?.key);

/** `email` is unique within the store (Resources / User). */
function emailErrors(view: View, body: Unique, self?: User): FieldErrors {
  const isOwn = body.email === self?.email;
  if (emailHolder(view, body, self)) return {email: ['The email has already been taken.']};
  return !isOwn && isReservedEmail(body.email) ? {email: ['The email is reserved.']} : {};
}

/** `external_id` is unique within the store (Resources / User). */
const externalIdErrors = (view: View, body: UserCreate): FieldErrors =>
  view.by<User>('users', 'external_id', body.external_id)
    ? {external_id: ['The external id has already been taken.']}
    : {};

/** `external_id` cannot be changed after creation (Errors); an absent one is not a change. */
function changedExternalId({body: {external_id: id}, user}: Update): FieldErrors {
  return id === undefined || id === user?.external_id
    ? {}
    : {external_id: ['The external id field is prohibited.']};
}
