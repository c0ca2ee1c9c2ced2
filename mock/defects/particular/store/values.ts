import {CREATE} from '../../store/users/changed-users.ts';
import {around} from '../../breaking.ts';
import {particular, type ParticularDefect} from '../particular.ts';
import {bodyOf, invalid, listedWith, refusingCreates, storing, taking} from './altered-users.ts';
import {together, unchecked} from '../../families/seams.ts';

const bytesOf = (text: string | null = ''): number => Buffer.byteLength(text ?? '');

/** Defects by which valid values are refused. */
const refused: ParticularDefect[] = [
  ...particular('representations', 'store.users.create-answers-201', {
    'an email with a plus is refused': [
      'A create whose email has a plus in its local part is answered 422.',
      refusingCreates('email', ({email}) => email.includes('+')),
    ],
    'the external_id 0 is refused': [
      'An external_id that is the text `0` is taken for a missing one.',
      refusingCreates('external_id', ({external_id: id}) => id === '0'),
    ],
  }),
  ...particular('representations', 'store.users.external-id-is-at-most-64', {
    'the length is counted in bytes': [
      'An external_id of 33 to 64 characters outside ASCII is refused as too long.',
      refusingCreates('external_id', ({external_id: id}) => bytesOf(id) > 64),
    ],
  }),
  ...particular('representations', 'store.users.password-is-8-to-255', {
    'a long password is counted in bytes': [
      'A password of 128 to 255 characters outside ASCII is refused as too long.',
      refusingCreates('new_password', ({new_password: secret}) => bytesOf(secret) > 255),
    ],
    'a short password is counted in bytes': [
      'A password of four to seven characters outside ASCII is accepted.',
      together(
        unchecked('createUser', '/new_password', 'minLength', 4),
        around(
          CREATE,
          (next) => (view, input) =>
            bytesOf(bodyOf(input).new_password) < 8 ? invalid('new_password') : next(view, input),
        ),
      ),
    ],
    'a password of digits is refused': [
      'A password that consists of digits alone is answered 422.',
      refusingCreates('new_password', ({new_password: secret = ''}) => /^\d+$/.test(secret)),
    ],
  }),
];

/** Defects by which values are shown or stored as others. */
const altered: ParticularDefect[] = particular(
  'representations',
  'store.users.created-is-as-given',
  {
    'an external_id of digits loses its zeros': [
      'An external_id of digits with leading zeros is taken for a number and loses the zeros.',
      taking(({external_id: id}) => (/^0\d+$/.test(id) ? {external_id: String(Number(id))} : {})),
    ],
    'an external_id is listed in lower case': [
      'Lists show the capitals of an external_id as small letters.',
      listedWith(({external_id: id}) => ({external_id: id && id.toLowerCase()})),
    ],
    'lists have question marks for letters outside ASCII': [
      'Lists show every character of an external_id that is not ASCII as a question mark.',
      listedWith(({external_id: id}) => ({
        external_id: id && id.replaceAll(/\P{ASCII}/gu, '?'),
      })),
    ],
    'lists escape markup': [
      'Lists show `&`, `<` and `>` of an external_id as entities of HTML.',
      listedWith(({external_id: id}) => ({
        external_id:
          id && id.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      })),
    ],
    'a sessions_limit above 32767 is capped': [
      'A sessions_limit above 32767 is stored and shown as 32767.',
      taking(({sessions_limit: limit = 0}) => (limit > 32_767 ? {sessions_limit: 32_767} : {})),
    ],
    'a sessions_limit of 1 is forgotten': [
      'A sessions_limit of 1 is shown on create, and stored as null.',
      storing(CREATE, ({sessions_limit: limit}) => (limit === 1 ? {sessions_limit: null} : {})),
    ],
    'two blanks in an external_id become one': [
      'Blanks that follow each other within an external_id are stored as one.',
      taking(({external_id: id}) => ({external_id: id.replaceAll(/(?<=\S) +(?=\S)/g, ' ')})),
    ],
  },
);

/** Defects of the values in creations and representations. */
export const values: ParticularDefect[] = [...refused, ...altered];
