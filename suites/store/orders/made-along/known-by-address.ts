/** An order with the address of a user never makes a second user with it (Create rule 2; Resources / User). */

import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectThat, when} from '../../../language/judge.ts';
import {content, permission, priced} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Orders of each type with an address of a user, and an id that no user has. */
const withAnotherId = sharedScene({
  id: 'store: orders with the address of a user and an unknown id',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [reader, product] = [createUser(s), content(s)];
    const {email} = reader.body;
    const before = search(s, email);
    const user = () => ({id: s.fresh('external-id'), email});
    const bodies = [
      permission(s, reader, [product]),
      priced(s, 'report', reader, [product]),
      priced(s, 'sale', reader, [product]),
    ];
    for (const body of bodies) s.call('createOrder', {body: {...body, user: user()}});
    return {before, after: search(s, email)};
  },
});

/** The checks of users who are known by their address. */
export const knownByAddress: Check[] = checksAt(
  withAnotherId,
  'store.orders.known-user-is-not-created-again',
  {
    // It is open whether such an order is refused, or is that of the user (NS-ST-33).
    'with another id': ({before, after}) =>
      when(rowsOf(before).length === 1, 'the list does not show the user', () =>
        all(() =>
          expectThat(rowsOf(after).length <= 1, {
            branch: 'a second user with the address',
            expected: 'one user with the email',
            got: String(rowsOf(after).length),
            at: after,
          }),
        ),
      ),
  },
);
