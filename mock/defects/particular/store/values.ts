/** Defects of the values in creations and representations of users. */

import {together, unchecked} from '../../families/seams.ts';
import {ascii, asNumber, bytesOf, escaping, small, without} from '../../families/texts.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {creation, listedWith} from './altered-users.ts';

const {refuses, stores, takes} = creation;

/** Defects by which valid values are refused, or shown or stored as others. */
export const values: ParticularDefect[] = [
  ...particular('representations', 'store.users.create-answers-201', {
    // A create whose email has a plus in its local part is answered 422.
    'an email with a plus is refused': refuses({email: /\+/}),
    // An external_id that is the text `0` is taken for a missing one.
    'the external_id 0 is refused': refuses({external_id: '0'}),
  }),
  ...particular('representations', 'store.users.external-id-is-at-most-64', {
    // An external_id of 33 to 64 characters outside ASCII is refused as too long.
    'the length is counted in bytes': refuses({external_id: (id) => bytesOf(id) > 64}),
  }),
  ...particular('representations', 'store.users.password-is-8-to-255', {
    // A password of 128 to 255 characters outside ASCII is refused as too long.
    'a long password is counted in bytes': refuses({
      new_password: (secret) => bytesOf(secret) > 255,
    }),
    // A password of four to seven characters outside ASCII is accepted.
    'a short password is counted in bytes': together(
      unchecked('createUser', '/new_password', 'minLength', 4),
      refuses({new_password: (secret) => bytesOf(secret) < 8}),
    ),
    // A password that consists of digits alone is answered 422.
    'a password of digits is refused': refuses({new_password: /^\d+$/}),
  }),
  ...particular('representations', 'store.users.created-is-as-given', {
    // An external_id of digits with leading zeros is taken for a number and loses the zeros.
    'an external_id of digits loses its zeros': takes('external_id', asNumber),
    // Lists show the capitals of an external_id as small letters.
    'an external_id is listed in lower case': listedWith('external_id', small),
    // Lists show every character of an external_id that is not ASCII as a question mark.
    'lists have question marks for letters outside ASCII': listedWith('external_id', ascii),
    // Lists show `&`, `<` and `>` of an external_id as entities of HTML.
    'lists escape markup': listedWith('external_id', escaping(/[&<>]/g)),
    // A sessions_limit above 32767 is stored and shown as 32767.
    'a sessions_limit above 32767 is capped': takes('sessions_limit', (limit) =>
      Math.min(limit, 32_767),
    ),
    // A sessions_limit of 1 is shown on create, and stored as null.
    'a sessions_limit of 1 is forgotten': stores('sessions_limit', null, {
      row: {sessions_limit: 1},
    }),
    // Blanks that follow each other within an external_id are stored as one.
    'two blanks in an external_id become one': takes(
      'external_id',
      without(/(?<=\S) +(?=\S)/g, ' '),
    ),
  }),
];
