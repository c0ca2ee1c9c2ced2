/** An order has two names, its id and the caller's reference, and both work in the same way. */

import {isObject} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, check, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectEqual, when, nothing} from '../../../language/judge.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {checkoutOf, expectAsBefore, orderIn, type OrderRow} from '../../order-rows.ts';
import {
  byId,
  byReference,
  createOrder,
  readOrder,
  orderOf,
  type OrderedProduct,
  type Buyer,
} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';
import {changeOrder, CHANGES, type ChangeName, type Subject} from './stories.ts';

type Name = 'id' | 'reference';

/** Sequences of changes for an order of each type, which reach every state from every other. */
const LIVES: {type: 'permission' | 'report' | 'sale'; changes: ChangeName[]}[] = [
  {type: 'permission', changes: ['pause', 'cancel']},
  {type: 'report', changes: ['let all expire', 'pause', 'approve', 'cancel']},
  {type: 'sale', changes: ['cancel']},
];

/** Records an order of a type, which has a reference. */
function createWithReference(
  s: Script,
  type: 'permission' | 'report' | 'sale',
  reader: Buyer,
  product: OrderedProduct,
): Subject {
  const reference = s.fresh('external-id');
  const body = orderOf(s, type, reader, [product]);
  const created = createOrder(s, {...body, external_reference: reference});
  return {created, reference, email: reader.body.email, products: [product]};
}

/** The arguments that name the order of a subject. */
const nameOf = ({created, reference}: Subject, by: Name): Args =>
  by === 'id' ? byId(created) : byReference(reference);

/** Members of an order and its products that two reads at one moment have in common. */
const MEMBERS = ['status', 'type', 'source', 'external_reference', 'unit_price', 'currency_id'];
const PRODUCT_MEMBERS = ['type', 'id', 'name', 'status', 'expiration_date', 'unit_price'];

const chosen = (row: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** The members of an order that do not differ between reads; a checkout has a new URL in each. */
const lastingOf = (order: OrderRow): Record<string, unknown> => ({
  ...chosen(order, MEMBERS),
  hasCheckout: checkoutOf(order) !== undefined,
  products: Array.isArray(order.products)
    ? order.products.filter(isObject).map((one) => chosen(one, PRODUCT_MEMBERS))
    : null,
});

/**
 * A read by the reference shows the same as the preceding read by the id, if it finds the order.
 */
function expectSame(read: Exchange, readByReference: Exchange, moment: string): Judgement {
  const [one, other] = [orderIn(read), orderIn(readByReference)];
  // Another rule judges a read that finds another order.
  if (one.id !== other.id) return nothing();
  return expectEqual(
    lastingOf(other),
    lastingOf(one),
    `by its reference another: ${moment}`,
    readByReference,
    'the order read by its reference',
  );
}

/** Orders of every type in every state, read by both names. */
const readByBoth = check({
  rule: 'store.orders.shown-alike-everywhere',
  place: 'by both names, in every state',
  onlyOnTestTargets: true,
  given: keptOrder,
  act: (s, {reader, title}) => {
    const seen: Record<string, Handle> = {};
    const show = (subject: Subject, moment: string): void => {
      seen[`${moment}, by id`] = readOrder(s, subject.created);
      seen[`${moment}, by reference`] = s.call('getOrder', byReference(subject.reference));
    };
    for (const {type, changes} of LIVES) {
      const subject = createWithReference(s, type, reader, title);
      show(subject, type);
      for (const [at, name] of changes.entries()) {
        changeOrder(s, subject, CHANGES[name], at % 2 ? 'reference' : 'id');
        show(subject, `${type} after ${changes.slice(0, at + 1).join(', ')}`);
      }
    }
    return seen;
  },
  judge: (seen: Record<string, Exchange>) =>
    all(
      ...Object.entries(seen).flatMap(([key, read]) => {
        const moment = key.replace(/, by id$/, '');
        const other = seen[`${moment}, by reference`];
        return moment !== key && other ? [() => expectSame(read, other, moment)] : [];
      }),
    ),
});

/** Updates that are refused for any order. */
const REFUSED_UPDATES: Record<string, Val>[] = [
  {},
  {status: 'presscheck-none-of-these'},
  {expiration_date: '31-12-2099'},
  {status: 'paused', expiration_date: '2031-02-30'},
  {status: 'presscheck-none-of-these', expiration_date: '2031-05-14'},
];

/** Cancellations that are refused for any order. */
const REFUSED_CANCELS: Record<string, Val>[] = [
  {reason: 'no'},
  {reason: 'o'.repeat(151)},
  {expiration_date: '31-12-2099'},
  {reason: 'bought twice', expiration_date: '2031-02-30'},
  {reason: 'o'.repeat(151), expiration_date: '2031-05-14'},
];

/** An order to which refused updates and cancellations are sent by one of its names. */
const refusedBy = (by: Name) =>
  sharedScene({
    id: `store: writes on an order that are refused, by its ${by}`,
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, {reader, title}) => {
      const subject = createWithReference(s, 'permission', reader, title);
      const name = nameOf(subject, by);
      const sendAll = (op: string, bodies: Record<string, Val>[]): Record<string, Handle> =>
        Object.fromEntries(
          bodies.map((body, at) => [`${op} ${at}`, s.call(op, {...name, body})] as const),
        );
      const before = readOrder(s, subject.created);
      const updates = sendAll('updateOrder', REFUSED_UPDATES);
      const between = readOrder(s, subject.created);
      const cancels = sendAll('cancelOrder', REFUSED_CANCELS);
      const after = readOrder(s, subject.created);
      return {...updates, ...cancels, before, between, after} as Refusals<Handle>;
    },
  });

/** The reads of an order around the refused requests, and the response to each operation. */
type Refusals<T = Exchange> = Record<string, T> & Record<'before' | 'between' | 'after', T>;

/** Each request of one operation was refused and left the order unchanged. */
function expectNothingChanged(
  seen: Record<string, Exchange>,
  op: string,
  [before, after]: [Exchange, Exchange],
): Judgement {
  const sent = Object.values(seen).filter((one) => one.op === op);
  return when(
    sent.every(({status}) => status >= 400),
    `a request of ${op} was not refused`,
    () => expectAsBefore(before, after, 'changed'),
  );
}

/** The checks of refused requests, by one of the names. */
const checksOfRefused = (by: Name): Check[] => {
  const scene = refusedBy(by);
  return [
    ...checksOf(scene, {
      [`store.orders.refused-update-changes-nothing @ by its ${by}`]: (seen) =>
        expectNothingChanged(seen, 'updateOrder', [seen.before, seen.between]),
      [`store.orders.refused-cancel-changes-nothing @ by its ${by}`]: (seen) =>
        expectNothingChanged(seen, 'cancelOrder', [seen.between, seen.after]),
    }),
  ];
};

/**
 * The checks that both names of an order work in the same way (Orders, Read, Update and Cancel).
 */
export const bothNames: Check[] = [
  readByBoth,
  ...checksOfRefused('id'),
  ...checksOfRefused('reference'),
];
