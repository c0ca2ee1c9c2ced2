/** Lengths are counted in characters, not in bytes (Limits; Orders, Create body and Cancel). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import {all} from '../../../language/judge.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {
  expectCharactersCounted,
  LETTER,
  NOT_ASCII,
  ofLength,
  SHORT,
} from '../../counted-in-characters.ts';
import {
  cancelOrder,
  content,
  createOrder,
  permission,
  priced,
  somebody,
  newProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The members of a creation that have at most 64 characters, by their rules, and the body with each. */
const MEMBERS: Record<
  string,
  [rule: RuleId, body: (s: Script, value: Val) => Record<string, Val>]
> = {
  external_reference: [
    'store.orders.reference-is-at-most-64',
    (s, value) => ({...permission(s, createUser(s), [content(s)]), external_reference: value}),
  ],
  'user.id': [
    'store.orders.user-id-is-at-most-64',
    (s, value) => ({
      ...permission(s, createUser(s), [content(s)]),
      user: {...somebody(s), id: value},
    }),
  ],
  'products.0.id': [
    'store.orders.product-id-is-at-most-64',
    (s, value) => soldLink(s, {id: value}),
  ],
  'products.0.name': [
    'store.orders.product-name-is-at-most-64',
    (s, value) => soldLink(s, {name: value}),
  ],
};

/** The body of a sale of a product that is not in the catalog and would be created. */
const soldLink = (s: Script, more: Record<string, Val>): Record<string, Val> =>
  priced(s, 'sale', createUser(s), [{...newProduct(s), ...more}]);

/** Creations with a short value, the longest one, and one that is too long, for each of the members. */
const creations = sharedScene({
  id: 'store: orders with long values of letters that take two bytes',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const seen: Record<string, Handle> = {};
    for (const [member, [, body]] of Object.entries(MEMBERS)) {
      const send = (length: number): Handle =>
        s.call('createOrder', {body: body(s, ofLength(s, length))});
      seen[`short ${member}`] = send(SHORT);
      seen[`longest ${member}`] = send(64);
      seen[`too long ${member}`] = send(65);
    }
    return seen;
  },
});

/** Cancellations for reasons of such letters. */
const cancellations = sharedScene({
  id: 'store: cancellations for reasons of letters that take two bytes',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const title = content(s);
    const cancel = (length: number): Handle => {
      const created = createOrder(s, permission(s, createUser(s), [title]));
      return cancelOrder(s, created, {reason: LETTER.repeat(length)});
    };
    return {
      control: cancel(10),
      shortest: cancel(3),
      tooShort: cancel(2),
      longest: cancel(150),
      tooLong: cancel(151),
    };
  },
});

/** The checks of lengths in characters. */
export const lengthsInCharacters: Check[] = [
  ...Object.entries(MEMBERS).flatMap(([member, [rule]]) =>
    checksAt(creations, rule, {
      [NOT_ASCII]: (seen: Record<string, Exchange>) =>
        expectCharactersCounted(
          {
            control: seen[`short ${member}`],
            longest: seen[`longest ${member}`],
            tooLong: seen[`too long ${member}`],
          },
          'created',
        ),
    }),
  ),
  ...checksAt(cancellations, 'store.orders.cancel-reason-is-3-to-150', {
    [NOT_ASCII]: ({control, shortest, tooShort, longest, tooLong}) =>
      all(
        expectCharactersCounted({control, longest, tooLong}, 'cancelled'),
        expectCharactersCounted({control, longest: shortest, tooLong: tooShort}, 'cancelled'),
      ),
  }),
];
