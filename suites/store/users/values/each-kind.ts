/** Users created and updated with a value of every kind in every member (Endpoints / Users). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notExercised, nothing} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {checksOfCases} from '../../../tables/cases.ts';
import {
  accepted,
  acceptedAsWhole,
  ifPlain,
  ofEachAccepted,
  sceneOfKinds,
} from '../../../tables/each-kind.ts';
import {LIKE_IDS} from '../../../values/value-classes.ts';
import {createUser, idOf, newUser, search, updateOf} from '../../people.ts';
import {KINDS} from './kinds-of-values.ts';
import {expectLogin, tryLogin, whenAdmitted} from '../states/logins.ts';
import {expectCreatedAsGiven, expectRowAsGiven} from '../written.ts';

const PLACE = 'each kind of value';

/** Records a login, if there is a hook for it. */
const loginOf = (s: Script, created: Handle, password: Val, options: {optional?: true} = {}) =>
  s.offers('control:try-login') ? tryLogin(s, created, password, options) : undefined;

const creations = sceneOfKinds({
  id: 'store: users with each kind of value',
  kinds: KINDS,
  plain: () => ({}),
  act: (s, values) => {
    const body = {...newUser(s), ...values};
    const created = s.call('createUser', {body});
    return {
      created,
      listed: search(s, body.email),
      'logged-out': s.call('forceLogout', {path: {id: body.external_id}}),
      // A user who was not created cannot log in.
      login: loginOf(s, created, body.new_password, {optional: true}),
    };
  },
});

const {external_id: _externalId, ...UPDATED} = KINDS;

const updates = sceneOfKinds({
  id: 'store: a user updated with each kind of value',
  kinds: UPDATED,
  plain: () => ({}),
  begin: (s) => createUser(s),
  act: (s, values, {created, body}) => {
    const given = {email: s.fresh('email'), new_password: s.fresh('password'), ...values};
    return {
      created,
      updated: s.call('updateUser', {path: idOf(created), body: {...updateOf(body), ...given}}),
      listed: search(s, given.email),
      login: loginOf(s, created, given.new_password),
    };
  },
});

/** A forced logout by an external_id that could not be taken for an id finds the user. */
const expectLoggedOut = (logout: Exchange, kind: string): Judgement =>
  logout.refusedInFront || LIKE_IDS.has(kind)
    ? nothing()
    : expectOutcome(logout, 'logged-out', `not found: ${kind}`);

/** Every password of an accepted request is admitted, if there is a hook that tries it. */
const admitted = <R extends {login: Handle | undefined}>(step: keyof R & string) =>
  ifPlain<R>(
    ({login}, judgement) =>
      login ? whenAdmitted(login, judgement) : notExercised('it needs the hook `try-login`'),
    ofEachAccepted<R>(step, ({login}, {new_password: kind = ''}) =>
      login ? expectLogin(login, true, `not admitted: ${kind}`) : nothing(),
    ),
  );

/** The checks of users with each kind of value. */
export const eachKind: Check[] = [
  ...checksOfCases(creations, PLACE, {
    'store.users.created-is-as-given': [
      acceptedAsWhole('created', 'email', 'external_id'),
      ofEachAccepted('created', ({created, listed}) => {
        const given = created.requestBody;
        return all(
          () => expectCreatedAsGiven(created, given),
          () => expectRowAsGiven(listed, created, given),
        );
      }),
    ],
    'store.users.sessions-limit-is-1-to-999999': accepted('created', 'sessions_limit'),
    'store.users.password-is-8-to-255': accepted('created', 'new_password'),
    'store.users.force-logout-takes-the-external-id': ofEachAccepted(
      'created',
      ({'logged-out': logout}, {external_id: kind = ''}) => expectLoggedOut(logout, kind),
    ),
  }),
  ...checksOfCases(creations, `${PLACE} is admitted`, {
    'store.users.password-is-8-to-255': admitted('created'),
  }),
  ...checksOfCases(updates, PLACE, {
    'store.users.update-is-kept': [
      acceptedAsWhole('updated', 'email'),
      ofEachAccepted('updated', ({created, updated, listed}) => {
        const {email, sessions_limit} = updated.requestBody;
        return expectRowAsGiven(listed, created, {email, sessions_limit});
      }),
    ],
  }),
  ...checksOfCases(updates, `${PLACE} of an update`, {
    'store.users.sessions-limit-is-1-to-999999': accepted('updated', 'sessions_limit'),
    'store.users.password-is-8-to-255': accepted('updated', 'new_password'),
  }),
  ...checksOfCases(updates, `${PLACE} of an update is admitted`, {
    'store.users.password-is-8-to-255': admitted('updated'),
  }),
];
