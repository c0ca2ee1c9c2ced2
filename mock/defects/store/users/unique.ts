import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Done, type Refused, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {around} from '../../breaking.ts';
import {
  foreignFound,
  refusedButDone,
  shown,
  stale,
  together,
  unchecked,
  unguarded,
} from '../../families/seams.ts';
import {ABSENT, GIVEN} from '../../families/when.ts';
import {defects} from '../../table.ts';
import {
  CREATE,
  given,
  giving,
  moving,
  refusing,
  storingIfRefused,
  taken,
  UPDATE,
  USER,
  userIn,
  type AskedUser,
  type KnownUser,
  type UserBody,
} from './changed-users.ts';

const {accepting, storing} = USER;

type Name = 'email' | 'external_id';

const GUARDS = {email: 'email-taken', external_id: 'external-id-taken'} as const;

/**
 * Refuses creations with a name that an earlier one has named.
 * @param isNoted selects the earlier ones
 */
export const refusingNamed = (
  member: Name,
  isNoted: (done: Done | Refused, view: View, body: UserBody) => boolean,
): Seam =>
  around(CREATE, (next) => {
    const noted = new Set<string>();
    return (view, input) => {
      const body = input.body as UserBody;
      const name = `${view.tenant} ${body[member]}`;
      if (noted.has(name)) return taken(member);
      const done = next(view, input);
      if (isNoted(done, view, body)) noted.add(name);
      return done;
    };
  });

/** Accepts a name that only certain users have. */
const takingFrom = (
  operations: string[],
  isTaken: (user: KnownUser) => boolean,
  name: Name = 'email',
): Seam =>
  accepting(operations, GUARDS[name], ({view, body}) => {
    const holders = view.all<KnownUser>('users', name, body[name] ?? '');
    return holders.length > 0 && holders.every(isTaken);
  });

const isDeactivated = ({state}: User): boolean => state === 'deactivated';
/** Orders make users without a password. */
const hasNoPassword = ({password}: User): boolean => password === null;

/** Gives the limit in a refused creation to the user who has its email or external_id. */
const givingTo = (index: Name): Seam =>
  storingIfRefused(CREATE, (view, {body}) => {
    const {[index]: value = '', sessions_limit: limit} = body as UserBody;
    const holder = view.by<User>('users', index, value);
    return holder && limit ? {...holder, sessions_limit: limit} : undefined;
  });

/** Stores the limit of an update that is refused for the address of another user. */
const storingLimit = storingIfRefused(UPDATE, (view, {path, body}) => {
  const {email = '', sessions_limit: limit} = body as UserBody;
  const user = userIn(view, path);
  const isTaken = view.all<User>('users', 'email', email).some(({key}) => key !== user?.key);
  return user && limit && isTaken ? {...user, sessions_limit: limit} : undefined;
});

const isOwnEmail = ({before, body}: AskedUser): boolean => before?.email === body.email;
const isOtherCase = ({before, body}: AskedUser): boolean =>
  before?.external_id !== body.external_id &&
  before?.external_id?.toLowerCase() === body.external_id?.toLowerCase();

/** Refuses an update, but stores some of its members. */
const refusedStoring = (...members: string[]): Seam =>
  refusedButDone(UPDATE, 'invalid', {
    keep: ['email', ...FLAGS, 'sessions_limit'].filter((name) => !members.includes(name)),
  });

const FLAGS = ['admin', 'plan_admin', 'only_sees_readable'];

const inTheSecond = ({view}: AskedUser): boolean => view.tenant === 'store-b';

/** Defects of unique emails and external ids (Resources / User). */
export const unique: Defect[] = defects({
  'store.users.email-is-unique': {
    'create accepts a taken email': unguarded('email-taken', CREATE),
    'update accepts a taken email': unguarded('email-taken', UPDATE),
    'create accepts an email that came by an update': together(
      storing(UPDATE, {}, {updatedOnce: true}),
      takingFrom(CREATE, ({updatedOnce}) => updatedOnce === true),
    ),
    'parallel updates check stale users': stale(UPDATE, 'users'),
    'the address of a deactivated user is free': takingFrom(CREATE, isDeactivated),
  },
  'store.users.email-is-unique @ of a deactivated user, by an update': {
    'an update takes the address of a deactivated user': takingFrom(UPDATE, isDeactivated),
  },
  'store.users.email-is-unique @ of a user whom an order has made': {
    'create accepts the email of a user whom an order has made': takingFrom(CREATE, hasNoPassword),
  },
  'store.users.external-id-is-unique @ of a user whom an order has made': {
    'create accepts the external_id of a user whom an order has made': takingFrom(
      CREATE,
      hasNoPassword,
      'external_id',
    ),
  },
  'store.users.update-answers-200-or-204': {
    'update refuses the own email of the user': refusing(UPDATE, 'email', isOwnEmail),
  },
  'store.users.external-id-is-unique': {
    'create accepts a taken external_id': unguarded('external-id-taken', CREATE),
  },
  'store.users.refused-create-makes-nobody @ with a taken email': {
    'a refused create gives its limit to the holder of the email': givingTo('email'),
  },
  'store.users.refused-create-makes-nobody @ with a taken external_id': {
    'a refused create gives its limit to the holder of the external_id': givingTo('external_id'),
  },
  'store.users.refused-create-makes-nobody @ and takes no name': {
    'a refused create keeps its external_id': refusingNamed(
      'external_id',
      (done, view, {external_id: id = ''}) =>
        isRefused(done) && !view.by<User>('users', 'external_id', id),
    ),
    'a create without an external_id keeps its email': together(
      unchecked('createUser', '/external_id', 'required'),
      refusing(CREATE, 'external_id', {body: {external_id: ABSENT}}),
      refusingNamed('email', (_done, _view, {external_id: id}) => id === undefined),
    ),
  },
  'store.users.refused-update-changes-nothing @ for a taken email': {
    'a taken email is refused when the limit is stored': storingLimit,
  },
  'store.users.refused-update-changes-nothing @ with a plan': {
    'a refused update assigns its plan': refusedButDone(UPDATE, 'invalid', {
      only: ['subscriptions'],
    }),
  },
  'store.users.parallel-creates-stay-unique': {
    'parallel creates check stale users': stale(CREATE, 'users'),
  },
  'store.users.parallel-creates-stay-unique @ race after race': {
    'creates at the same moment check stale users': stale(CREATE, 'users'),
  },
  'store.users.uniqueness-ends-at-the-store': {
    'uniqueness covers all stores': foreignFound(CREATE),
    'the second store checks no uniqueness': USER.instead(
      CREATE,
      inTheSecond,
      (_next, {view}, input, without) =>
        without((guard) => guard === 'email-taken' || guard === 'external-id-taken')(view, input),
    ),
    'an update in the second store refuses every new address': refusing(
      UPDATE,
      'email',
      (asked) => inTheSecond(asked) && !isOwnEmail(asked),
    ),
  },
  'store.users.external-id-cannot-change': {
    'a changed external_id is accepted': unguarded('external-id-changed', UPDATE),
    'a changed external_id is ignored': giving(UPDATE, {}, (_body, {before}) => ({
      external_id: before?.external_id,
    })),
    'a change of upper and lower case is stored': moving(
      'updateUser',
      isOtherCase,
      (_user, {body}) => given(body, 'external_id'),
    ),
  },
  'store.users.external-id-change-changes-nothing': {
    'the rest of a refused update is stored': refusedButDone(UPDATE, 'invalid'),
    'a refused update stores the email': refusedStoring('email'),
    'a refused update stores the flags': refusedStoring(...FLAGS, 'sessions_limit'),
    'a refused update stores sessions_limit': refusedStoring('sessions_limit'),
    'a refused update stores plan_admin': refusedStoring('plan_admin'),
  },
  'store.users.external-id-change-is-called-prohibited': {
    'the change is called invalid': shown(
      'invalid',
      '/errors/external_id',
      ['The external id is invalid.'],
      {in: UPDATE},
    ),
  },
  'store.users.own-external-id-is-accepted': {
    'an update with external_id is refused': refusing(UPDATE, 'external_id', {
      body: {external_id: GIVEN},
    }),
    'an update with a new email is refused': refusing(
      UPDATE,
      'external_id',
      (asked) => !isOwnEmail(asked),
    ),
  },
});
