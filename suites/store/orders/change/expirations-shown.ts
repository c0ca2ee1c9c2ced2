/** Judgements of the expirations of the products of an order, whichever ids show them (NS-ST-34). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {all, expectEqual, undecided, when} from '../../../language/judge.ts';
import {expirationsOf, orderIn, productOf} from '../../order-rows.ts';

/** The expiration of a product, by its position in the creation; undefined if it is not found. */
export function expirationAt(shown: Exchange, created: Exchange, position: number): unknown {
  const {type, id} = (created.requestBody as {products: {type: string; id: string}[]}).products[
    position
  ] ?? {type: '', id: ''};
  return productOf(orderIn(shown), type, id)?.expiration_date;
}

/** Reads of an order around an update that names one of its products. */
interface Reads {
  shown: Exchange;
  before: Exchange;
  /** A read of an order of the named product alone. */
  alone?: Exchange;
}

/**
 * The products of an order are shown by other ids than those of the request (NS-ST-34): the named one
 * is known by the id that an order of it alone shows, or else one of them has the new expiration.
 */
function expectOneUpdatedByOtherIds({shown, before, alone}: Reads, now: unknown): Judgement {
  const [dates, were] = [shown, before].map((read) => expirationsOf(orderIn(read)));
  const unchanged = Object.values(were ?? {});
  const [id] = Object.keys(alone ? expirationsOf(orderIn(alone)) : {});
  if (!dates || unchanged.length < 2 || new Set(unchanged).size > 1)
    return undecided('the products are shown by other ids, and cannot be told apart');
  if (id !== undefined && Object.hasOwn(dates, id) && Object.hasOwn(were ?? {}, id))
    return expectEqual(
      dates,
      {...were, [id]: now},
      'the named product alone has another expiration',
      shown,
      '`expiration_date` of each product',
    );
  return expectEqual(
    Object.values(dates).map(String).toSorted(),
    [now, ...unchanged.slice(1)].map(String).toSorted(),
    'another number of products changed',
    shown,
    '`expiration_date` of the products',
  );
}

/** The products of the order are shown by the ids with which it was created (NS-ST-34). */
export const areShownAsOrdered = (shown: Exchange, created: Exchange): boolean =>
  [0, 1].every((position) => expirationAt(shown, created, position) !== undefined);

/** The named product has the new expiration, and the other one its earlier one. */
export const expectOnlyOneUpdated = (
  shown: Exchange,
  created: Exchange,
  now: unknown,
  before: unknown,
  [named, other]: readonly [number, number] = [0, 1],
): Judgement =>
  when(areShownAsOrdered(shown, created), 'the products are shown by other ids', () =>
    all(
      expectEqual(
        expirationAt(shown, created, named),
        now,
        'the named product has another expiration',
        shown,
        '`expiration_date` of the named product',
      ),
      expectEqual(
        expirationAt(shown, created, other),
        before,
        'another product changed too',
        shown,
        '`expiration_date` of the other product',
      ),
    ),
  );

export const dayOf = ({requestBody}: Exchange): unknown =>
  (requestBody as {expiration_date?: unknown}).expiration_date;

/** The first product of an order has the expiration of an update that named it, by whichever ids they are shown. */
export const expectNamedUpdated = (
  created: Exchange,
  update: Exchange,
  reads: Reads,
): Judgement => {
  const {shown, before} = reads;
  return areShownAsOrdered(shown, created)
    ? expectOnlyOneUpdated(shown, created, dayOf(update), expirationAt(before, created, 1))
    : expectOneUpdatedByOtherIds(reads, dayOf(update));
};
