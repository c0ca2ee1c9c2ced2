/** Lengths of members of a user are counted in characters, not in bytes (Endpoints, Users body). */

import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import type {Handle} from '../../../language/script.ts';
import {
  expectCharactersCounted,
  LETTER,
  NOT_ASCII,
  ofLength,
  SHORT,
} from '../../counted-in-characters.ts';
import {newUser} from '../../people.ts';

/** Creations with external ids and passwords at the bounds, of letters that take two bytes. */
const creations = sharedScene({
  id: 'store: users with long values of letters that take two bytes',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const withId = (length: number): Handle =>
      s.call('createUser', {body: {...newUser(s), external_id: ofLength(s, length)}});
    const withPassword = (length: number): Handle =>
      s.call('createUser', {body: {...newUser(s), new_password: LETTER.repeat(length)}});
    return {
      shortId: withId(SHORT),
      longestId: withId(64),
      tooLongId: withId(65),
      password: withPassword(20),
      longest: withPassword(255),
      tooLong: withPassword(256),
    };
  },
});

/** The checks of lengths in characters. */
export const lengthsInCharacters: Check[] = [
  ...checksAt(creations, 'store.users.external-id-is-at-most-64', {
    [NOT_ASCII]: ({shortId: control, longestId: longest, tooLongId: tooLong}) =>
      expectCharactersCounted({control, longest, tooLong}, 'created'),
  }),
  ...checksAt(creations, 'store.users.password-is-8-to-255', {
    [NOT_ASCII]: ({password: control, longest, tooLong}) =>
      expectCharactersCounted({control, longest, tooLong}, 'created'),
  }),
];
