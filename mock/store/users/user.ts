import type {Row} from '../../world/change.ts';

export type UserState = 'active' | 'deactivated' | 'anonymized';
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
  readonly state: UserState;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number | null;
}

/**
 * What a new user is made of; the document gives no name, so the local part of the email stands in
 * (NS-ST-02).
 */
export interface NewUser extends Row {
  id: number;
  uuid: string;
  email: string;
  external_id: string;
  name?: string;
  admin?: boolean;
  plan_admin?: boolean;
  only_sees_readable?: boolean;
  sessions_limit?: number;
}

/** An active user. */
export const newUser = (given: NewUser, now: number): User => ({
  key: given.key,
  tenant: given.tenant,
  seq: given.seq,
  id: given.id,
  uuid: given.uuid,
  email: given.email,
  external_id: given.external_id,
  name: given.name ?? given.email.split('@')[0]!,
  admin: given.admin ?? false,
  plan_admin: given.plan_admin ?? false,
  only_sees_readable: given.only_sees_readable ?? false,
  sessions_limit: given.sessions_limit ?? null,
  state: 'active',
  created: now,
  updated: now,
  deleted: null,
});

/**
 * `unlisted`: the table of states has no such row; `forbidden`: it has one that is answered 403.
 */
export type Moved = User | 'unlisted' | 'forbidden';

/** The table of states (States / User), row by row. */
export function moved(user: User, move: UserMove, now: number): Moved {
  if (move === 'reactivate') {
    if (user.state === 'anonymized') return 'forbidden';
    return user.state === 'deactivated'
      ? {...user, state: 'active', updated: now, deleted: null}
      : 'unlisted';
  }
  if (user.state === 'anonymized') return 'unlisted';
  const gone: User = {...user, state: 'deactivated', updated: now, deleted: user.deleted ?? now};
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

/** `user-<id>@<anonymized_domain>`; the domain is the mock's choice (NS-ST-16). */
const genericEmail = (id: number): string => `user-${id}@anonymized.invalid`;

/** A UUID (version 4 in form) from two ids that cannot be guessed. */
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
