/** After every change of an order all its representations agree (Resources / Order). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {canonicalText, isObject, toText} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import type {AnyProperty, Handles, Judgement} from '../../../language/check.ts';
import {all, expectEqual, judgeEach, nothing} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {stagesIn, storyOf, type SeenInStory, type Stage} from '../../../language/stories.ts';
import {classesOf, freshValues} from '../../../values/values.ts';
import {
  expirationsOf,
  orderIn,
  orderRow,
  type OrderRow,
  type ProductRow,
} from '../../order-rows.ts';
import {
  byId,
  content,
  currencyOf,
  otherContent,
  permission,
  createOrder,
  priced,
  type Buyer,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {
  changeOrder,
  CHANGES,
  changesOf,
  STORIES,
  WAYS,
  type Change,
  type ChangeName,
} from './stories.ts';

/** What a response shows of the members that changes of an order are about. */
interface OrderState {
  status: unknown;
  /** By product. Absent if none is shown: the response to a cancellation may contain little of the order. */
  expirations?: Record<string, unknown>;
}

/** The state of the created order in a response, or of its row in a list. */
function stateIn(shown: Exchange, created: Exchange): OrderState | undefined {
  if (shown.status >= 300) return undefined;
  const order: unknown = shown.op === 'listOrders' ? orderRow(shown, created) : orderIn(shown);
  if (!isObject(order) || order.status === undefined) return undefined;
  if (!Array.isArray(order.products)) return {status: order.status};
  return {status: order.status, expirations: expirationsOf(order as OrderRow)};
}

/** The members that two representations of an order have in common. */
function inBoth<T extends object>(one: T, other: T): [Partial<T>, Partial<T>] {
  const isShared = ([name]: [string, unknown]): boolean => name in one && name in other;
  const shared = (all: T): Partial<T> =>
    Object.fromEntries(Object.entries(all).filter(isShared)) as Partial<T>;
  return [shared(one), shared(other)];
}

/** Two representations of an order agree in their common members; the parameters are those of `expectEqual`. */
function expectSame(
  got: object,
  wanted: object | undefined,
  branch: string,
  where: Exchange,
  what: string,
): Judgement {
  const [shown, expected] = wanted ? inBoth(got, wanted) : [got, wanted];
  return expectEqual(shown, expected, branch, where, what);
}

/** The generated values of one scene. */
type DrawnStory = {
  story: string;
  type: 'permission' | 'report';
  by: string;
  reference: never;
};

/** The states of the created order, from the responses that show it. */
const statesIn = (created: Exchange, responses: Exchange[]): {state: OrderState; at: Exchange}[] =>
  responses.flatMap((at) => {
    const state = stateIn(at, created);
    return state ? [{state, at}] : [];
  });

const creationIn = (seen: SeenInStory): Exchange => seen['created'] as Exchange;

/** The reads of the changed order after a change, without those of the other order. */
const readsAfter = ({shown: {beside: _beside, ...own}}: Stage<unknown>): Exchange[] =>
  Object.values(own).flat();

/** All representations after a change agree with the first response after it. */
const expectShownAlike = (seen: SeenInStory, {story}: DrawnStory): Judgement =>
  judgeEach(stagesIn(seen, changesOf(story)), (stage) => {
    const [first, ...others] = statesIn(creationIn(seen), [stage.response, ...readsAfter(stage)]);
    return all(
      ...others.map(({state, at}) =>
        expectSame(state, first?.state, 'another status or expiration', at, 'the order'),
      ),
    );
  });

/** Members that a change does not name keep their values. */
function expectRestKeptInStory(seen: SeenInStory, {story}: DrawnStory): Judgement {
  const created = creationIn(seen);
  const stages = stagesIn(seen, changesOf(story));
  const judgements = stages.map(({change, response}, index) => {
    const previous = stages[index - 1];
    const before = statesIn(created, previous ? readsAfter(previous) : [created]).at(-1);
    const [after] = statesIn(created, [response]);
    return () => expectRestKept(change, before?.state, after, created);
  });
  return all(...judgements);
}

/** Members that one change does not name have the same values after it as before. */
function expectRestKept(
  name: ChangeName,
  before: OrderState | undefined,
  after: {state: OrderState; at: Exchange} | undefined,
  created: Exchange,
): Judgement {
  // A cancellation may have any effect on expirations.
  if (!before || !after || name === 'cancel') return nothing();
  const {body, product}: Change = CHANGES[name];
  const rest = ({status, expirations}: OrderState): object => ({
    ...(body.status === undefined && {status}),
    ...(body.expiration_date === undefined && expirations && {expirations}),
    ...(product !== undefined &&
      expirations && {others: withoutProduct(expirations, created, product)}),
  });
  return expectSame(rest(after.state), rest(before), `changed: ${name}`, after.at, 'the rest');
}

/**
 * The expirations of the products that a change does not name; none if ids are shown in another
 * form.
 */
function withoutProduct(
  expirations: Record<string, unknown>,
  created: Exchange,
  product: number,
): Record<string, unknown> {
  const {type, id} = created.requestBody?.products?.[product] ?? {};
  const named = `${toText(type)} ${toText(id)}`;
  if (!(named in expirations)) return {};
  return Object.fromEntries(Object.entries(expirations).filter(([key]) => key !== named));
}

/**
 * Another order of the same user and product remains unchanged.
 * @param isCompared selects the changes after which it is compared
 */
function expectOtherOrderKept(
  seen: SeenInStory,
  story: string,
  isCompared: (name: ChangeName) => boolean,
): Judgement {
  const beside = seen['beside'] as Exchange;
  const before = stateIn(beside, beside);
  const stages = stagesIn(seen, changesOf(story)).filter(({change}) => isCompared(change));
  return all(
    ...stages.flatMap((stage) => {
      const lists = readsAfter(stage).filter(({op}) => op === 'listOrders');
      const states = statesIn(beside, [...lists, ...(stage.shown['beside'] ?? [])]);
      return states.map(({state, at}) =>
        expectSame(state, before, `another order changed: ${stage.change}`, at, 'another order'),
      );
    }),
  );
}

const isCancel = (name: ChangeName): boolean => name === 'cancel';

/** Every representation of the order after a change. */
const everyRow = (seen: SeenInStory, story: string): {row: OrderRow; at: Exchange}[] =>
  stagesIn(seen, changesOf(story))
    .flatMap((stage) => [stage.response, ...readsAfter(stage)])
    .flatMap((at) => {
      if (at.status >= 300 || at.op === 'cancelOrder') return [];
      const row: unknown = at.op === 'listOrders' ? orderRow(at, creationIn(seen)) : orderIn(at);
      return isObject(row) ? [{row: row as OrderRow, at}] : [];
    });

/** Members that never change have the value of the creation in every representation. */
const expectLasting =
  (what: string, read: (order: OrderRow) => unknown) =>
  (seen: SeenInStory, {story}: DrawnStory): Judgement => {
    const wanted = read(orderIn(creationIn(seen)));
    return all(
      ...everyRow(seen, story).map(({row, at}) => {
        const got = read(row);
        if (got === undefined) return nothing();
        return isObject(got) && isObject(wanted)
          ? expectSame(got, wanted, `another ${what}`, at, what)
          : expectEqual(got, wanted, `another ${what}`, at, what);
      }),
    );
  };

/** The shown members of an order, of those that are named. */
const membersOf =
  (...names: string[]) =>
  (order: OrderRow): unknown =>
    Object.fromEntries(names.flatMap((name) => (name in order ? [[name, order[name]]] : [])));

/** A member of each product, by the id of the product; undefined if no products are shown. */
const productsBy =
  (of: (product: ProductRow) => unknown) =>
  ({products}: OrderRow): unknown =>
    Array.isArray(products)
      ? products.map((one) => (isObject(one) ? of(one) : one)).toSorted(byText)
      : undefined;

const byText = (one: unknown, other: unknown): number =>
  canonicalText(one) < canonicalText(other) ? -1 : 1;

/** The response to a cancellation has the reference of the creation. */
function expectReferenceAtCancellation(seen: SeenInStory, story: string): Judgement {
  const stages = stagesIn(seen, changesOf(story));
  const cancellations = stages.filter(({response}) => response.op === 'cancelOrder');
  return judgeEach(cancellations, ({response}) => {
    const {external_reference: reference} = orderIn(creationIn(seen));
    const shown = orderIn(response).external_reference;
    return expectEqual(shown, reference, 'another', response, '`external_reference`');
  });
}

/** The body of an order with a price, which a permission need not have. */
const withPrice = (
  s: Script,
  type: DrawnStory['type'],
  reader: Buyer,
  products: OrderedProduct[],
): Record<string, Val> =>
  type === 'report'
    ? priced(s, type, reader, products)
    : {...permission(s, reader, products), unit_price: 3.75, currency_id: currencyOf(s)};

const [first = '', ...rest] = Object.keys(STORIES);

/** Orders of any kind are changed in any way, and read in several ways after each change. */
export const afterEveryChange: AnyProperty[] = propertiesOf<DrawnStory, Handles, undefined>(
  {
    scene: 'store: an order shown in every way after every change',
    place: 'after every change',
    story: 'story',
    forAll: {
      story: classesOf(first, ...rest),
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      by: classesOf('id', 'reference'),
      reference: freshValues('external-id'),
    },
    // Other checks send each of these requests once; here there are many.
    maxDrawsOnShared: 0,
    act: (s, {story, type, by, reference}): Handles => {
      const reader = createUser(s);
      const products = [content(s), otherContent(s)];
      const body = withPrice(s, type, reader, products);
      const created = createOrder(s, {...body, external_reference: reference});
      const beside = createOrder(s, {
        ...permission(s, reader, [content(s)]),
        external_reference: s.fresh('external-id'),
      });
      const subject = {created, reference, email: reader.body.email, products};
      const way = (index: number): Handle | undefined => WAYS[index % WAYS.length]?.(s, subject);
      const changes = changesOf(story);
      const steps = storyOf(
        changes,
        (name) => changeOrder(s, subject, CHANGES[name], by),
        // Each change is followed by two of the ways, in turn.
        (_, index) => ({
          first: way(2 * index),
          second: way(2 * index + 1),
          beside: index === changes.length - 1 ? s.call('getOrder', byId(beside)) : undefined,
        }),
      );
      return {created, beside, ...steps};
    },
  },
  {
    'store.orders.shown-alike-everywhere': (seen: SeenInStory, drawn) =>
      expectShownAlike(seen, drawn),
    'store.orders.update-changes-what-it-names-only': (seen: SeenInStory, drawn) =>
      all(
        expectRestKeptInStory(seen, drawn),
        expectOtherOrderKept(seen, drawn.story, (name) => !isCancel(name)),
      ),
    'store.orders.moves-are-the-listed-ones': (seen: SeenInStory, {story}) =>
      expectOtherOrderKept(seen, story, isCancel),
    'store.orders.created-is-as-given': expectLasting(
      'type, reference or currency',
      membersOf('type', 'external_reference', 'currency_id'),
    ),
    'store.orders.price-is-as-given': expectLasting('price', membersOf('unit_price')),
    'store.orders.created-at-is-the-day-of-creation': expectLasting('day', membersOf('created_at')),
    'store.orders.products-are-those-ordered': expectLasting(
      'list of products',
      productsBy(({type}) => type),
    ),
    'store.orders.product-is-as-given': expectLasting(
      'price of a product',
      productsBy(({type, unit_price: price, currency_id: currency}) => [type, price, currency]),
    ),
    'store.orders.cancel-gives-external-reference': (seen: SeenInStory, {story}) =>
      expectReferenceAtCancellation(seen, story),
  },
);
