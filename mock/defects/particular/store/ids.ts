/** Defects of ids in paths, and of values that resemble valid ones and are accepted. */

import type {Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {findingBy, receiving} from '../../breaking.ts';
import {together, unchecked} from '../../families/seams.ts';
import {acceptedLike} from '../../families/credentials.ts';
import {small, without, withoutAccents} from '../../families/texts.ts';
import type {When} from '../../families/when.ts';
import {takingForCurrent} from '../../store/near-texts.ts';
import {invalidField} from '../../store/requests.ts';
import {
  CREATE,
  DEACTIVATE,
  LOGGED_OUT,
  LOGOUT,
  REACTIVATE,
  UPDATE,
} from '../../store/users/changed-users.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {USER} from './altered-users.ts';

const CHANGES = [...UPDATE, ...DEACTIVATE, ...REACTIVATE];

/** Reads other ids in the paths of operations. */
const reading = (operations: string[], other: (id: string) => string): Seam =>
  receiving(operations, ({path}) => ({path: {...path, id: other(path['id'] ?? '')}}));

/** Lets a forced logout find nobody with some external ids. */
const missing = (when: When<User, object>): Seam =>
  USER.asking(LOGOUT, when, () => ({path: {id: 'nobody at all'}}));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Accepts a member with a format if it matches a pattern. */
const takenAs = (member: string, pattern: string): Seam =>
  together(
    ...['createUser', 'updateUser'].flatMap((operation) => [
      unchecked(operation, `/${member}`, 'format'),
      unchecked(operation, `/${member}`, 'pattern', pattern),
    ]),
  );

/** Accepts an external_id in an update if it reads as the current one. */
const alike = (read: (id: string) => string): Seam =>
  takingForCurrent((has, given) => read(has) === read(given));

/** Defects of ids, and of what resembles them (Endpoints / Users; Errors). */
export const ids: ParticularDefect[] = [
  ...particular('ids', 'store.users.unknown-is-not-found', {
    // Update, deactivation and reactivation of `23x` find the user 23.
    'letters after an id are ignored': reading(CHANGES, (id) => String(Number.parseInt(id, 10))),
    // A forced logout of the first part of an external_id finds the user.
    'the beginning of an external_id is enough': USER.instead(
      LOGOUT,
      ({path: {id = ''}, view}) => {
        const where = ({external_id: own}: User): boolean => own?.startsWith(id) === true;
        return id.length >= 6 && view.newest<User>('users', {limit: 1, where}).length > 0;
      },
      () => LOGGED_OUT,
    ),
    // A change of a user with an unknown id above 2147483647 is answered 422.
    'an id above 31 bits is invalid': USER.instead(
      CHANGES,
      ({path}) => Number(path['id']) > 2_147_483_647,
      () => invalidField('id'),
    ),
  }),
  ...particular('ids', 'store.users.force-logout-takes-the-external-id', {
    // A forced logout does not find an external_id with a slash that is encoded as %2F.
    'an external_id with a slash is not found': reading(LOGOUT, without(/\/.*$/gs)),
    // A forced logout does not find an external_id with a character outside ASCII.
    'an external_id outside ASCII is not found': missing({path: {id: /\P{ASCII}/u}}),
    // A forced logout decodes the external_id once more, so that `50%25` is read as `50%`.
    'an external_id is decoded twice': reading(LOGOUT, decoded),
    // A forced logout does not find an external_id that consists of digits.
    'an external_id of digits is taken for an id': missing(
      ({path: {id = ''}, before}) => /^\d+$/.test(id) && !before,
    ),
    // A forced logout does not find an external_id with a blank that is encoded as %20.
    'a blank in an external_id becomes a plus': reading(LOGOUT, without(' ', '+')),
  }),
  ...particular('ids', 'store.access.token-has-its-letter-case', {
    // A token in capitals is taken for the one in small letters.
    'capitals of a token do not matter': acceptedLike('tokens', 'other-case'),
  }),
  ...particular('ids', 'store.users.external-id-cannot-change', {
    // An update takes 42.0 for the external_id 42, and 7 for 07.
    'an external_id of digits is compared as a number': alike((id) =>
      /^[\d.e]+$/.test(id) ? String(Number(id)) : id,
    ),
    // An update takes an external_id without its accents for the present one.
    'accents of an external_id are not compared': alike(withoutAccents),
    // An update takes an external_id in other letters, small or capital, for the present one.
    'capitals of an external_id are not compared': alike(small),
  }),
  ...particular('refusals', 'store.users.email-must-be-valid', {
    // A create and an update take an email with two at signs.
    'an email with two at signs is taken': takenAs(
      'email',
      '^[^@\\s]+@([^@\\s]+@)?([^@\\s.]+\\.)+[^@\\s.]+$',
    ),
    // A create and an update take an email whose host has two dots side by side.
    'two dots in the host of an email are taken': takenAs(
      'email',
      '^[^@\\s]+@[^@\\s,>]+\\.[^@\\s.,>]+$',
    ),
  }),
  ...particular('refusals', 'store.users.plan-end-is-a-date', {
    // The end of a plan may be a day with a time behind it.
    'a day with a time is taken': takenAs(
      'new_plan_custom_valid_to',
      '^\\d{4}-(0[1-9]|1[0-2])-([0-2]\\d|30)(T.*)?$',
    ),
    // The end of a plan may have a month and a day of one figure.
    'a day of one figure is taken': takenAs(
      'new_plan_custom_valid_to',
      '^\\d{4}-(0?[1-9]|1[0-2])-([0-2]?\\d|30)$',
    ),
  }),
  ...particular('states', 'store.users.external-id-is-unique', {
    // A create takes the external_id of a deactivated user, who can come back with it.
    'the external_id of a deactivated user is free': findingBy<User>(CREATE, (user, {index}) =>
      index === 'external_id' && user?.state === 'deactivated' ? undefined : user,
    ),
  }),
];
