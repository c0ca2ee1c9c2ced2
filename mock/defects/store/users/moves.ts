import type {Defect} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {keeping, listedAsDeactivated, marking} from './anonymized.ts';
import {
  CREATE,
  UPDATE,
  DEACTIVATE,
  REACTIVATE,
  LOGOUT,
  DEACTIVATED,
  userIn,
  making,
  moving,
  taken,
} from './changed-users.ts';

/** Makes a deactivated user active by an update. */
const reactivating = around(UPDATE, (next) => (view, input) => {
  const user = userIn(view, input.path);
  const {email} = input.body as {email: string};
  return user?.state === 'deactivated'
    ? {
        situation: 'updated',
        changes: [{table: 'users', put: {...user, email, state: 'active', deleted: null} as User}],
      }
    : next(view, input);
});

/** Defects that only a sequence of requests shows (States / User). */
export const moves: Defect[] = [
  ...atPlace(
    'an update of a deactivated user',
    breaking('store.users.moves-are-the-listed-ones', {
      'an update of another password reactivates a deactivated user': reactivating,
    }),
  ),
  ...breaking('store.users.moves-are-the-listed-ones', {
    'an email stays taken forever': around(CREATE, (next) => {
      const used = new Set<string>();
      return (view, input) => {
        const email = `${view.tenant} ${(input.body as {email: string}).email}`;
        if (used.has(email)) return taken('email');
        used.add(email);
        return next(view, input);
      };
    }),
    'a second deactivation makes an anonymized user a deactivated one': moving(
      DEACTIVATE,
      DEACTIVATED,
      ({state}) => (state === 'anonymized' ? {state: 'deactivated'} : undefined),
    ),
    'a reactivated user cannot be deactivated again': around(DEACTIVATE, (next) => {
      const deactivated = new Set<string>();
      return (view, input) => {
        const user = userIn(view, input.path);
        if (user?.state === 'active' && deactivated.has(user.key)) return DEACTIVATED;
        if (user) deactivated.add(user.key);
        return next(view, input);
      };
    }),
    'a reactivation restores the first email': {
      seam: 'several',
      seams: [
        making(CREATE, ({email}) => ({first_email: email}) as Partial<User>),
        making(REACTIVATE, (user) => ({
          email: (user as User & {first_email?: string}).first_email ?? user.email,
        })),
      ],
    },
    'an update reactivates a deactivated user': reactivating,
    'anonymization keeps the name': keeping(() => true, 'name'),
    'anonymize=1 keeps the external_id': keeping((_user, by) => by === '1', 'external_id'),
    'anonymization sets no flag': {
      seam: 'several',
      seams: [marking(() => true), listedAsDeactivated],
    },
    'anonymize=false anonymizes': receiving(DEACTIVATE, ({query}) =>
      query['anonymize'] === 'false' ? {query: {anonymize: 'true'}} : {},
    ),
    'a forced logout reactivates a deactivated user': making(LOGOUT, ({state}) =>
      state === 'deactivated' ? {state: 'active'} : undefined,
    ),
  }),
];
