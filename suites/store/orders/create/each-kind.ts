/** Orders with a value of every kind in every member, in every representation (Orders). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {isObject, toText} from '../../../../spec/json.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {
  all,
  expectEqual,
  expectOutcome,
  expectThat,
  judgeEach,
  nothing,
  when,
} from '../../../language/judge.ts';
import {hasSituation, isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {packed} from '../../../values/kinds.ts';
import {isSameAddress, isSameText} from '../../../values/normalized.ts';
import {orderIn, orderRow, productsOf, type OrderRow} from '../../order-rows.ts';
import {byReference, content, currencyOf, listOrders} from '../../ordering.ts';
import {
  inEachAccepted,
  PLAIN,
  seenAs,
  sentIn,
  whenPlainAccepted,
  type SeenPacked as Seen,
  type SentPacked,
} from '../../packed-requests.ts';
import {KINDS} from './kinds-of-values.ts';
import {expectOrder} from '../read/reading.ts';

const REQUESTS = packed(KINDS);

const PLACE = 'each kind of value';

/** Plain values of every kind. */
const plainly = (s: Script): Record<string, Val> => ({
  external_reference: s.fresh('external-id'),
  userId: s.fresh('external-id'),
  email: s.fresh('email'),
  price: 9.5,
  end: '2031-05-14',
  laterEnd: '2031-06-15',
});

/** The body of an order of somebody who is no user yet. */
function bodyOf(s: Script, values: Record<string, Val>): Record<string, Val> {
  const {external_reference: reference = '', userId = '', email = '', price = 0} = values;
  const priced = {unit_price: price, currency_id: currencyOf(s)};
  return {
    type: 'permission',
    external_reference: reference,
    user: {id: userId, email},
    products: [{...content(s), ...priced, expiration_date: values.end ?? null}],
    ...priced,
  };
}

/** Records an order and each request about it, which names it by its reference. */
function orderWith(s: Script, name: string, values: Record<string, Val>): Record<string, Handle> {
  const named = byReference(values.external_reference ?? '');
  return {
    [`created ${name}`]: s.call('createOrder', {body: bodyOf(s, values)}),
    [`read ${name}`]: s.call('getOrder', named),
    [`listed ${name}`]: listOrders(s, {user_email: values.email ?? ''}),
    [`updated ${name}`]: s.call('updateOrder', {
      ...named,
      body: {expiration_date: values.laterEnd ?? null},
    }),
    [`cancelled ${name}`]: s.call('cancelOrder', named),
  };
}

const orders = sharedScene({
  id: 'store: orders with each kind of value',
  api: 'store',
  onlyOnTestTargets: true,
  keepsRecordedClasses: true,
  noRequestReuse: true,
  act: (s): Record<string, Handle> =>
    Object.assign(
      orderWith(s, PLAIN, plainly(s)),
      ...REQUESTS.map(({values}, at) => orderWith(s, String(at), values(s))),
    ),
});

/** The requests of one operation, with the kinds of their values. */
const sentOf = (seen: Seen, way: string): SentPacked[] => sentIn(REQUESTS, seen, way);

/** The representations of an order before it is changed. */
function shownIn(seen: Seen, name: string): [how: string, order: OrderRow, where: Exchange][] {
  const [created, read, list] = ['created', 'read', 'listed'].map((way) =>
    seenAs(seen, `${way} ${name}`),
  ) as [Exchange, Exchange, Exchange];
  const row = list.situations.includes('orders') ? orderRow(list, created) : undefined;
  return [
    ['on create', orderIn(created), created],
    ...(read.situations.includes('order')
      ? [['when read', orderIn(read), read] as [string, OrderRow, Exchange]]
      : []),
    ...(row ? [['in the list', row, list] as [string, OrderRow, Exchange]] : []),
  ];
}

/** A judgement of every representation of every order that was created. */
const expectInEachResponse = (
  seen: Seen,
  judge: (
    order: OrderRow,
    how: string,
    where: Exchange,
    given: Record<string, unknown>,
  ) => Judgement,
): Judgement =>
  all(
    ...inEachAccepted(sentOf(seen, 'created'), isCreated, (at, _kinds, sent) =>
      judgeEach(shownIn(seen, String(at)), ([how, order, where]) =>
        judge(order, how, where, sent.requestBody),
      ),
    ),
  );

const userIn = (order: OrderRow): Record<string, unknown> =>
  isObject(order.user) ? order.user : {};

/** Whether the plain order shows the id of the user that was given: which id is shown is open (NS-ST-33). */
function showsGivenId(seen: Seen): boolean {
  const created = seenAs(seen, `created ${PLAIN}`);
  const given = created.requestBody.user as Record<string, unknown>;
  return isCreated(created) && userIn(orderIn(created)).id === given.id;
}

/** A text of an order is the one that was given. */
const expectText = (
  name: string,
  [given, got]: [unknown, unknown],
  how: string,
  where: Exchange,
): Judgement =>
  expectThat((name === 'user.email' ? isSameAddress : isSameText)(toText(given), toText(got)), {
    branch: `another ${name} ${how}`,
    expected: `\`${name}\` to be "${toText(given)}"`,
    got: toText(got),
    at: where,
  });

/** The reference and the user are those of the creation. */
const expectTextsGiven = (seen: Seen): Judgement =>
  expectInEachResponse(seen, (order, how, where, given) => {
    const user = given.user as Record<string, unknown>;
    const shown = userIn(order);
    return all(
      expectText(
        'external_reference',
        [given.external_reference, order.external_reference],
        how,
        where,
      ),
      expectText('user.email', [user.email, shown.email], how, where),
      showsGivenId(seen) ? expectText('user.id', [user.id, shown.id], how, where) : nothing(),
    );
  });

/** The first product has a value that was given. */
const expectOfProduct =
  (name: 'unit_price' | 'expiration_date') =>
  (order: OrderRow, how: string, where: Exchange, given: Record<string, unknown>): Judgement => {
    const [product] = productsOf(order);
    const [ordered] = given.products as Record<string, unknown>[];
    return expectEqual(
      product?.[name] ?? null,
      ordered?.[name],
      `another product ${name} ${how}`,
      where,
      `\`${name}\` of the product`,
    );
  };

/** A kind of request that names an order by its reference. */
interface RequestByReference {
  /** What was done, as the names of the responses say it. */
  way: string;
  /** The outcome of one that finds its order. */
  situation: string;
  /** Whether a response says something about the rule. */
  isOfRule: (sent: Exchange) => boolean;
}

/** A request by the reference of a created order finds that order. */
const expectThisFound = (
  sent: Exchange,
  situation: string,
  kind: string,
  created: Exchange,
): Judgement =>
  all(
    () => expectOutcome(sent, situation, `not found: ${kind}`),
    () =>
      sent.situations.includes(situation) ? expectOrder(sent, created, 'another-order') : nothing(),
  );

/** A request by the reference of each created order finds it, if one by a plain reference does. */
const expectFound = (seen: Seen, {way, situation, isOfRule}: RequestByReference): Judgement =>
  when(
    seenAs(seen, `${way} ${PLAIN}`).situations.includes(situation),
    'the order with plain values was not found by its reference',
    () =>
      judgeEach(sentOf(seen, way), ({kinds, sent}, at) => {
        const created = seenAs(seen, `created ${at}`);
        return isCreated(created) && !sent.refusedInFront && isOfRule(sent)
          ? expectThisFound(sent, situation, kinds.external_reference ?? '', created)
          : nothing();
      }),
  );

const isNotInvalid = ({status}: Exchange): boolean => status !== 422;

/** Each update shows the day that it gave. */
const expectLaterEnds = (seen: Seen): Judgement =>
  all(
    ...inEachAccepted(sentOf(seen, 'updated'), hasSituation('updated'), (_at, _kinds, sent) =>
      expectEqual(
        productsOf(orderIn(sent))[0]?.expiration_date ?? null,
        sent.requestBody.expiration_date,
        'another day after the update',
        sent,
        '`expiration_date` of the product',
      ),
    ),
  );

/** The judgements of orders with each kind of value, by the keys of their rules. */
const JUDGES: Record<string, (seen: Seen) => Judgement> = {
  'created-is-as-given': (seen) =>
    all(
      whenPlainAccepted(seen[`created ${PLAIN}`], sentOf(seen, 'created'), {
        as: 'created',
        members: ['external_reference', 'userId', 'email', 'price', 'end'],
        isOfAll: true,
      }),
      () => expectTextsGiven(seen),
    ),
  'price-is-as-given': (seen) =>
    expectInEachResponse(seen, (order, how, where, given) =>
      expectEqual(
        order.unit_price,
        given.unit_price,
        `another unit_price ${how}`,
        where,
        '`unit_price`',
      ),
    ),
  'product-is-as-given': (seen) =>
    all(
      expectInEachResponse(seen, expectOfProduct('unit_price')),
      expectInEachResponse(seen, expectOfProduct('expiration_date')),
    ),
  'external-reference-finds-the-order': (seen) =>
    expectFound(seen, {way: 'read', situation: 'order', isOfRule: () => true}),
  'update-by-external-reference': (seen) =>
    expectFound(seen, {way: 'updated', situation: 'updated', isOfRule: isNotInvalid}),
  'cancel-by-external-reference': (seen) =>
    expectFound(seen, {way: 'cancelled', situation: 'cancelled', isOfRule: isNotInvalid}),
  'expiration-is-kept-as-written': expectLaterEnds,
};

/** The checks of orders with each kind of value. */
export const eachKind: Check[] = Object.entries(JUDGES).flatMap(([key, judge]) =>
  checksAt(orders, `store.orders.${key}` as RuleId, {[PLACE]: judge}),
);
