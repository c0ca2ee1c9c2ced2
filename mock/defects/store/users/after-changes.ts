import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type Input, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, atPlace, breaking, findingAll} from '../../breaking.ts';
import {
  CREATE,
  DEACTIVATE,
  LIST,
  LOGOUT,
  REACTIVATE,
  UPDATE,
  making,
  refusedButDone,
  userIn,
} from './changed-users.ts';
import {withChanges, withRows} from '../../stored-rows.ts';

/** A user with marks of earlier events. */
type Marked = User & {returned?: boolean; firstAdmin?: boolean; limits?: (number | null)[]};

/**
 * Lets an operation change other users as well.
 * @param isMeant selects them, by the user of the request
 */
const touching = (
  operation: string[],
  isMeant: (other: User, user: User) => boolean,
  change: (other: User, view: View, input: Input) => Partial<User>,
): Seam =>
  afterwards(operation, (done, view, input) => {
    const id = input.path['id'] ?? '';
    const user = userIn(view, input.path) ?? view.by<User>('users', 'external_id', id);
    const others = user
      ? view.newest<User>('users', {
          limit: 50,
          where: (one) => one.key !== user.key && isMeant(one, user),
        })
      : [];
    const changes = others.map((one) => ({
      table: 'users',
      put: {...one, ...change(one, view, input)},
    }));
    return withChanges(done, ...changes);
  });

const isNext = (other: User, {seq}: User): boolean => other.seq > seq && other.seq <= seq + 5;
const beginsAlike = (other: User, {external_id: id}: User): boolean =>
  id !== null && other.external_id?.startsWith(id) === true;
const isActive = ({state}: User): boolean => state === 'active';

/** Defects by which a request about one user changes another. */
const ofOthers: Defect[] = breaking('store.users.others-stay-as-they-are', {
  'an update gives its limit to the user created next': touching(
    UPDATE,
    isNext,
    (_, __, {body}) => {
      const {sessions_limit: limit} = body as Partial<User>;
      return limit === undefined ? {} : {sessions_limit: limit};
    },
  ),
  'a deactivation deactivates whose external_id begins alike': touching(
    DEACTIVATE,
    (other, user) => isActive(other) && beginsAlike(other, user),
    (_, {now}) => ({state: 'deactivated', deleted: now}),
  ),
  'a forced logout takes the roles of whose external_id begins alike': touching(
    LOGOUT,
    beginsAlike,
    () => ({admin: false}),
  ),
  'a reactivation reactivates the user created before, too': touching(
    REACTIVATE,
    (other, user) => other.state === 'deactivated' && isNext(user, other),
    () => ({state: 'active', deleted: null}),
  ),
});

/** Marks reactivated users. */
const noting: Seam = making(REACTIVATE, () => ({returned: true}) as Partial<User>);

/** Defects that only longer sequences show. */
const later: Defect[] = atPlace('after every change', [
  ...breaking('store.users.update-is-kept', {
    'an update after a reactivation keeps the flags': {
      seam: 'several',
      seams: [
        noting,
        around(UPDATE, (next) => (view, input) => {
          const user = userIn(view, input.path) as Marked | undefined;
          if (!user?.returned) return next(view, input);
          const {admin, plan_admin, only_sees_readable} = user;
          const body = {...(input.body as User), admin, plan_admin, only_sees_readable};
          return next(view, {...input, body});
        }),
      ],
    },
    'a new password brings the first limit back': {
      seam: 'several',
      seams: [
        making(CREATE, ({sessions_limit: limit}) => ({limits: [limit]}) as Partial<User>),
        afterwards(UPDATE, (done, _view, {body}) => {
          const {new_password: password, sessions_limit: limit} = body as Record<string, unknown>;
          if (password === undefined || limit !== undefined) return done;
          return withRows<Marked>(done, 'users', ({limits: [first] = []}) =>
            first === undefined ? undefined : {sessions_limit: first},
          );
        }),
      ],
    },
  }),
  ...breaking('store.users.refused-update-changes-nothing', {
    'a refused update of a user who came back is stored': {
      seam: 'several',
      seams: [
        noting,
        around(UPDATE, (next) => (view, input) => {
          const user = userIn(view, input.path) as Marked | undefined;
          const done = next(view, input);
          return isRefused(done) && user?.returned
            ? refusedButDone(done, [{table: 'users', put: {...user, admin: !user.admin} as User}])
            : done;
        }),
      ],
    },
  }),
  ...breaking('store.users.moves-are-the-listed-ones', {
    'a reactivation brings the first role back': {
      seam: 'several',
      seams: [
        making(CREATE, ({admin}) => ({firstAdmin: admin}) as Partial<User>),
        making(REACTIVATE, (user) => ({admin: (user as Marked).firstAdmin ?? user.admin})),
      ],
    },
    'a second deactivation sets no deleted_at': {
      seam: 'several',
      seams: [
        noting,
        making(DEACTIVATE, (user) => ((user as Marked).returned ? {deleted: null} : undefined)),
      ],
    },
  }),
  ...breaking('store.users.query-admins-lists-admins-only', {
    'who came back is missing': {
      seam: 'several',
      seams: [
        noting,
        findingAll<Marked>(LIST, (users, {index}) =>
          users.filter(({returned}) => index !== 'admin' || !returned),
        ),
      ],
    },
  }),
]);

/** Defects that show in the states of two users after every change. */
export const afterChanges: Defect[] = [...ofOthers, ...later];
