/** Defects of the values in creations and representations of users. */

import {together, unchecked} from '../../families/seams.ts';
import {ascii, asNumber, bytesOf, escaping, small, without} from '../../families/texts.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {creation, listedWith} from './altered-users.ts';

const {refuses, stores, takes} = creation;

/** Defects by which valid values are refused, or shown or stored as others. */
export const values: ParticularDefect[] = [
  ...particular('representations', 'store.users.create-answers-201', {
    'an email with a plus is refused': [
      'A create whose email has a plus in its local part is answered 422.',
      refuses({email: /\+/}),
    ],
    'the external_id 0 is refused': [
      'An external_id that is the text `0` is taken for a missing one.',
      refuses({external_id: '0'}),
    ],
  }),
  ...particular('representations', 'store.users.external-id-is-at-most-64', {
    'the length is counted in bytes': [
      'An external_id of 33 to 64 characters outside ASCII is refused as too long.',
      refuses({external_id: (id) => bytesOf(id) > 64}),
    ],
  }),
  ...particular('representations', 'store.users.password-is-8-to-255', {
    'a long password is counted in bytes': [
      'A password of 128 to 255 characters outside ASCII is refused as too long.',
      refuses({new_password: (secret) => bytesOf(secret) > 255}),
    ],
    'a short password is counted in bytes': [
      'A password of four to seven characters outside ASCII is accepted.',
      together(
        unchecked('createUser', '/new_password', 'minLength', 4),
        refuses({new_password: (secret) => bytesOf(secret) < 8}),
      ),
    ],
    'a password of digits is refused': [
      'A password that consists of digits alone is answered 422.',
      refuses({new_password: /^\d+$/}),
    ],
  }),
  ...particular('representations', 'store.users.created-is-as-given', {
    'an external_id of digits loses its zeros': [
      'An external_id of digits with leading zeros is taken for a number and loses the zeros.',
      takes('external_id', asNumber),
    ],
    'an external_id is listed in lower case': [
      'Lists show the capitals of an external_id as small letters.',
      listedWith('external_id', small),
    ],
    'lists have question marks for letters outside ASCII': [
      'Lists show every character of an external_id that is not ASCII as a question mark.',
      listedWith('external_id', ascii),
    ],
    'lists escape markup': [
      'Lists show `&`, `<` and `>` of an external_id as entities of HTML.',
      listedWith('external_id', escaping(/[&<>]/g)),
    ],
    'a sessions_limit above 32767 is capped': [
      'A sessions_limit above 32767 is stored and shown as 32767.',
      takes('sessions_limit', (limit) => Math.min(limit, 32_767)),
    ],
    'a sessions_limit of 1 is forgotten': [
      'A sessions_limit of 1 is shown on create, and stored as null.',
      stores('sessions_limit', null, {row: {sessions_limit: 1}}),
    ],
    'two blanks in an external_id become one': [
      'Blanks that follow each other within an external_id are stored as one.',
      takes('external_id', without(/(?<=\S) +(?=\S)/g, ' ')),
    ],
  }),
];
