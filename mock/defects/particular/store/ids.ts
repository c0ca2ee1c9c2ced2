import type {Seam} from '../../../defect.ts';
import {around, receiving} from '../../breaking.ts';
import {
  DEACTIVATE,
  LOGGED_OUT,
  LOGOUT,
  REACTIVATE,
  UPDATE,
} from '../../store/users/changed-users.ts';
import type {User} from '../../../store/users/user.ts';
import type {View} from '../../../operation.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {invalid} from './altered-users.ts';

/** Lets a forced logout use another text as the id. */
const reading = (other: (id: string) => string): Seam =>
  receiving(LOGOUT, ({path}) => ({path: {...path, id: other(path['id'] ?? '')}}));

/** An id that no user has. */
const NOBODY = 'nobody at all';

/** Lets a forced logout ignore some values of external_id. */
const missing = (isMeant: (id: string, view: View) => boolean): Seam =>
  receiving(LOGOUT, ({path}, view) =>
    isMeant(path['id'] ?? '', view) ? {path: {...path, id: NOBODY}} : {},
  );

/** Defects of ids in paths (Endpoints / Users). */
export const ids: ParticularDefect[] = [
  ...particular('ids', 'store.users.unknown-is-not-found', {
    'letters after an id are ignored': [
      'Update, deactivation and reactivation of `23x` find the user 23.',
      receiving([...UPDATE, ...DEACTIVATE, ...REACTIVATE], ({path}) => ({
        path: {...path, id: String(Number.parseInt(path['id'] ?? '', 10))},
      })),
    ],
    'the beginning of an external_id is enough': [
      'A forced logout of the first part of an external_id finds the user.',
      around(LOGOUT, (next) => (view, input) => {
        const {id = ''} = input.path;
        const isPart = (user: User): boolean =>
          id.length >= 6 && user.external_id?.startsWith(id) === true;
        return view.newest<User>('users', {limit: 1, where: isPart}).length
          ? LOGGED_OUT
          : next(view, input);
      }),
    ],
    'an id above 31 bits is invalid': [
      'A change of a user with an unknown id above 2147483647 is answered 422.',
      around(
        [...UPDATE, ...DEACTIVATE, ...REACTIVATE],
        (next) => (view, input) =>
          Number(input.path['id']) > 2_147_483_647 ? invalid('id') : next(view, input),
      ),
    ],
  }),
  ...particular('ids', 'store.users.force-logout-takes-the-external-id', {
    'an external_id with a slash is not found': [
      'A forced logout does not find an external_id with a slash that is encoded as %2F.',
      reading((id) => id.replace(/\/.*$/s, '')),
    ],
    'an external_id outside ASCII is not found': [
      'A forced logout does not find an external_id with a character outside ASCII.',
      missing((id) => /\P{ASCII}/u.test(id)),
    ],
    'an external_id is decoded twice': [
      'A forced logout decodes the external_id once more, so that `50%25` is read as `50%`.',
      reading(decoded),
    ],
    'an external_id of digits is taken for an id': [
      'A forced logout does not find an external_id that consists of digits.',
      missing((id, view) => /^\d+$/.test(id) && !view.find('users', id)),
    ],
    'a blank in an external_id becomes a plus': [
      'A forced logout does not find an external_id with a blank that is encoded as %20.',
      reading((id) => id.replaceAll(' ', '+')),
    ],
  }),
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
