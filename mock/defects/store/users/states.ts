import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {findingAll} from '../../breaking.ts';
import {keeping, refusedButDone, together, unstored} from '../../families/seams.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects, each} from '../../table.ts';
import {keeping as keepingOnceAnonymized, listingAsDeactivated} from './anonymized.ts';
import {
  DEACTIVATE,
  DEACTIVATED,
  given,
  giving,
  LIST,
  LOGGED_OUT,
  LOGOUT,
  moving,
  NOTING_RETURNS,
  PERSON,
  REACTIVATE,
  storingByFirst,
  storingIfRefused,
  UPDATE,
  USER,
  userIn,
  type AskedUser,
  type KnownUser,
} from './changed-users.ts';
import {refusingNamed} from './unique.ts';

const {accepting, asking, instead, storing, touching} = USER;

const ACTIVE = {state: 'active', deleted: null} as const;
const OF_ACTIVE = {before: {state: 'active'}} as const;
const OF_DEACTIVATED = {before: {state: 'deactivated'}} as const;
const OF_RETURNED = {before: {returned: true}} as const;
const BY_ID = {path: {id: /^\d+$/}};
const BY_TEXT = {path: {id: /\D/}};
const NOBODY = {path: {id: 'none'}};
const NEW_PASSWORD = {body: {new_password: GIVEN}} as const;

const deactivated = (_user: User, {view: {now}}: AskedUser): Partial<User> => ({
  state: 'deactivated',
  deleted: now,
});
const deleted = (_user: User, {view: {now}}: AskedUser): Partial<User> => ({deleted: now});

/** Deactivates only active users. */
const deactivatedToo = (user: User, asked: AskedUser): Partial<User> | undefined =>
  user.state === 'active' ? deactivated(user, asked) : undefined;

/** Whether a user is the one who was created next after the user of a request. */
const isNext = (other: User, {row, view}: AskedUser): boolean =>
  row !== undefined && view.oldest('users', {after: row.seq, limit: 1})[0]?.key === other.key;
const isBefore = (other: User, {row, view}: AskedUser): boolean =>
  row !== undefined &&
  other.state === 'deactivated' &&
  view.newest('users', {before: row.seq, limit: 1})[0]?.key === other.key;
const beginsAlike = ({external_id: other}: User, {row}: AskedUser): boolean =>
  typeof row?.external_id === 'string' && other?.startsWith(row.external_id) === true;

/** Lets a forced logout by the external_id change the user. */
const changingByExternalId = (
  state: User['state'],
  other: Parameters<typeof PERSON.storing>[2],
): Seam =>
  PERSON.storing(
    LOGOUT,
    ({before, path}) => before?.state === state && before.key !== path['id'],
    other,
  );

/** Lets a forced logout find the user whose external_id resembles the one in the path. */
const findingLike = (resembles: (known: string, given: string) => boolean): Seam =>
  asking(LOGOUT, {}, ({view, path}) => {
    const where = ({external_id: known}: User): boolean =>
      known !== null && resembles(known, path['id'] ?? '');
    const [user] = view.oldest<User>('users', {limit: 1, where});
    return user ? {path: {id: String(user.id)}} : {};
  });

/** Finds nobody by some external ids. */
const nobodyBy = (isMeant: (id: string) => boolean): Seam =>
  asking(
    LOGOUT,
    ({before, path: {id = ''}}) => !before && isMeant(id),
    () => NOBODY,
  );

/** Anonymizes where the query says something else. */
const anonymizing = (value: string | typeof GIVEN): Seam =>
  asking(DEACTIVATE, {query: {anonymize: value}}, () => ({query: {anonymize: 'true'}}));

/** Lets an update make deactivated users active. */
const reactivatingByUpdate = moving('updateUser', 'deactivated', (_user, {body}) => ({
  ...given(body, 'email'),
  ...ACTIVE,
}));

/** Changes users by an operation once they came back. */
const onceReturned = (...seams: Seam[]): Seam => together(NOTING_RETURNS, ...seams);

const FLAGS = {admin: false, plan_admin: false, only_sees_readable: false} as const;
const PERSON_GONE = {
  email: 'gone@readers.example',
  external_id: null,
  name: null,
  ...FLAGS,
  sessions_limit: null,
};

/** Defects of changes between active and deactivated (States / User). */
export const states: Defect[] = defects({
  'store.users.deactivation-deactivates': {
    'a deactivation changes nothing': unstored(DEACTIVATE, 'users'),
    'the next user is deactivated too': touching(DEACTIVATE, isNext, deactivatedToo),
  },
  'store.users.deactivated-cannot-log-in': {
    'an anonymized user can log in': keeping(DEACTIVATE, 'users', 'may_log_in'),
    'a deactivated user can log in': keeping(DEACTIVATE, 'users', 'may_log_in'),
    'a reactivated user cannot log in': keeping(REACTIVATE, 'users', 'may_log_in'),
  },
  'store.users.deactivated-cannot-log-in @ again after a reactivation': {
    'a user who was reactivated can log in for ever': onceReturned(
      storing(DEACTIVATE, OF_RETURNED, {may_log_in: true}),
    ),
  },
  'store.users.deactivated-cannot-log-in @ with a new password': {
    'a new password admits a deactivated user': together(
      accepting(UPDATE, 'move-refused', NEW_PASSWORD),
      storing(UPDATE, NEW_PASSWORD, {may_log_in: true}),
    ),
  },
  'store.users.deactivation-keeps-the-person': each(
    Object.entries(PERSON_GONE),
    ([name, value]) => [
      `a deactivation removes the ${name}`,
      storing(DEACTIVATE, {row: {state: 'deactivated'}}, {[name]: value}),
    ],
  ),
  'store.users.refused-anonymize-changes-nothing': {
    'a refused request deactivates the user': refusedButDone(DEACTIVATE, 'invalid'),
  },
  'store.users.anonymize-false-only-deactivates': {
    'any value anonymizes': anonymizing(GIVEN),
    '0 anonymizes': anonymizing('0'),
  },
  'store.users.deactivated-can-be-reactivated': {
    'a reactivation changes nothing': unstored(REACTIVATE, 'users'),
    'a reactivation keeps deleted_at': keeping(REACTIVATE, 'users', 'deleted'),
    'a reactivation is refused': USER.refusing(REACTIVATE, 'move-refused', {}),
    'a reactivation removes the external_id': storing(REACTIVATE, {}, {external_id: null}),
    ...each(Object.entries(FLAGS), ([name, value]) => [
      `a reactivation removes ${name}`,
      storing(REACTIVATE, {}, {[name]: value}),
    ]),
    'a reactivation removes the sessions_limit': storing(REACTIVATE, {}, {sessions_limit: null}),
    'a second reactivation changes nothing': together(
      moving('reactivateUser', OF_RETURNED, {}),
      NOTING_RETURNS,
    ),
  },
  'store.users.reactivated-leaves-the-deactivated': {
    'the user stays listed as deactivated': keeping(REACTIVATE, 'users', 'state'),
    'a reactivation brings back every user': touching(
      REACTIVATE,
      ({state}) => state === 'deactivated',
      ACTIVE,
    ),
  },
  'store.users.reactivating-an-active-user-changes-nothing': {
    'an active user is deactivated': moving('reactivateUser', 'active', deactivated),
    'an active user gets a deletion date': moving('reactivateUser', 'active', deleted),
  },
  'store.users.deactivating-twice-changes-nothing': {
    'a second deactivation reactivates the user': moving('deactivateUser', 'deactivated', ACTIVE),
    'a second deactivation changes the email': moving('deactivateUser', 'deactivated', ({id}) => ({
      email: `gone-${id}@readers.example`,
    })),
  },
  'store.users.force-logout-answers-200': {
    'only the external_id is accepted': asking(LOGOUT, BY_ID, () => NOBODY),
  },
  'store.users.force-logout-takes-the-external-id': {
    'only the id is accepted': nobodyBy((id) => /\D/.test(id)),
    'an external_id with letters outside ASCII finds nobody': nobodyBy((id) => /[^ -~]/.test(id)),
  },
  'store.users.force-logout-takes-the-external-id @ each kind of value': {
    'an external_id with a question mark finds nobody': nobodyBy((id) => id.includes('?')),
  },
  'store.users.force-logout-takes-the-external-id @ of digits': {
    'an external_id that is a whole number is taken for an id': nobodyBy((id) =>
      Number.isSafeInteger(Number(id)),
    ),
    'an external_id of digits that do not begin with zero is taken for an id': nobodyBy((id) =>
      /^[1-9]\d*$/.test(id),
    ),
  },
  'store.users.unknown-is-not-found': {
    'a forced logout accepts any text': instead(LOGOUT, BY_TEXT, () => LOGGED_OUT),
    'the beginning of an external_id finds a user': findingLike((known, given) =>
      known.startsWith(given),
    ),
    'what begins with an external_id finds a user': findingLike((known, given) =>
      given.startsWith(known),
    ),
    'an external_id without its zeros finds a user': findingLike(
      (known, given) => known.replace(/^0+/, '') === given,
    ),
  },
  'store.users.force-logout-keeps-the-state': {
    'a user is no admin any more': storing(LOGOUT, {}, {admin: false}),
    'a user has no external_id any more': storing(LOGOUT, OF_ACTIVE, {external_id: null}),
    'an active user is deactivated': storing(LOGOUT, OF_ACTIVE, deactivated),
    'a deactivated user is reactivated': storing(LOGOUT, OF_DEACTIVATED, ACTIVE),
    'an active user gets a deletion date': storing(LOGOUT, OF_ACTIVE, deleted),
    'an external_id deactivates an active user': changingByExternalId('active', deactivated),
    'an external_id reactivates a deactivated user': changingByExternalId('deactivated', ACTIVE),
  },
  'store.users.moves-are-the-listed-ones @ an update of a deactivated user': {
    'an update of another password reactivates a deactivated user': reactivatingByUpdate,
  },
  'store.users.moves-are-the-listed-ones': {
    'an email stays taken forever': refusingNamed('email', () => true),
    'a second deactivation makes an anonymized user a deactivated one': moving(
      'deactivateUser',
      'anonymized',
      {state: 'deactivated'},
    ),
    'a reactivated user cannot be deactivated again': instead(
      DEACTIVATE,
      {...OF_ACTIVE, from: 2},
      () => DEACTIVATED,
    ),
    'a reactivation restores the first email': storingByFirst(REACTIVATE, {}, ({email}) => ({
      email,
    })),
    'an update reactivates a deactivated user': reactivatingByUpdate,
    'anonymization keeps the name': keepingOnceAnonymized({}, 'name'),
    'anonymize=1 keeps the external_id': keepingOnceAnonymized(
      {query: {anonymize: '1'}},
      'external_id',
    ),
    'anonymization sets no flag': listingAsDeactivated(),
    'anonymize=false anonymizes': anonymizing('false'),
    'a forced logout reactivates a deactivated user': storing(LOGOUT, OF_DEACTIVATED, {
      state: 'active',
    }),
  },
  'store.users.others-stay-as-they-are': {
    'an update gives its limit to the user created next': touching(
      UPDATE,
      isNext,
      (_other, {body: {sessions_limit: limit}}) =>
        limit === undefined ? undefined : {sessions_limit: limit},
    ),
    'a deactivation deactivates whose external_id begins alike': touching(
      DEACTIVATE,
      beginsAlike,
      deactivatedToo,
    ),
    'a forced logout takes the roles of whose external_id begins alike': PERSON.touching(
      LOGOUT,
      beginsAlike,
      {admin: false},
    ),
    'a reactivation reactivates the user created before, too': touching(
      REACTIVATE,
      isBefore,
      ACTIVE,
    ),
  },
  'store.users.update-is-kept @ after every change': {
    'an update after a reactivation keeps the flags': onceReturned(
      giving(UPDATE, OF_RETURNED, (_body, {before}) => ({
        admin: before?.admin,
        plan_admin: before?.plan_admin,
        only_sees_readable: before?.only_sees_readable,
      })),
    ),
    'a new password brings the first limit back': storingByFirst(
      UPDATE,
      {body: {new_password: GIVEN, sessions_limit: ABSENT}},
      ({sessions_limit}) => ({sessions_limit}),
    ),
  },
  'store.users.refused-update-changes-nothing @ after every change': {
    'a refused update of a user who came back is stored': onceReturned(
      storingIfRefused(UPDATE, (view, {path}) => {
        const user = userIn(view, path);
        return user?.returned && {...user, admin: !user.admin};
      }),
    ),
  },
  'store.users.moves-are-the-listed-ones @ after every change': {
    'a reactivation brings the first role back': storingByFirst(REACTIVATE, {}, ({admin}) => ({
      admin,
    })),
    'a second deactivation sets no deleted_at': onceReturned(
      storing(DEACTIVATE, OF_RETURNED, {deleted: null}),
    ),
  },
  'store.users.query-admins-lists-admins-only @ after every change': {
    'who came back is missing': onceReturned(
      findingAll<KnownUser>(LIST, (users, {index}) =>
        users.filter(({returned}) => index !== 'admin' || !returned),
      ),
    ),
  },
});
