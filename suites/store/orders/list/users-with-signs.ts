/** Orders of users whose id and address have signs with another meaning in a query (Orders, Read). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {toText} from '../../../../spec/json.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {expectThat, notApplicable, judgeEach} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {orderIn, orderRow} from '../../order-rows.ts';
import {content, listOrders, permission} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The signs; each of them is allowed in the local part of an address (RFC 5322). */
const SIGNS = ['+a', '&a=b', '#a', '%2Ba', "'a"];

/** Orders of new users with each of the signs, and the lists of the orders of each user. */
const withSigns = sharedScene({
  id: 'store: lists of orders of users with each sign',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const [reader, title] = [createUser(s), content(s)];
    const seen: Record<string, Handle> = {};
    for (const sign of SIGNS) {
      const user = {
        id: text(s.fresh('external-id'), sign),
        email: text(s.fresh('text'), sign, '@presscheck.example'),
      };
      const created = s.call('createOrder', {body: {...permission(s, reader, [title]), user}});
      const list = (name: 'user_id' | 'user_email', member: 'id' | 'email'): Handle =>
        listOrders(s, {[name]: created.at(`/data/user/${member}`)}, {optional: true});
      seen[`created ${sign}`] = created;
      seen[`user_id ${sign}`] = list('user_id', 'id');
      seen[`user_email ${sign}`] = list('user_email', 'email');
    }
    return seen;
  },
});

/** Whether an order shows its user as given: a deployment may refuse or change such a value. */
const isKept = (created: Exchange, member: 'id' | 'email'): boolean => {
  const shown = (orderIn(created).user ?? {}) as Record<string, unknown>;
  const given = created.requestBody.user as Record<string, unknown>;
  return toText(shown[member]) === toText(given[member]);
};

/** The list by the id or the address that an order shows contains the order. */
const expectAllFound =
  (filter: 'user_id' | 'user_email', member: 'id' | 'email') =>
  (seen: Record<string, Exchange>): Judgement => {
    const kept = SIGNS.flatMap((sign) => {
      const [created, list] = [seen[`created ${sign}`], seen[`${filter} ${sign}`]];
      return created && list && isCreated(created) && isKept(created, member)
        ? [{sign, created, list}]
        : [];
    });
    if (kept.length === 0) return notApplicable('no such user can be ordered for');
    return judgeEach(kept, ({sign, created, list}) =>
      expectThat(orderRow(list, created) !== undefined, {
        branch: `not found: ${sign}`,
        expected: `the order in the list by its \`${filter}\``,
        got: 'a list without it',
        at: list,
      }),
    );
  };

const PLACE = 'with each sign';

/** The checks of the lists of orders of such users. */
export const usersWithSigns: Check[] = [
  ...checksAt(withSigns, 'store.orders.user-id-filters-the-list', {
    [PLACE]: expectAllFound('user_id', 'id'),
  }),
  ...checksAt(withSigns, 'store.orders.user-email-filters-the-list', {
    [PLACE]: expectAllFound('user_email', 'email'),
  }),
];
