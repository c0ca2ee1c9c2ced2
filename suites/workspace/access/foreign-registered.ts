/** Registrations that name what another workspace has registered, or only reserved. */

import type {Ref} from '../../../spec/value.ts';
import {check, type Check} from '../../language/check.ts';
import {when} from '../../language/judge.ts';
import type {Handle} from '../../language/script.ts';
import {
  publishAndWait,
  register,
  registrationOf,
  reserve,
  reserveAndUpload,
} from '../publishing.ts';
import {expectAlike} from './indistinguishable.ts';

/**
 * A registration with an upload of its own and an id of another workspace is answered alike, whether that
 * workspace has registered the id or not: a key cannot learn that a publication exists (Authentication 3).
 */
export const foreignRegistered: Check[] = [
  check({
    rule: 'workspace.access.foreign-tells-nothing',
    place: 'createPublication',
    onlyOnTestTargets: true,
    act: (s) => {
      const registeredId = publishAndWait(s, 'second-workspace').at('/id');
      const reservedId = reserve(s, 'second-workspace').at('/publication_id');
      const registerAs = (publication_id: Ref): Handle => {
        // Each has an upload of its own, because the first registration may use it up.
        const landed = reserveAndUpload(s);
        return register(s, landed, {body: {...registrationOf(s, landed), publication_id}});
      };
      return {foreign: registerAs(registeredId), unknown: registerAs(reservedId)};
    },
    judge: ({foreign, unknown}) =>
      // A deployment that takes the id from the key registers both.
      when(foreign.status >= 400, 'the id of the other workspace is not looked at', () =>
        expectAlike(foreign, unknown),
      ),
  }),
];
