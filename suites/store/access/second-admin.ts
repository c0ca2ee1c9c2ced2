/** Two admins of a store, each with a token of their own, work on the same store (Authentication 2). */

import {check, checksOf, sharedScene, type Check} from '../../language/check.ts';
import {all, expectOutcome, expectThat, when} from '../../language/judge.ts';
import {hasSituation} from '../../language/outcome.ts';
import {send} from '../../language/requests.ts';
import type {Resource} from '../../tables/resource.ts';
import {content as issues} from '../content/find/tenancy.ts';
import {expectStatus} from '../order-rows.ts';
import {byId, cancelOrder, content, createOrder, permission, readOrder} from '../ordering.ts';
import {createUser} from '../people.ts';
import {plans} from '../plans/find/tenancy.ts';

const RULE = 'store.access.each-admin-has-a-token';

/** The role of the other admin. */
const as = 'second-admin';

/** An order of one admin is read and cancelled by another one. */
const order = sharedScene({
  id: 'store: an order of another admin',
  onlyOnTestTargets: true,
  act: (s) => {
    const created = createOrder(s, permission(s, createUser(s), [content(s)]));
    return {
      own: readOrder(s, created),
      other: s.call('getOrder', {...byId(created), as}),
      cancelled: cancelOrder(s, created, undefined, {as}),
      after: readOrder(s, created),
    };
  },
});

/** The check that both admins find what one of them has made. @param by which request */
const checkFoundByBoth = <S extends string>(
  {kind, make, rowsIn}: Resource<'created', S>,
  by: S,
  place: string,
): Check =>
  check({
    rule: RULE,
    place,
    onlyOnTestTargets: true,
    act: (s) => {
      const {made, shown} = make(s);
      return {
        created: made.created,
        own: send(s, shown[by]),
        other: send(s, shown[by], {as}),
      };
    },
    judge: ({created, own, other}) =>
      when(rowsIn([own], [created]).length > 0, `the list does not show the ${kind}`, () =>
        expectThat(rowsIn([other], [created]).length > 0, {
          branch: 'hidden-from-the-second-admin',
          expected: `the ${kind} of one admin in the list of another one`,
          got: 'a list without it',
          at: other,
        }),
      ),
  });

/** The checks of what one admin has made and another one asks for. */
export const secondAdmin: Check[] = [
  ...checksOf(order, {
    [`${RULE} @ an order of the first`]: ({own, other, cancelled, after}) =>
      when(hasSituation('order')(own), 'the order was not shown to its admin', () =>
        all(expectOutcome(other, 'order', 'hidden-from-the-second-admin'), () =>
          all(expectOutcome(cancelled, 'cancelled', 'not-cancelled-by-the-second-admin'), () =>
            expectStatus(after, 'cancelled', 'not cancelled'),
          ),
        ),
      ),
  }),
  checkFoundByBoth(plans, 'row', 'a plan of the first'),
  checkFoundByBoth(issues, 'list', 'content of the first'),
];
