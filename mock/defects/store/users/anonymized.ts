import type {Defect, Seam} from '../../../defect.ts';
import {Rendered} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, findingAll} from '../../breaking.ts';
import {
  keeping as keepingMembers,
  lacking,
  refusedButDone,
  shown,
  stale,
  together,
  unchecked,
} from '../../families/seams.ts';
import type {Pattern} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  DEACTIVATE,
  given,
  LIST,
  moving,
  NOTING_RETURNS,
  REACTIVATE,
  storingIfRefused,
  UPDATE,
  USER,
  userIn,
  type KnownUser,
  type UserBody,
} from './changed-users.ts';

const {asking, forgetting, storing} = USER;

/** Which anonymizations are meant. */
type When = Pattern<KnownUser, UserBody>;

const ANONYMIZING = {query: {anonymize: ['true', '1']}};
const BY_FALSE: When = {query: {anonymize: 'false'}};
const BY_1: When = {query: {anonymize: '1'}};
const OF_DEACTIVATED: When = {before: {state: 'deactivated'}};
const OF_ANONYMIZED: When = {before: {state: 'anonymized'}};

/** Keeps members of users in some anonymizations. */
export const keeping = (when: When, ...names: (keyof User)[]): Seam =>
  forgetting(DEACTIVATE, {...ANONYMIZING, ...when}, ...names);

/** Keeps a copy of the users before some anonymizations, for other seams. */
export const notingFormer = (when: When = {}): Seam =>
  storing(
    DEACTIVATE,
    {...ANONYMIZING, ...when, before: {state: ['active', 'deactivated'], ...when.before}},
    (_user, {before}) => before && {former: before},
  );

/** Lists those who are anonymized in some way as deactivated. */
export const listingAsDeactivated = (when: When = {}): Seam =>
  together(
    notingFormer(when),
    findingAll<KnownUser>(LIST, (users) =>
      users.map((user) => (user.former ? {...user, state: 'deactivated'} : user)),
    ),
  );

/** Stores other members of those who are anonymized. */
const anonymizedWith = (other: Partial<User> | ((user: User) => Partial<User>)): Seam =>
  storing(DEACTIVATE, {row: {state: 'anonymized'}}, other);

/** Lets a request for an anonymized user restore members. */
const restoring = (
  operation: Parameters<typeof moving>[0],
  by: object,
  restored: (former: User) => Partial<User>,
): Seam =>
  together(
    notingFormer(),
    moving(operation, {...OF_ANONYMIZED, ...by}, ({former}) => former && restored(former)),
  );

/** Refuses the reactivation of an anonymized user, but changes the user. */
const refusedReactivation = (other: (user: KnownUser) => Partial<User>): Seam =>
  together(
    notingFormer(),
    storingIfRefused(REACTIVATE, (view, {path}, {refused}) => {
      const user = userIn(view, path);
      return user && refused === 'anonymized' ? {...user, ...other(user)} : undefined;
    }),
  );

const person = ({email, external_id, name}: User): Partial<User> => ({
  email,
  external_id,
  name,
  state: 'deactivated',
});
const nameOnly = ({name}: User): Partial<User> => ({name});
const otherId = ({id}: User): Partial<User> => ({external_id: `reader-${id}`});

/** Only deactivates where a user should be anonymized. */
const onlyDeactivating = (when: When): Seam => asking(DEACTIVATE, when, () => ({query: {}}));

const anonymizeIs = (...values: string[]): Seam =>
  unchecked('deactivateUser', 'query/anonymize', 'enum', values);

/** Keeps a member in all anonymizations, in those by 1, and in those of deactivated users. */
const kept = (name: keyof User): Record<string, Seam> => ({
  [`the ${name} stays`]: keepingMembers(DEACTIVATE, 'users', name),
  [`the ${name} stays with anonymize=1`]: keeping(BY_1, name),
  [`the ${name} of a deactivated user stays`]: keeping(OF_DEACTIVATED, name),
});

/** Shows no flag in lists where it is true. */
const withoutSetFlags = afterwards(LIST, (done) => ({
  ...done,
  body: JSON.parse(
    JSON.stringify(done.body, (name, member: unknown) => {
      if (member instanceof Rendered) return member.value;
      return name === 'anonymized' && member === true ? undefined : member;
    }),
  ) as unknown,
}));

/** Answers a search for an address as it was answered first. */
const rememberingSearches = around(LIST, (next) => {
  const found = new Map<string, ReturnType<typeof next>>();
  return (view, input) => {
    const {query = ''} = input.query;
    const done = found.get(query) ?? next(view, input);
    if (query.includes('@')) found.set(query, done);
    return done;
  };
});

/** Finds deactivated users by the address that they had before they were anonymized. */
const findingByFormerEmail = together(
  notingFormer(OF_DEACTIVATED),
  findingAll<KnownUser>(LIST, (users, {table, index, value, view}) =>
    index === 'email'
      ? view.oldest<KnownUser>(table, {
          limit: 10_000,
          where: ({email, former}) => email === value || former?.email === value,
        })
      : users,
  ),
);

const STALE = stale(REACTIVATE, 'users');
const LISTED_FLAG = '/data/paginator/data/*/anonymized';

/** Defects of what anonymization removes, and of its permanence (States / User). */
export const anonymized: Defect[] = defects({
  'store.users.anonymize-takes-true-and-1': {
    'true only deactivates': onlyDeactivating({query: {anonymize: 'true'}}),
    '1 only deactivates': onlyDeactivating(BY_1),
    '1 is refused': anonymizeIs('true', 'false'),
    'true is refused': anonymizeIs('1', '0'),
    '1 keeps external_id and name': keeping(BY_1, 'external_id', 'name'),
  },
  'store.users.active-can-be-anonymized': {
    'an active user is only deactivated': onlyDeactivating({before: {state: 'active'}}),
    'an active user is refused': USER.refusing(DEACTIVATE, 'move-refused', {
      ...ANONYMIZING,
      before: {state: 'active'},
    }),
  },
  'store.users.deactivated-can-be-anonymized': {
    'a deactivated user is not anonymized': moving('deactivateUser', 'deactivated', {}),
    'a deactivated user is refused': USER.refusing(DEACTIVATE, 'move-refused', OF_DEACTIVATED),
  },
  'store.users.anonymizing-replaces-the-email': {
    ...kept('email'),
    'the generic email has no id': anonymizedWith({email: 'user@anonymized.invalid'}),
    'the generic email has the next id': anonymizedWith(({id}) => ({
      email: `user-${id + 1}@anonymized.invalid`,
    })),
  },
  'store.users.anonymizing-clears-the-name': {
    ...kept('name'),
    'the name becomes Anonymous': anonymizedWith({name: 'Anonymous'}),
  },
  'store.users.anonymizing-clears-the-external-id': {
    ...kept('external_id'),
    'the external_id becomes a generic one': anonymizedWith(({id}) => ({
      external_id: `user-${id}`,
    })),
    'the external_id stays but lists hide it': together(
      keeping({}, 'external_id'),
      lacking('page', '/data/paginator/data/*/external_id', 'null'),
    ),
    'who was reactivated before keeps the external_id': together(
      NOTING_RETURNS,
      keeping({before: {returned: true}}, 'external_id'),
    ),
  },
  'store.users.anonymizing-sets-the-flag': {
    'the flag is never set': shown('page', LISTED_FLAG, false),
    'the user is only deactivated': anonymizedWith({state: 'deactivated'}),
    'the flag is left out': withoutSetFlags,
    'no user has the flag': together(
      lacking('created', '/data/anonymized', 'drop', {in: ['createUser']}),
      lacking('page', LISTED_FLAG),
    ),
    'the flag of a deactivated user is not set': listingAsDeactivated(OF_DEACTIVATED),
    'anonymize=1 does not set the flag': listingAsDeactivated(BY_1),
    'the flag of an admin is not set': listingAsDeactivated({before: {admin: true}}),
  },
  'store.users.old-email-finds-nobody': {
    'the old email still finds the user': rememberingSearches,
    'the email stays': keepingMembers(DEACTIVATE, 'users', 'email'),
    'the old email of a deactivated user still finds the user': findingByFormerEmail,
  },
  'store.users.anonymization-is-irreversible': {
    'a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'an update is accepted': moving('updateUser', 'anonymized', (_user, {body}) =>
      given(body, 'email'),
    ),
    'a reactivation restores the user': moving('reactivateUser', 'anonymized', ({id}) => ({
      state: 'deactivated',
      email: `restored-${id}@readers.example`,
      external_id: `restored-${id}`,
    })),
    'a second deactivation sets an external_id': moving('deactivateUser', 'anonymized', otherId),
    'a forced logout restores the user': restoring('forceLogout', {}, person),
    'a second anonymization restores the name': restoring('deactivateUser', BY_1, nameOnly),
    'anonymize=false restores the user': restoring('deactivateUser', BY_FALSE, person),
    'a refused reactivation restores the name': refusedReactivation(({former}) => ({
      name: former?.name ?? null,
    })),
    'a refused reactivation clears deleted_at': refusedReactivation(() => ({deleted: null})),
  },
  'store.users.deactivating-an-anonymized-user-changes-nothing': {
    'a deactivation sets an external_id': moving('deactivateUser', 'anonymized', otherId),
    'a deactivation sets an email': moving('deactivateUser', 'anonymized', ({id}) => ({
      email: `reader-${id}@readers.example`,
    })),
  },
  'store.users.anonymized-cannot-be-reactivated': {
    'a user who was deactivated before can be reactivated': together(
      notingFormer(OF_DEACTIVATED),
      moving('reactivateUser', {}, ({former}) => former && {state: 'active', deleted: null}),
    ),
    'a reactivation at once with the anonymization works on a stale user': STALE,
  },
  'store.users.anonymized-cannot-be-reactivated @ however often': {
    'the second reactivation of an anonymized user is answered 200': moving(
      'reactivateUser',
      {...OF_ANONYMIZED, from: 2},
      {},
    ),
  },
});
