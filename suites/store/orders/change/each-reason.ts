/** Cancellations for a reason of every kind (Orders, Cancel). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check} from '../../../language/check.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {constantKinds, packed, type Kinds} from '../../../values/kinds.ts';
import {cancelOrder, content, createOrder, permission} from '../../ordering.ts';
import {whenPlainAccepted, type SentPacked} from '../../packed-requests.ts';
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

const REQUESTS = packed({reason: reasons});

/** The name of the cancellation for a plain reason. */
const PLAIN = 'plain';

const cancellations = sharedScene({
  id: 'store: cancellations for each kind of reason',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s: Script): Record<string, Handle> => {
    const [reader, title] = [createUser(s), content(s)];
    // The id is in the path: signs of a reference there might be why a gateway refuses.
    const cancel = (body: Record<string, Val>): Handle =>
      cancelOrder(s, createOrder(s, permission(s, reader, [title])), body);
    return {
      [PLAIN]: cancel({reason: 'bought twice'}),
      ...Object.fromEntries(REQUESTS.map(({values}, at) => [String(at), cancel(values(s))])),
    };
  },
});

/** The cancellations, with the kinds of their reasons. */
const sentIn = (seen: Record<string, Exchange>): SentPacked[] =>
  REQUESTS.flatMap(({kinds}, at) => {
    const sent = seen[String(at)];
    return sent ? [{kinds, sent}] : [];
  });

/** The check of cancellations for each kind of reason. */
export const eachReason: Check[] = checksAt(
  cancellations,
  'store.orders.cancel-reason-is-3-to-150',
  {
    'each kind of value': (seen: Record<string, Exchange>) =>
      whenPlainAccepted(seen[PLAIN], sentIn(seen), {
        as: 'cancelled',
        members: ['reason'],
        isOfAll: true,
      }),
  },
);
