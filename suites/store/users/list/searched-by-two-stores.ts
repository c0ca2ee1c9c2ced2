/** Two stores send the same request for users, one directly after the other (Rule 1). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksAt,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import {createUser, search} from '../../people.ts';
import {expectHiddenThere} from '../../same-request-there.ts';
import {rowsOf} from '../../user-rows.ts';

/** Requests of the store that has a user, each followed by the same request of another store. */
const sameRequests = sharedScene({
  id: 'store: the same requests for users from two stores',
  api: 'store',
  onlyOnTestTargets: true,
  consecutive: true,
  noRequestReuse: true,
  act: (s) => {
    const {created, body} = createUser(s, {admin: true});
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
const withEmail = (pages: Exchange[], created: Exchange): unknown[] =>
  rowsOf(pages).filter(({email}) => email === created.requestBody?.email);

/** Where the own store finds its user, another store does not. */
function expectOwnOnly({created, ...seen}: SeenIn<typeof sameRequests>): Judgement {
  const rowsOn = (pages: Exchange[]): unknown[] => withEmail(pages, created);
  const expectHidden = (here: Exchange, there: Exchange, way: string) => () =>
    expectHiddenThere({kind: 'user', rowsOn}, {here: [here], there: [there], way});
  return all(
    expectHidden(seen.byEmail, seen.byEmailThere, 'by the email, directly after its own store'),
    expectHidden(seen.admins, seen.adminsThere, 'as an admin, directly after its own store'),
  );
}

/** The check of the same requests from two stores. */
export const searchedByTwoStores: Check[] = checksAt(
  sameRequests,
  'store.access.list-shows-own-only',
  {'directly after their own store': expectOwnOnly},
);
