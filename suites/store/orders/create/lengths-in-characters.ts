/** Lengths are counted in characters, not in bytes (Limits; Orders, Create body and Cancel). */

import type {RuleId} from '../../../../spec/rule.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check} from '../../../language/check.ts';
import type {Script} from '../../../language/script.ts';
import {lengthChecks, SHORT} from '../../../tables/lengths.ts';
import {
  cancelOrder,
  content,
  createOrder,
  permission,
  priced,
  somebody,
  newProduct,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

type Body = Record<string, Val>;

/** The members of a creation that have at most 64 characters, by their rules, and the body with each. */
const MEMBERS: Record<RuleId, (s: Script, value: Val) => Body> = {
  'store.orders.reference-is-at-most-64': (s, value) => ({
    ...permission(s, createUser(s), [content(s)]),
    external_reference: value,
  }),
  'store.orders.user-id-is-at-most-64': (s, value) => ({
    ...permission(s, createUser(s), [content(s)]),
    user: {...somebody(s), id: value},
  }),
  'store.orders.product-id-is-at-most-64': (s, value) => soldLink(s, {id: value}),
  'store.orders.product-name-is-at-most-64': (s, value) => soldLink(s, {name: value}),
};

/** The body of a sale of a product that is not in the catalog and would be created. */
const soldLink = (s: Script, more: Body): Body =>
  priced(s, 'sale', createUser(s), [{...newProduct(s), ...more}]);

const REASON = 'store.orders.cancel-reason-is-3-to-150';

/** The checks of creations and cancellations with values at the bounds. */
export const lengthsInCharacters: Check[] = [
  ...lengthChecks({
    id: 'store: orders with long values of letters that take several bytes',
    accepted: 'created',
    bounds: Object.entries(MEMBERS).map(([rule, body]) => ({
      rule,
      lengths: [SHORT, 64, 65],
      isFresh: true,
      send: (s, value) => s.call('createOrder', {body: body(s, value)}),
    })),
  }),
  ...lengthChecks<{title: OrderedProduct}>({
    id: 'store: cancellations for reasons of letters that take several bytes',
    accepted: 'cancelled',
    begin: (s) => ({title: content(s)}),
    bounds: (
      [
        [10, 150, 151],
        [10, 3, 2],
      ] as const
    ).map(([...lengths]) => ({
      rule: REASON,
      lengths,
      send: (s, reason, {title}) => {
        const created = createOrder(s, permission(s, createUser(s), [title]));
        return cancelOrder(s, created, {reason});
      },
    })),
  }),
];
