import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import {invalid} from '../../../store/invalid.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {UPDATE, userIn} from './changed-users.ts';
import {withUser} from './values.ts';

const passwordOf = (body: unknown): string | undefined =>
  (body as {new_password?: string}).new_password;

/**
 * Refuses passwords instead of the schema.
 * @param messageFor says why a password is refused; undefined: it is taken
 */
const refusingPasswords = (
  operation: string,
  messageFor: (password: string) => string | undefined,
): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: operation, pointer: '/new_password', keyword: 'minLength'},
    around([operation], (next) => (view, input) => {
      const password = passwordOf(input.body);
      const message = password === undefined ? undefined : messageFor(password);
      return message === undefined ? next(view, input) : invalid({new_password: [message]});
    }),
  ],
});

/** Takes the length of a password in bytes. */
const countingBytes = (operation: string): Seam =>
  refusingPasswords(operation, (password) =>
    Buffer.byteLength(password) < 8 ? 'The new password must be at least 8 characters.' : undefined,
  );

/** Refuses creations in which a member has more bytes than it may have characters. */
const refusingBytes = (member: 'external_id' | 'new_password', most: number): Seam =>
  around(['createUser'], (next) => (view, input) => {
    const value = (input.body as Record<string, unknown>)[member];
    return Buffer.byteLength(String(value ?? '')) > most
      ? invalid({[member]: [`The ${member} may have ${most} characters.`]})
      : next(view, input);
  });

/** Quotes a password that is too short in its refusal. */
const quotingInRefusals = (operation: string): Seam =>
  refusingPasswords(operation, (password) =>
    password.length < 8 ? `"${password}" has fewer than 8 characters.` : undefined,
  );

/** Keeps the old password in some updates. */
const keepingThePassword = (
  isMeant: (body: Record<string, unknown>, email: string) => boolean,
): Seam =>
  around(UPDATE, (next) => (view, input) => {
    const user = userIn(view, input.path);
    const done = next(view, input);
    return user && !isRefused(done) && isMeant(input.body as Record<string, unknown>, user.email)
      ? withUser(done, {password: user.password})
      : done;
  });

/** Defects of passwords, and of lengths in bytes. */
export const passwords: Defect[] = [
  ...atPlace('of letters that are not ASCII', [
    ...breaking('store.users.external-id-is-at-most-64', {
      'the bytes of an external_id are counted': refusingBytes('external_id', 64),
    }),
    ...breaking('store.users.password-is-8-to-255', {
      'a long password is measured in bytes': refusingBytes('new_password', 255),
    }),
  ]),
  ...atPlace(
    'too short, in letters of several bytes',
    breaking('store.users.password-is-8-to-255', {
      'bytes of a password are counted on create': countingBytes('createUser'),
      'bytes of a password are counted on update': countingBytes('updateUser'),
    }),
  ),
  ...atPlace(
    'in the refusal of a password',
    breaking('store.users.password-is-never-shown', {
      'the refusal of a create quotes the password': quotingInRefusals('createUser'),
      'the refusal of an update quotes the password': quotingInRefusals('updateUser'),
    }),
  ),
  ...atPlace(
    'new_password with other members',
    breaking('store.users.update-is-kept', {
      'a new email keeps the old password': keepingThePassword(({email}, old) => email !== old),
      'a new limit keeps the old password': keepingThePassword(
        ({sessions_limit: limit}) => limit !== undefined,
      ),
    }),
  ),
];
