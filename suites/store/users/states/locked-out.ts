import type {AnyProperty} from '../../../language/check.ts';
import {property} from '../../../language/property.ts';
import type {Script} from '../../../language/script.ts';
import {classesOf} from '../../../values/values.ts';
import {createUser, deactivate, idOf, updateOf} from '../../people.ts';
import {expectLogin, tryLogin, whenAdmitted} from './logins.ts';
import {roles} from '../updates.ts';

type Person = ReturnType<typeof createUser>;

const reactivate = (s: Script, {created}: Person): void =>
  void s.call('reactivateUser', {path: idOf(created), expects: 'reactivated'});

/** Requests after which a user is deactivated or anonymized. */
const WAYS = {
  deactivated: (s: Script, {created}: Person) => void deactivate(s, created),
  anonymized: (s: Script, {created}: Person) => void deactivate(s, created, {anonymize: 'true'}),
  'deactivated again after a reactivation': (s: Script, person: Person) => {
    deactivate(s, person.created);
    reactivate(s, person);
    deactivate(s, person.created);
  },
  'deactivated, then updated': (s: Script, {created, body}: Person) => {
    deactivate(s, created);
    // Whether such an update is accepted is open (NS-ST-15).
    s.call('updateUser', {path: idOf(created), body: updateOf(body)});
  },
  'deactivated, then logged out': (s: Script, {created}: Person) => {
    deactivate(s, created);
    s.call('forceLogout', {path: idOf(created)});
  },
  'deactivated, then anonymized': (s: Script, {created}: Person) => {
    deactivate(s, created);
    deactivate(s, created, {anonymize: 'true'});
  },
  'anonymized, then reactivated in vain': (s: Script, {created}: Person) => {
    deactivate(s, created, {anonymize: 'true'});
    s.call('reactivateUser', {path: idOf(created)});
  },
};

type Way = keyof typeof WAYS;

/**
 * A deactivated user cannot log in, whoever it is and however the user was deactivated (States /
 * User).
 */
export const lockedOut: AnyProperty[] = [
  property({
    rule: 'store.users.deactivated-cannot-log-in',
    place: 'whoever it is, and however it came about',
    forAll: {
      flags: roles,
      way: classesOf<Way>(...(Object.keys(WAYS) as [Way, ...Way[]])),
    },
    act: (s, {flags, way}) => {
      const person = createUser(s, flags);
      const before = tryLogin(s, person.created, person.body.new_password);
      WAYS[way](s, person);
      return {before, after: tryLogin(s, person.created, person.body.new_password)};
    },
    judge: ({before, after}, {way}) =>
      whenAdmitted(before, () => expectLogin(after, false, `admitted: ${way}`)),
  }),
];
