/** A reference that only resembles that of an order finds nothing, and changes nothing (Orders, Read; Update; Cancel). */

import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty} from '../../../language/check.ts';
import {all, expectOutcome} from '../../../language/judge.ts';
import {propertiesOf, property} from '../../../language/property.ts';
import type {Script} from '../../../language/script.ts';
import {DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {expectAsBefore} from '../../order-rows.ts';
import {byReference, createOrder, daysAfter, readOrder} from '../../ordering.ts';
import {keptOrder} from '../change/kept-order.ts';
import {expectDone, orderNamed} from './named-by-reference.ts';

/** Both references of a pair. */
const referencesOf = (s: Script, pair: string): [Val, Val] => {
  const digits = {...s.fresh('external-id'), ...DIGITS};
  return nearTexts(pair, s.fresh('external-id'), digits);
};

const reads: AnyProperty = property({
  rule: 'store.orders.external-reference-finds-the-order',
  place: 'what differs in little',
  forAll: {pair: nearPairs},
  given: keptOrder,
  maxDrawsOnShared: 1,
  drawFactor: 2,
  act: (s, {pair}, kept) => {
    const [reference, near] = referencesOf(s, pair);
    return {
      created: createOrder(s, orderNamed(s, kept, reference)),
      near: s.call('getOrder', byReference(near)),
      same: s.call('getOrder', byReference(reference)),
    };
  },
  judge: ({created, near, same}, {pair}) =>
    all(
      expectDone(same, 'order', created),
      expectOutcome(near, 'order-not-found', `found: ${pair}`),
    ),
});

/** Writes by the second reference of each pair, or by the first. */
const writes: AnyProperty[] = ['', ', turned'].flatMap((turned) =>
  propertiesOf(
    {
      scene: `store: writes by references that resemble another${turned}`,
      place: `what differs in little${turned}`,
      forAll: {pair: nearPairs},
      given: keptOrder,
      drawFactor: 2,
      maxDrawsOnShared: 0,
      act: (s, {pair}, kept) => {
        const pairOf = referencesOf(s, pair);
        const [reference, near] = turned ? pairOf.toReversed() : pairOf;
        const created = createOrder(s, orderNamed(s, kept, reference ?? ''));
        const name = byReference(near ?? '');
        const later = {expiration_date: daysAfter(created, 40)};
        return {
          before: readOrder(s, created),
          updated: s.call('updateOrder', {...name, body: later}),
          afterUpdate: readOrder(s, created),
          cancelled: s.call('cancelOrder', name),
          afterCancel: readOrder(s, created),
        };
      },
    },
    {
      'store.orders.update-by-external-reference': ({updated, before, afterUpdate}, {pair}) =>
        all(expectOutcome(updated, 'order-not-found', `updated: ${pair}`), () =>
          expectAsBefore(before, afterUpdate, `changed by an update: ${pair}`),
        ),
      'store.orders.cancel-by-external-reference': (
        {cancelled, afterUpdate, afterCancel},
        {pair},
      ) =>
        all(expectOutcome(cancelled, 'order-not-found', `cancelled: ${pair}`), () =>
          expectAsBefore(afterUpdate, afterCancel, `changed by a cancellation: ${pair}`),
        ),
    },
  ),
);

/** Reads and writes by references that resemble another. */
export const nearReferences: AnyProperty[] = [reads, ...writes];
