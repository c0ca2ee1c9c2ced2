import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {around, atPlace, breaking, receiving} from '../../breaking.ts';
import {CREATE, LOGOUT, UPDATE, making, taken} from './changed-users.ts';

const PLACE = 'each kind of value';

/** Refuses some values of a member. */
const refusing = (operation: string[], member: string, which: (value: unknown) => boolean): Seam =>
  around(operation, (next) => (view, input) => {
    const value = (input.body as Record<string, unknown>)[member];
    return value !== undefined && which(value) ? taken(member) : next(view, input);
  });

/** Stores another text of the external_id. */
const storingId = (other: (id: string) => string): Seam =>
  making(CREATE, ({external_id: id}) => (id === null ? undefined : {external_id: other(id)}));

/** Stores another limit of sessions. */
const storingLimit = (operation: string[], other: (limit: number) => number): Seam =>
  making(operation, ({sessions_limit: limit}: User) =>
    limit === null ? undefined : {sessions_limit: other(limit)},
  );

/** Keeps another password than the one that was given. */
const keepingPassword = (operation: string[], other: (password: string) => string): Seam =>
  receiving(operation, ({body}) => {
    const {new_password: password} = body as {new_password?: string};
    return password === undefined
      ? {}
      : {body: {...(body as object), new_password: other(password)}};
  });

const hasLongLastLabel = (email: unknown): boolean => /\.[a-z]{8,}$/.test(String(email));

const beginsWithDigit = (email: unknown): boolean => /^\d/.test(String(email));

/** Makes a password of which every character beyond 16 bits is a question mark. */
const withoutEmoji = (password: string): string => password.replaceAll(/[^\0-\uFFFF]/gu, '?');

/** Defects that only values of one kind show, in creations and updates of users. */
export const kindsOfValues: Defect[] = [
  ...atPlace(PLACE, [
    ...breaking('store.users.created-is-as-given', {
      'an address whose last label is long is refused': refusing(CREATE, 'email', hasLongLastLabel),
      'an external_id loses its characters beyond 16 bits': storingId((id) =>
        id.replaceAll(/[^\0-\uFFFF]/gu, ''),
      ),
      'an external_id loses its second blank in a row': storingId((id) =>
        id.replaceAll(/ +/g, ' '),
      ),
      'a limit of more than 65535 is stored as 65535': storingLimit(CREATE, (limit) =>
        limit < 999_999 ? Math.min(limit, 65_535) : limit,
      ),
    }),
    ...breaking('store.users.update-is-kept', {
      'an update to an address whose last label is long is refused': refusing(
        UPDATE,
        'email',
        hasLongLastLabel,
      ),
      'an update to an address that begins with a digit is refused': refusing(
        UPDATE,
        'email',
        beginsWithDigit,
      ),
      'an update stores a limit of 128 as 127': storingLimit(UPDATE, (limit) =>
        limit === 128 ? 127 : limit,
      ),
    }),
    ...breaking('store.users.password-is-8-to-255', {
      'a password of 254 characters is refused': refusing(
        CREATE,
        'new_password',
        (password) => [...String(password)].length === 254,
      ),
    }),
    ...breaking('store.users.sessions-limit-is-1-to-999999', {
      'a limit of 10000 is refused': refusing(
        CREATE,
        'sessions_limit',
        (limit) => limit === 10_000,
      ),
    }),
    ...breaking('store.users.force-logout-takes-the-external-id', {
      'an external_id with a question mark finds nobody': receiving(LOGOUT, ({path}) =>
        /\?/.test(path['id'] ?? '') ? {path: {...path, id: 'nobody'}} : {},
      ),
    }),
  ]),
  ...atPlace(
    `${PLACE} is admitted`,
    breaking('store.users.password-is-8-to-255', {
      'a password with characters beyond 16 bits is kept without them': keepingPassword(
        CREATE,
        withoutEmoji,
      ),
      'a password with a backslash is kept without it': keepingPassword(CREATE, (password) =>
        password.replaceAll('\\', ''),
      ),
    }),
  ),
  ...atPlace(`${PLACE} of an update`, [
    ...breaking('store.users.password-is-8-to-255', {
      'a new password of 254 characters is refused': refusing(
        UPDATE,
        'new_password',
        (password) => [...String(password)].length === 254,
      ),
    }),
    ...breaking('store.users.sessions-limit-is-1-to-999999', {
      'an update to a limit of 10000 is refused': refusing(
        UPDATE,
        'sessions_limit',
        (limit) => limit === 10_000,
      ),
    }),
  ]),
  ...atPlace(
    `${PLACE} of an update is admitted`,
    breaking('store.users.password-is-8-to-255', {
      'a new password with characters beyond 16 bits is kept without them': keepingPassword(
        UPDATE,
        withoutEmoji,
      ),
    }),
  ),
];
