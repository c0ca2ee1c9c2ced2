import type {Row} from '../../world/change.ts';

/** States of a user (States / User). */
export type UserState = 'active' | 'deactivated' | 'anonymized';
/** What changes the state of a user. */
export type UserMove = 'deactivate' | 'anonymize' | 'reactivate';

/** A user of a store. Instants in epoch milliseconds. */
export interface User extends Row {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly external_id: string | null;
  readonly name: string | null;
  readonly admin: boolean;
  readonly plan_admin: boolean;
  readonly only_sees_readable: boolean;
  readonly sessions_limit: number | null;
  /** Null if none was set: then the user cannot sign in with a password. */
  readonly password: string | null;
  /** False once deactivated: "Login impossible by any means" (States / User). */
  readonly may_log_in: boolean;
  readonly state: UserState;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number | null;
}

/**
 * The values of a new user. The document has no member for the name, so the local part of the email is used
 * (NS-ST-02).
 */
export interface NewUser extends Row {
  id: number;
  uuid: string;
  email: string;
  external_id: string;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
  sessions_limit?: number;
  new_password?: string;
}

/**
 * Makes an active user.
 * @param now instant of creation, in epoch milliseconds
 */
export const newUser = (values: NewUser, now: number): User => ({
  key: values.key,
  tenant: values.tenant,
  seq: values.seq,
  id: values.id,
  uuid: values.uuid,
  email: values.email,
  external_id: values.external_id,
  name: localPart(values.email),
  admin: values.admin ?? false,
  plan_admin: values.plan_admin ?? false,
  only_sees_readable: values.only_sees_readable ?? false,
  sessions_limit: values.sessions_limit ?? null,
  password: values.new_password ?? null,
  may_log_in: true,
  state: 'active',
  created: now,
  updated: now,
  deleted: null,
});

/** The part of an email address before the first `@`. */
const localPart = (email: string): string => email.replace(/@.*$/s, '');

/**
 * The result of a change of state: the user, or why it is refused. `unlisted`: the document does not list the change;
 * `forbidden`: the document refuses it with 403.
 */
export type UserMoved = User | 'unlisted' | 'forbidden';

/** The state machine of a user (States / User). */
export function movedUser(user: User, move: UserMove, now: number): UserMoved {
  if (move === 'reactivate') {
    if (user.state === 'anonymized') return 'forbidden';
    return user.state === 'deactivated'
      ? {...user, state: 'active', may_log_in: true, updated: now, deleted: null}
      : 'unlisted';
  }
  if (user.state === 'anonymized') return 'unlisted';
  const gone: User = {
    ...user,
    state: 'deactivated',
    may_log_in: false,
    updated: now,
    deleted: user.deleted ?? now,
  };
  if (move === 'anonymize')
    return {
      ...gone,
      state: 'anonymized',
      email: genericEmail(user.id),
      name: null,
      external_id: null,
    };
  return user.state === 'active' ? gone : 'unlisted';
}

/** The email of an anonymized user: `user-<id>@<anonymized_domain>`; the domain is the mock's choice (NS-ST-16). */
const genericEmail = (id: number): string => `user-${id}@anonymized.invalid`;

/** The email of a user whom an order without one creates. */
export const placeholderEmail = (id: number): string => `user-${id}@without-email.invalid`;

/** Whether the store itself gives an address to users: another user who had it would not be the only one. */
export const isReservedEmail = (email: string): boolean =>
  /^user-\d+@(anonymized|without-email)\.invalid$/i.test(email);

/** A UUID in the form of version 4, made from two random ids of the world. */
export function uuidFrom(newId: (kind: string) => string): string {
  const hex = [...`${newId('uuid')}${newId('uuid')}`.replaceAll('uuid_', '')]
    .map((letter) => (letter.charCodeAt(0) & 15).toString(16))
    .join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
