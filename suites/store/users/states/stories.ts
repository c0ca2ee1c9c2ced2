/**
 * The requests on users, and the sequences of requests (stories) (States / User; Endpoints /
 * Users).
 */

import type {Val} from '../../../../spec/value.ts';
import type {Handle, Script} from '../../../language/script.ts';
import type {Change} from '../../../tables/after-every-change.ts';
import {idOf, updateOf, type newUser} from '../../people.ts';

/** A user of a story, as its scene knows the user while it is recorded. */
export interface Person {
  created: Handle;
  body: ReturnType<typeof newUser>;
  /** The present address of the user. */
  email: Val;
}

/** The effect of a request on a user. */
export type Effect =
  | 'updated'
  | 'deactivated'
  | 'reactivated'
  | 'anonymized'
  /** The request has to be refused. */
  | 'refused'
  /** No effect, whatever the answer is. */
  | 'none';

type UserChange = Change<Person, Effect>;

const KEEPS = 'store.users.update-is-kept';
const REFUSED = 'store.users.refused-update-changes-nothing';
const MOVES = 'store.users.moves-are-the-listed-ones';

/** An update; a fresh email becomes the user's address. */
const update = (members: (s: Script, person: Person) => Record<string, Val>): UserChange => ({
  effect: 'updated',
  rule: KEEPS,
  record: (s, person) => {
    const body = {...updateOf(person.body), email: person.email, ...members(s, person)};
    person.email = body.email;
    return s.call('updateUser', {path: idOf(person.created), body});
  },
});

/** An update that is refused because of one member, with valid other members. */
const refusedUpdate = (
  invalid: (s: Script, person: Person, other: Person) => Record<string, Val>,
): UserChange => ({
  effect: 'refused',
  rule: REFUSED,
  record: (s, person, other) => {
    const others = {email: s.fresh('email'), only_sees_readable: true, admin: true};
    const body = {...updateOf(person.body), ...others, ...invalid(s, person, other)};
    return s.call('updateUser', {path: idOf(person.created), body});
  },
});

const move = (op: string, effect: Effect, query: Record<string, string> = {}): UserChange => ({
  effect,
  rule: MOVES,
  record: (s, {created}) => s.call(op, {path: idOf(created), query}),
});

const FLAGS = {admin: true, plan_admin: true, only_sees_readable: true};
const NO_FLAGS = {admin: false, plan_admin: false, only_sees_readable: false};

/** Every request of the stories. */
export const CHANGES: Record<string, UserChange> = {
  'update everything': update((s) => ({
    ...FLAGS,
    email: s.fresh('email'),
    sessions_limit: 7,
    new_password: s.fresh('password'),
  })),
  'update everything back': update((_, {body}) => ({
    ...NO_FLAGS,
    email: body.email,
    sessions_limit: 2,
  })),
  'update the limit': update(() => ({sessions_limit: 999_999})),
  'update a flag': update(() => ({admin: true})),
  'update the password': update((s) => ({new_password: s.fresh('password')})),
  'update the email': update((s) => ({email: s.fresh('email')})),
  'update to no limit': refusedUpdate(() => ({sessions_limit: 1_000_000})),
  'update to the email of the other': refusedUpdate((_s, _person, other) => ({email: other.email})),
  'update to another external_id': refusedUpdate((s) => ({external_id: s.fresh('external-id')})),
  deactivate: move('deactivateUser', 'deactivated'),
  'deactivate with a word': move('deactivateUser', 'refused', {anonymize: 'perhaps'}),
  reactivate: move('reactivateUser', 'reactivated'),
  anonymize: move('deactivateUser', 'anonymized', {anonymize: 'true'}),
  'log out': move('forceLogout', 'none'),
  'log out by external_id': {
    effect: 'none',
    rule: MOVES,
    record: (s, {body}) => s.call('forceLogout', {path: {id: body.external_id}}),
  },
};

/**
 * Each story has an update, a refused update, a change of state, and a read of the admins; a list
 * is read after `>`.
 */
export const STORIES = {
  'gone and back twice':
    'update everything > admins, deactivate > deactivated, reactivate > admins, update the limit, ' +
    'update to no limit, deactivate > deactivated, deactivate, reactivate > deactivated, ' +
    'update everything back > admins',
  'updated often':
    'update a flag > admins, update the limit, update the email, update to another external_id, ' +
    'update the password, update everything back > admins, log out, ' +
    'update everything > everybody, update the limit',
  'refused often':
    'update everything > admins, update to the email of the other, ' +
    'deactivate with a word > deactivated, update to no limit, deactivate, ' +
    'deactivate with a word, reactivate, update to another external_id, update everything back',
  'two in turn':
    'update a flag > admins, other: update everything > admins, other: deactivate > deactivated, ' +
    'update the email, log out by external_id, deactivate, other: reactivate > deactivated, ' +
    'other: update to no limit, reactivate, other: anonymize > everybody',
  'anonymous in the end':
    'update everything > admins, update to no limit, deactivate, reactivate, ' +
    'anonymize > deactivated, reactivate, deactivate, log out, anonymize > deactivated, ' +
    'other: update everything > admins',
};
