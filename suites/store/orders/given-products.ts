/** The products of a created order, beside those that its creation gave. */

import type {Exchange} from '../../../spec/exchange.ts';
import {isObject, toText} from '../../../spec/json.ts';
import type {Judgement} from '../../check.ts';
import {nothing, expectEqual, all, undecided} from '../../judge.ts';
import type {OrderRow, ProductRow} from '../order-rows.ts';
import {expectValue} from './shown-orders.ts';

/** The products that a response shows; none if it shows no list of them. */
export const productsIn = ({products}: OrderRow): ProductRow[] =>
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
  const [entries, wanted] = [productsIn(order), ordered].map((products) =>
    products.filter((one) => one.type === type),
  );
  const named = entries?.find((one) => toText(one.id) === toText(id));
  return named ?? (entries?.length === 1 && wanted?.length === 1 ? entries[0] : undefined);
}

/** Members of a product that a creation gives, and that each entry shows. */
const GIVEN = ['unit_price', 'currency_id', 'expiration_date'] as const;

/**
 * Where several products of one type are shown by other ids (NS-ST-34), their entries have together
 * the values that the request gave them.
 */
function expectSameValues(
  order: OrderRow,
  ordered: Record<string, unknown>[],
  {type}: Record<string, unknown>,
  name: (typeof GIVEN)[number],
  branch: string,
  where: Exchange,
): Judgement {
  const [rows, wanted] = [productsIn(order), ordered].map((products) =>
    products.filter((row) => row.type === type),
  );
  if (wanted?.some((row) => row[name] === undefined)) return nothing();
  const [got, given] = [rows, wanted].map((some) =>
    some?.map((row) => String(row[name] ?? null)).toSorted(),
  );
  return expectEqual(
    got,
    given,
    `another product ${name} ${branch}`,
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
          : expectSameValues(order, ordered, given, name, how, where),
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
  const [types, orderedTypes] = [shown, ordered].map((products) =>
    products.map(({type}) => type).toSorted(),
  );
  const ids = new Set(shown.map(({type, id}) => `${toText(type)} ${toText(id)}`));
  return all(
    expectEqual(types, orderedTypes, `others ${how}`, where, 'types of the products'),
    expectEqual(ids.size, ordered.length, `one twice ${how}`, where, 'different products'),
  );
}
