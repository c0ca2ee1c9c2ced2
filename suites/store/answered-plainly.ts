import {sharedScene} from '../check.ts';
import {create, idOf, search, updateOf} from './people.ts';

/** Requests with the plainest responses of several kinds, be they successes or refusals. */
export const answeredPlainly = sharedScene({
  id: 'store: answered plainly',
  api: 'store',
  act: (s) => {
    const {created, body} = create(s);
    return {
      created,
      listed: search(s, body.email),
      nothing: search(s, s.fresh('email')),
      invalid: s.call('createUser', {body: {}}),
      updated: s.call('updateUser', {path: idOf(created), body: updateOf(body)}),
      unkeyed: s.call('listUsers', {as: 'nobody'}),
      malformed: s.call('createUser', {raw: '{'}),
      malformedUpdate: s.call('updateUser', {path: idOf(created), raw: '{'}),
    };
  },
});
