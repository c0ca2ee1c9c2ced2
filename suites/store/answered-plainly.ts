import {sharedScene} from '../language/check.ts';
import {createUser, idOf, search} from './people.ts';

/** Requests with simple responses of several kinds, successes and refusals. */
export const answeredPlainly = sharedScene({
  id: 'store: answered plainly',
  act: (s) => {
    const {created} = createUser(s);
    return {
      created,
      nothing: search(s, s.fresh('email')),
      invalid: s.call('createUser', {body: {}}),
      unkeyed: s.call('listUsers', {as: 'nobody'}),
      malformed: s.call('createUser', {raw: '{'}),
      malformedUpdate: s.call('updateUser', {path: idOf(created), raw: '{'}),
    };
  },
});
