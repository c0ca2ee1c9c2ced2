/** Two stores send the same request for users, one directly after the other (Rule 1). */

import type {Exchange} from '../../../spec/exchange.ts';
import {checksAt, sharedScene, type Check, type Judgement, type SeenIn} from '../../check.ts';
import {all, expectNone, when} from '../../judge.ts';
import {create, search} from '../people.ts';
import {rowsOf} from '../user-rows.ts';

/** Requests of the store that has a user, each followed by the same request of another store. */
const sameRequests = sharedScene({
  id: 'store: the same requests for users from two stores',
  api: 'store',
  onlyOnTestTargets: true,
  consecutive: true,
  noRequestReuse: true,
  act: (s) => {
    const {created, body} = create(s, {admin: true});
    const as = 'second-store' as const;
    return {
      created,
      byEmail: search(s, body.email),
      byEmailThere: search(s, body.email, as),
      admins: search(s, 'admins'),
      adminsThere: search(s, 'admins', as),
    };
  },
});

/** The rows with the email of a creation: ids may be numbered per store. */
const withEmail = (list: Exchange, created: Exchange): unknown[] =>
  rowsOf(list).filter(({email}) => email === created.requestBody?.email);

/** Where the own store finds its user, another store does not. */
function ownOnly({created, ...seen}: SeenIn<typeof sameRequests>): Judgement {
  const expectHidden = (here: Exchange, there: Exchange, way: string) => () =>
    when(withEmail(here, created).length > 0, 'the own store does not find its user', () =>
      expectNone(
        withEmail(there, created),
        'user of another store',
        `foreign-listed: ${way}`,
        there,
      ),
    );
  return all(
    expectHidden(seen.byEmail, seen.byEmailThere, 'by the email, directly after its own store'),
    expectHidden(seen.admins, seen.adminsThere, 'as an admin, directly after its own store'),
  );
}

/** The check of the same requests from two stores. */
export const searchedByTwoStores: Check[] = checksAt(
  sameRequests,
  'store.access.list-shows-own-only',
  {'directly after their own store': ownOnly},
);
