import type {Defect} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {around, breaking, hearing} from '../../breaking.ts';
import {keeping, marking, unflagged} from './anonymized.ts';
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

/** What only a sequence of requests brings to light. */
export const moves: Defect[] = [
  ...breaking('store.users.moves-are-the-listed-ones', {
    'an email stays taken for good': around(CREATE, (next) => {
      const used = new Set<string>();
      return (view, input) => {
        const place = `${view.tenant} ${(input.body as {email: string}).email}`;
        if (used.has(place)) return taken('email');
        used.add(place);
        return next(view, input);
      };
    }),
    'a second deactivation makes an anonymized user one who can come back': moving(
      DEACTIVATE,
      DEACTIVATED,
      ({state}) => (state === 'anonymized' ? {state: 'deactivated'} : undefined),
    ),
    'who came back cannot be deactivated again': around(DEACTIVATE, (next) => {
      const left = new Set<string>();
      return (view, input) => {
        const user = userIn(view, input.path);
        if (user?.state === 'active' && left.has(user.key)) return DEACTIVATED;
        if (user) left.add(user.key);
        return next(view, input);
      };
    }),
    'who comes back has the first email again': {
      seam: 'several',
      seams: [
        making(CREATE, ({email}) => ({first: email}) as Partial<User>),
        making(REACTIVATE, (user) => ({
          email: (user as User & {first?: string}).first ?? user.email,
        })),
      ],
    },
    'an update of a deactivated user brings the user back': around(
      UPDATE,
      (next) => (view, input) => {
        const user = userIn(view, input.path);
        const {email} = input.body as {email: string};
        return user?.state === 'deactivated'
          ? {
              situation: 'updated',
              changes: [
                {table: 'users', put: {...user, email, state: 'active', deleted: null} as User},
              ],
            }
          : next(view, input);
      },
    ),
    'anonymization leaves the name': keeping(() => true, 'name'),
    'anonymization by `1` leaves the external id': keeping(
      (_user, by) => by === '1',
      'external_id',
    ),
    'anonymization leaves no flag': {seam: 'several', seams: [marking(() => true), unflagged]},
    '`anonymize=false` anonymizes': hearing(DEACTIVATE, ({query}) =>
      query['anonymize'] === 'false' ? {query: {anonymize: 'true'}} : {},
    ),
    'a forced logout takes the deactivated from the list': making(LOGOUT, ({state}) =>
      state === 'deactivated' ? {state: 'active'} : undefined,
    ),
  }),
];
