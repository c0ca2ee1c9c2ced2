import * as fc from 'fast-check';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  check,
  checksAt,
  sharedScene,
  type AnyProperty,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectOutcome, judgeEach, nothing} from '../../../language/judge.ts';
import {propertiesOf, property} from '../../../language/property.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {DIGITS, nearPairs, nearTexts} from '../../../values/near-texts.ts';
import {classesOf, freshValues, type ValueClasses} from '../../../values/values.ts';
import {expectAsBefore, expectStatus} from '../../order-rows.ts';
import {
  byReference,
  content,
  daysAfter,
  permission,
  createOrder,
  readOrder,
  type OrderedProduct,
  type Buyer,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {keptOrder} from '../change/kept-order.ts';
import {expectOrder} from './reading.ts';

/** A reference with an ending that has another meaning if it is not percent-encoded. */
const endingWith = (ending: string) =>
  fc.constant({$text: [{$fresh: 'external-id'}, ending]} as never);

/** References of every kind, some of which have to be percent-encoded in a path. */
const references: ValueClasses<never> = {
  plain: {$fresh: 'external-id'} as never,
  classes: {
    ...freshValues('external-id').classes,
    'a percent-encoded slash': endingWith('%2Fa'),
    'the end of a query': endingWith('?id_type=internal&'),
    'a dot at the end': endingWith('.'),
    'a blank within': endingWith(' a'),
    'a plus at the end': endingWith('a+'),
  },
};

/** How a path is percent-encoded. */
const spellings = classesOf('plainly', 'lower-case-hex', 'marks-encoded');

/** A response is the success of its operation and shows the created order. */
const expectDone = (response: Exchange, situation: string, created: Exchange): Judgement =>
  all(expectOutcome(response, situation, 'not-found'), () =>
    expectOrder(response, created, 'another-order'),
  );

/** An order can be read, changed and cancelled by any reference of the caller. */
const anyReference: AnyProperty[] = propertiesOf(
  {
    scene: 'store: orders named by any reference',
    place: 'whatever it is',
    forAll: {reference: references, spelling: spellings},
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {reference, spelling}, {reader, title}) => {
      const body = {...permission(s, reader, [title]), external_reference: reference};
      const created = createOrder(s, body);
      const spelled =
        spelling === 'lower-case-hex' || spelling === 'marks-encoded' ? {spelling} : {};
      const name = {...byReference(reference), ...spelled} as const;
      return {
        created,
        read: s.call('getOrder', name),
        updated: s.call('updateOrder', {...name, body: {expiration_date: daysAfter(created, 40)}}),
        cancelled: s.call('cancelOrder', name),
        after: s.call('getOrder', name),
      };
    },
  },
  {
    'store.orders.external-reference-finds-the-order': ({created, read}) =>
      expectDone(read, 'order', created),
    'store.orders.update-by-external-reference': ({created, updated}) =>
      expectDone(updated, 'updated', created),
    'store.orders.cancel-by-external-reference': ({created, cancelled, after}) =>
      all(expectDone(cancelled, 'cancelled', created), () =>
        expectStatus(after, 'cancelled', 'not-cancelled'),
      ),
  },
);

/** A reference that only resembles that of an order finds nothing. */
const nearReferences: AnyProperty = property({
  rule: 'store.orders.external-reference-finds-the-order',
  place: 'what differs in little',
  forAll: {pair: nearPairs},
  given: keptOrder,
  maxDrawsOnShared: 1,
  drawFactor: 2,
  act: (s, {pair}, {reader, title}) => {
    const digits = {...s.fresh('external-id'), ...DIGITS};
    const [reference, near] = nearTexts(pair, s.fresh('external-id'), digits);
    const created = createOrder(s, {
      ...permission(s, reader, [title]),
      external_reference: reference,
    });
    return {
      created,
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

/** Records writes by a reference that only resembles that of an order, with reads of the order. */
function writeByReference(
  s: Script,
  reader: Buyer,
  title: OrderedProduct,
  [reference, near]: Val[],
) {
  const created = createOrder(s, {
    ...permission(s, reader, [title]),
    external_reference: reference ?? '',
  });
  const name = byReference(near ?? '');
  const later = {expiration_date: daysAfter(created, 40)};
  return {
    before: readOrder(s, created),
    updated: s.call('updateOrder', {...name, body: later}),
    afterUpdate: readOrder(s, created),
    cancelled: s.call('cancelOrder', name),
    afterCancel: readOrder(s, created),
  };
}

type Writes = Record<keyof ReturnType<typeof writeByReference>, Exchange>;

const expectNotUpdated = ({before, updated, afterUpdate}: Writes, pair: string): Judgement =>
  all(expectOutcome(updated, 'order-not-found', `updated: ${pair}`), () =>
    expectAsBefore(before, afterUpdate, `changed by an update: ${pair}`),
  );

const expectNotCancelled = (
  {afterUpdate, cancelled, afterCancel}: Writes,
  pair: string,
): Judgement =>
  all(expectOutcome(cancelled, 'order-not-found', `cancelled: ${pair}`), () =>
    expectAsBefore(afterUpdate, afterCancel, `changed by a cancellation: ${pair}`),
  );

/** A write by a reference that only resembles that of an order finds nothing, and changes nothing. */
const nearWrites: AnyProperty[] = [false, true].flatMap((isTurned) =>
  propertiesOf(
    {
      scene: `store: writes by references that resemble another${isTurned ? ', turned' : ''}`,
      place: isTurned ? 'what differs in little, turned' : 'what differs in little',
      forAll: {pair: nearPairs},
      given: keptOrder,
      drawFactor: 2,
      maxDrawsOnShared: 0,
      act: (s, {pair}, {reader, title}) => {
        const digits = {...s.fresh('external-id'), ...DIGITS};
        const pairOf = nearTexts(pair, s.fresh('external-id'), digits);
        return writeByReference(s, reader, title, isTurned ? pairOf.toReversed() : pairOf);
      },
    },
    {
      'store.orders.update-by-external-reference': (seen, {pair}) => expectNotUpdated(seen, pair),
      'store.orders.cancel-by-external-reference': (seen, {pair}) => expectNotCancelled(seen, pair),
    },
  ),
);

/** A reference has the form that the ids of orders have. */
const likeAnId = check({
  rule: 'store.orders.external-reference-finds-the-order',
  place: 'in the form of an id',
  onlyOnTestTargets: true,
  act: (s) => {
    const reference = {...s.fresh('idempotency-key'), valueClass: 'a UUID'};
    const body = {...permission(s, createUser(s), [content(s)]), external_reference: reference};
    return {created: createOrder(s, body), read: s.call('getOrder', byReference(reference))};
  },
  judge: ({created, read}) => expectDone(read, 'order', created),
});

/** Endings of references that have another meaning if they are not percent-encoded. */
const SIGNS = ['+1', ' 1', '%2B1', '%', '&b=1', '?b=1', '#1', ';1,2', 'é'];

/** Orders named by a reference with each of the signs. */
const withSigns = sharedScene({
  id: 'store: orders named by a reference with each sign',
  api: 'store',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const seen: Record<string, Handle> = {};
    for (const sign of SIGNS) {
      const reference = text(s.fresh('external-id'), sign);
      const body = {...permission(s, reader, [title]), external_reference: reference};
      const created = createOrder(s, body);
      const later = {expiration_date: daysAfter(created, 40)};
      seen[`created ${sign}`] = created;
      seen[`read ${sign}`] = s.call('getOrder', byReference(reference));
      seen[`updated ${sign}`] = s.call('updateOrder', {...byReference(reference), body: later});
      seen[`cancelled ${sign}`] = s.call('cancelOrder', byReference(reference));
    }
    return seen;
  },
});

/** Every reference found its order. */
const expectAllDone =
  (step: string, situation: string) =>
  (seen: Record<string, Exchange>): Judgement =>
    judgeEach(SIGNS, (sign) => {
      const [created, response] = [seen[`created ${sign}`], seen[`${step} ${sign}`]];
      return created && response ? expectDone(response, situation, created) : nothing();
    });

const WITH_SIGNS = 'with each sign';

/** Orders are named by references with signs. */
const namedWithSigns: Check[] = [
  ...checksAt(withSigns, 'store.orders.external-reference-finds-the-order', {
    [WITH_SIGNS]: expectAllDone('read', 'order'),
  }),
  ...checksAt(withSigns, 'store.orders.update-by-external-reference', {
    [WITH_SIGNS]: expectAllDone('updated', 'updated'),
  }),
  ...checksAt(withSigns, 'store.orders.cancel-by-external-reference', {
    [WITH_SIGNS]: expectAllDone('cancelled', 'cancelled'),
  }),
];

/** Orders are named by references of every kind. */
export const namedByReference: AnyProperty[] = [...anyReference, nearReferences, ...nearWrites];

/** Orders are named by a reference that could be an id, or that has to be encoded in a path. */
export const namedInParticular: Check[] = [likeAnId, ...namedWithSigns];
