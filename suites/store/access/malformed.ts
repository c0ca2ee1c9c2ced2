import type {Exchange} from '../../../spec/exchange.ts';
import type {AnyProperty} from '../../language/check.ts';
import {all, expectNoServerError} from '../../language/judge.ts';
import {property} from '../../language/property.ts';
import {text} from '../../language/sent-values.ts';
import {classesOf} from '../../values/values.ts';
import {createUser, idOf} from '../people.ts';

const PREFIX = '/integration-api/v1';

/** Bodies that are not an object with members, or barely one. */
const bodies = classesOf<string>(
  'null',
  'true',
  '7',
  '"text"',
  '[null]',
  '[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]',
  '',
  ' ',
  '{',
  '{}}',
  "{'email': 'ada@readers.example'}",
  '{"email": null, "external_id": null, "new_password": null}',
  '{"email": "\\ud800@readers.example", "external_id": "\\udfff", "new_password": "\\ud800"}',
  '{"__proto__": {"admin": true}, "constructor": 1}',
);

/** Queries of the list that are not in the document. */
const queries = classesOf<string>(
  'query=%E0%A4%A',
  'query=%',
  'query=%00',
  'query[]=admins',
  'query[a][b]=1',
  'query=admins&query=deactivated',
  'query',
  '=',
  '&&&',
  `query=${'a'.repeat(3000)}`,
  'query=%FF%FE',
  'page=99999999999999999999',
  'page[]=1',
);

/** Ends of ids that cannot be decoded, so that no such id exists. */
const ends = classesOf<string>('%E0%A4%A', '%', '%zz', '%C3', '%FF%FE');

/** A wrong request is never answered with a server error (Errors). */
export const malformed: AnyProperty[] = [
  property({
    rule: 'store.access.client-faults-are-no-server-errors',
    place: 'whatever is wrong',
    maxDrawsOnShared: 0,
    forAll: {body: bodies, query: queries, end: ends},
    act: (s, {body, query, end}) => {
      const {created} = createUser(s);
      const id = text(s.fresh('external-id'), end);
      return {
        creation: s.call('createUser', {raw: body}),
        update: s.call('updateUser', {path: idOf(created), raw: body}),
        list: s.call('listUsers', {elsewhere: `${PREFIX}/dashboard/users?${query}`}),
        logout: s.call('forceLogout', {elsewhere: text(PREFIX, '/users/', id, '/force-logout')}),
        reactivation: s.call('reactivateUser', {
          elsewhere: text(PREFIX, '/dashboard/users/', id, '/re-activate'),
        }),
      };
    },
    judge: (seen) =>
      all(
        ...(Object.entries(seen) as [string, Exchange][]).map(([name, exchange]) =>
          expectNoServerError(exchange, `server error: ${name}`),
        ),
      ),
  }),
];
