/**
 * The requests on users, and the sequences of requests (stories) (States / User; Endpoints /
 * Users).
 */

import type {RuleId} from '../../../../spec/rule.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Handle, Script} from '../../../language/script.ts';
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

/** A request on one user of a story. */
interface Change {
  effect: Effect;
  /** The rule that is broken if the user is different afterwards. */
  rule: RuleId;
  record(s: Script, person: Person, other: Person): Handle;
}

export const KEEPS = 'store.users.update-is-kept';
export const REFUSED = 'store.users.refused-update-changes-nothing';
export const MOVES = 'store.users.moves-are-the-listed-ones';

/** An update; a fresh email becomes the user's address. */
const update = (members: (s: Script, person: Person) => Record<string, Val>): Change => ({
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
): Change => ({
  effect: 'refused',
  rule: REFUSED,
  record: (s, person, other) => {
    const others = {email: s.fresh('email'), only_sees_readable: true, admin: true};
    const body = {...updateOf(person.body), ...others, ...invalid(s, person, other)};
    return s.call('updateUser', {path: idOf(person.created), body});
  },
});

const move = (op: string, effect: Effect, query: Record<string, string> = {}): Change => ({
  effect,
  rule: MOVES,
  record: (s, {created}) => s.call(op, {path: idOf(created), query}),
});

const FLAGS = {admin: true, plan_admin: true, only_sees_readable: true};
const NO_FLAGS = {admin: false, plan_admin: false, only_sees_readable: false};

/** Every request of the stories. */
export const CHANGES = {
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
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;

/** The lists that may be read after a change, in addition to the searches by email. */
export type List = 'admins' | 'deactivated' | 'everybody';

/**
 * One step of a story: a request on the user or on the other one, and a list that is read after it.
 */
export interface Step {
  does: ChangeName;
  on: 'one' | 'other';
  list?: List;
}

const one = (does: ChangeName, list?: List): Step => ({does, on: 'one', ...(list && {list})});
const other = (does: ChangeName, list?: List): Step => ({does, on: 'other', ...(list && {list})});

/** Each story has an update, a refused update, a change of state, and a read of the admins. */
export const STORIES: Record<string, Step[]> = {
  'gone and back twice': [
    one('update everything', 'admins'),
    one('deactivate', 'deactivated'),
    one('reactivate', 'admins'),
    one('update the limit'),
    one('update to no limit'),
    one('deactivate', 'deactivated'),
    one('deactivate'),
    one('reactivate', 'deactivated'),
    one('update everything back', 'admins'),
  ],
  'updated often': [
    one('update a flag', 'admins'),
    one('update the limit'),
    one('update the email'),
    one('update to another external_id'),
    one('update the password'),
    one('update everything back', 'admins'),
    one('log out'),
    one('update everything', 'everybody'),
    one('update the limit'),
  ],
  'refused often': [
    one('update everything', 'admins'),
    one('update to the email of the other'),
    one('deactivate with a word', 'deactivated'),
    one('update to no limit'),
    one('deactivate'),
    one('deactivate with a word'),
    one('reactivate'),
    one('update to another external_id'),
    one('update everything back'),
  ],
  'two in turn': [
    one('update a flag', 'admins'),
    other('update everything', 'admins'),
    other('deactivate', 'deactivated'),
    one('update the email'),
    one('log out by external_id'),
    one('deactivate'),
    other('reactivate', 'deactivated'),
    other('update to no limit'),
    one('reactivate'),
    other('anonymize', 'everybody'),
  ],
  'anonymous in the end': [
    one('update everything', 'admins'),
    one('update to no limit'),
    one('deactivate'),
    one('reactivate'),
    one('anonymize', 'deactivated'),
    one('reactivate'),
    one('deactivate'),
    one('log out'),
    one('anonymize', 'deactivated'),
    other('update everything', 'admins'),
  ],
};
