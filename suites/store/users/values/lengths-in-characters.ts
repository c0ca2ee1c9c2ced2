/** Lengths of members of a user are counted in characters, not in bytes (Endpoints, Users body). */

import type {Check} from '../../../language/check.ts';
import {lengthChecks, SHORT} from '../../../tables/lengths.ts';
import {newUser} from '../../people.ts';

/** The checks of creations with external ids and passwords at the bounds. */
export const lengthsInCharacters: Check[] = lengthChecks({
  id: 'store: users with long values of letters that take several bytes',
  accepted: 'created',
  bounds: [
    {
      rule: 'store.users.external-id-is-at-most-64',
      lengths: [SHORT, 64, 65],
      isFresh: true,
      send: (s, value) => s.call('createUser', {body: {...newUser(s), external_id: value}}),
    },
    {
      rule: 'store.users.password-is-8-to-255',
      lengths: [20, 255, 256],
      send: (s, value) => s.call('createUser', {body: {...newUser(s), new_password: value}}),
    },
  ],
});
