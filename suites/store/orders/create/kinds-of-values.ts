/** The values of orders by their kinds: all of them are valid (Orders, Create body). */

import {text} from '../../../language/sent-values.ts';
import {constantKinds, dayKinds, validKinds, type Kinds} from '../../../values/kinds.ts';
import {LIKE_IDS} from '../../../values/value-classes.ts';

/** Amounts with at most two decimals, many of which binary fractions do not hold exactly. */
const amounts: Kinds = constantKinds([
  0, 0.01, 0.02, 0.07, 0.1, 0.14, 0.28, 0.29, 0.3, 0.5, 0.57, 0.58, 0.99, 1, 1.1, 1.13, 1.15, 2.01,
  4.35, 8.2, 9.99, 10, 16.4, 19.99, 33.33, 64.41, 66.67, 99.99, 100, 327.68, 655.36, 1000, 1001,
  1234.5, 32_768, 99_999.99,
]);

const emails: Kinds = {
  ...validKinds('email'),
  'a last label of ten letters': (s) => text(s.fresh('text'), '@example.technology'),
};

/** The values of an order by their kinds; an update gives the later day. */
export const KINDS = {
  external_reference: validKinds('external-id'),
  // What looks like an id of another kind might be taken for one (NS-ST-33).
  userId: validKinds('external-id', LIKE_IDS),
  email: emails,
  price: amounts,
  end: dayKinds,
  laterEnd: Object.fromEntries(Object.entries(dayKinds).toReversed()),
} satisfies Record<string, Kinds>;
