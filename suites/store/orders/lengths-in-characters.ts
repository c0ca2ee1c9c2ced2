/** Lengths are counted in characters, not in bytes (Limits; Orders, Create body and Cancel). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {RuleId} from '../../../spec/rule.ts';
import type {Val} from '../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, expectOutcome, notApplicable} from '../../judge.ts';
import {type Handle, type Script} from '../../script.ts';
import {text} from '../../sent-values.ts';
import {
  cancelOrder,
  content,
  createOrder,
  permission,
  priced,
  somebody,
  newProduct,
} from '../ordering.ts';
import {createUser} from '../people.ts';

/** A letter of two bytes (UTF-8). */
const LETTER = 'ñ';

/** The number of letters of one byte with which texts begin, so that they differ. */
const PLAIN = 30;

/** A fresh text of so many characters, of which those behind the beginning take two bytes each. */
const ofLength = (s: Script, length: number): Val =>
  text(s.fresh('external-id', PLAIN), LETTER.repeat(length - PLAIN));

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
      seen[`short ${member}`] = send(PLAIN + 1);
      seen[`longest ${member}`] = send(64);
      seen[`too long ${member}`] = send(65);
    }
    return seen;
  },
});

/** The responses to a short value, to one at the bound, and to one beyond it. */
interface Bound {
  control: Exchange | undefined;
  longest: Exchange | undefined;
  tooLong: Exchange | undefined;
}

/** A bound counts characters, if the deployment takes such letters at all. */
function expectCharactersCounted({control, longest, tooLong}: Bound, accepted: string): Judgement {
  if (!control?.situations.includes(accepted) || !longest || !tooLong)
    return notApplicable('letters that are not ASCII are not accepted');
  return all(
    expectOutcome(longest, accepted, 'refused at the bound'),
    expectOutcome(tooLong, 'invalid', 'taken beyond the bound'),
  );
}

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

const PLACE = 'of letters that are not ASCII';

/** The checks of lengths in characters. */
export const lengthsInCharacters: Check[] = [
  ...Object.entries(MEMBERS).flatMap(([member, [rule]]) =>
    checksAt(creations, rule, {
      [PLACE]: (seen: Record<string, Exchange>) =>
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
    [PLACE]: ({control, shortest, tooShort, longest, tooLong}) =>
      all(
        expectCharactersCounted({control, longest, tooLong}, 'cancelled'),
        expectCharactersCounted({control, longest: shortest, tooLong: tooShort}, 'cancelled'),
      ),
  }),
];
