/** The products of a created order, beside those that its creation gave. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject, toText} from '../../../../spec/json.ts';
import type {Judgement} from '../../../language/check.ts';
import {nothing, expectEqual, all, undecided} from '../../../language/judge.ts';
import type {OrderRow, ProductRow} from '../../order-rows.ts';
import {expectValue} from '../read/shown-orders.ts';

/** The products that a response shows; none if it shows no list of them. */
const productsIn = ({products}: OrderRow): ProductRow[] =>
  Array.isArray(products) ? products.filter(isObject) : [];

/** The products of a request, in its order. */
export const orderedIn = ({requestBody}: Exchange): Record<string, unknown>[] =>
  (requestBody?.products ?? []) as Record<string, unknown>[];

/**
 * The entry of an ordered product. Which id it shows is open (NS-ST-34): if no entry has the id of
 * the request, it is the only one of its type, provided that only one was ordered.
 */
function entryOf(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  {type, id}: Record<string, unknown>,
): ProductRow | undefined {
  const entries = ofType(productsIn(order), type);
  const named = entries.find((one) => toText(one.id) === toText(id));
  const isOnlyOne = entries.length === 1 && ofType(ordered, type).length === 1;
  return named ?? (isOnlyOne ? entries[0] : undefined);
}

const ofType = (products: Record<string, unknown>[], type: unknown): Record<string, unknown>[] =>
  products.filter((one) => one.type === type);

/** Members of a product that a creation gives, and that each entry shows. */
const GIVEN = ['unit_price', 'currency_id', 'expiration_date'] as const;

/**
 * Where several products of one type are shown by other ids (NS-ST-34), their entries have together
 * the values that the request gave them.
 */
function expectSameValues(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  {type, name, how}: {type: unknown; name: (typeof GIVEN)[number]; how: string},
  where: Exchange,
): Judgement {
  const given = ofType(ordered, type);
  if (given.some((product) => product[name] === undefined)) return nothing();
  const valuesIn = (products: Record<string, unknown>[]): string[] =>
    products.map((product) => String(product[name] ?? null)).toSorted();
  return expectEqual(
    valuesIn(ofType(productsIn(order), type)),
    valuesIn(given),
    `another product ${name} ${how}`,
    where,
    `\`${name}\` of the products`,
  );
}

/** The entry of each product has the members that the creation gave it. */
export const expectProductsAsGiven = (
  order: OrderRow,
  ordered: Record<string, unknown>[],
  how: string,
  where: Exchange,
): Judgement =>
  all(
    ...ordered.flatMap((given) => {
      const entry = entryOf(order, ordered, given);
      const names = GIVEN.filter((name) => given[name] !== undefined);
      return names.map((name) =>
        entry
          ? expectValue(entry[name], given[name], `product ${name}`, how, where)
          : expectSameValues(order, ordered, {type: given.type, name, how}, where),
      );
    }),
  );

/** A product that was given no end shows none. */
export function expectNoEnd(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  given: Record<string, unknown>,
  how: string,
  where: Exchange,
): Judgement {
  const entry = entryOf(order, ordered, given);
  if (!entry) return undecided('it is unknown which entry belongs to the product');
  const end = entry.expiration_date ?? null;
  return expectEqual(end, null, `set ${how}`, where, 'the end');
}

/** The order shows as many products of each type as were ordered, and none twice. */
export function expectSameProducts(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  how: string,
  where: Exchange,
): Judgement {
  const shown = productsIn(order);
  const typesIn = (products: Record<string, unknown>[]): unknown[] =>
    products.map(({type}) => type).toSorted();
  const ids = new Set(shown.map(({type, id}) => `${toText(type)} ${toText(id)}`));
  return all(
    expectEqual(typesIn(shown), typesIn(ordered), `others ${how}`, where, 'types of the products'),
    expectEqual(ids.size, ordered.length, `one twice ${how}`, where, 'different products'),
  );
}
