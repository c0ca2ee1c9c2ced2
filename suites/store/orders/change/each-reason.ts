/** Cancellations for a reason of every kind (Orders, Cancel). */

import type {Check} from '../../../language/check.ts';
import {checksOfCases} from '../../../tables/cases.ts';
import {acceptedAsWhole, sceneOfKinds} from '../../../tables/each-kind.ts';
import {constantKinds, type Kinds} from '../../../values/kinds.ts';
import {cancelOrder, content, createOrder, permission} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Reasons of a cancellation, of 3 to 150 characters. */
const reasons: Kinds = constantKinds([
  'why',
  'éèà',
  'x'.repeat(150),
  'ж'.repeat(150),
  '樓'.repeat(150),
  '🌊'.repeat(75),
  'Two ways: one, and two',
  '“Bought twice”, said O’Neil; 50 % of C++ & <b>',
  '12345',
]);

const cancellations = sceneOfKinds({
  id: 'store: cancellations for each kind of reason',
  kinds: {reason: reasons},
  plain: () => ({reason: 'bought twice'}),
  begin: (s) => ({reader: createUser(s), title: content(s)}),
  // The id is in the path: signs of a reference there might be why a gateway refuses.
  act: (s, reason, {reader, title}) => ({
    cancelled: cancelOrder(s, createOrder(s, permission(s, reader, [title])), reason),
  }),
});

/** The check of cancellations for each kind of reason. */
export const eachReason: Check[] = checksOfCases(cancellations, 'each kind of value', {
  'store.orders.cancel-reason-is-3-to-150': acceptedAsWhole('cancelled', 'reason'),
});
