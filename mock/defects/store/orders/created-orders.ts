import {withAt, at} from '../../../../spec/json.ts';
import type {Seam} from '../../../defect.ts';
import {
  isRefused,
  refuse,
  type Done,
  type Input,
  type Refused,
  type View,
} from '../../../operation.ts';
import type {OrderInput} from '../../../store/orders/new-order.ts';
import type {Order, OrderProduct} from '../../../store/orders/order.ts';
import type {Change} from '../../../world/change.ts';
import {afterwards, around} from '../../breaking.ts';

export const CREATE = ['createOrder'];
const READ = ['getOrder'];
const LIST = ['listOrders'];

const TODO = 'use a world without the defect';

/** A request for an order, as a defect sees it: anything may be missing. */
export type Wanted = Partial<OrderInput> & {[name: string]: unknown};

/** The body of a request for an order. */
export const wanted = ({body}: {body: unknown}): Wanted => body as Wanted;

/** The types of the products of a request. */
export const kindsIn = ({products}: Wanted): unknown[] =>
  Array.isArray(products) ? products.map(({type}) => type as unknown) : [];

/** A refusal of a field that is right. */
export const refusedField = (field: string, situation = 'invalid'): Refused => ({
  ...refuse(situation, {expected: 'another value', got: field, todo: TODO}),
  errors: {[field]: [`The ${field} field is wrong.`]},
});

/**
 * Refuses some creations, whatever they are like.
 * @param field that is named as the wrong one
 */
export const refusing = (
  which: (body: Wanted, view: View) => boolean,
  field: string,
  situation = 'invalid',
): Seam =>
  around(
    CREATE,
    (next) => (view, input) =>
      which(wanted(input), view) ? refusedField(field, situation) : next(view, input),
  );

/** Takes some creations for others. */
export const takingFor = (other: (body: Wanted, view: View) => Wanted | undefined): Seam =>
  around(
    CREATE,
    (next) => (view, input) =>
      next(view, {...input, body: other(wanted(input), view) ?? input.body}),
  );

/** A body with another value at a JSON Pointer. */
export const withValue = (body: Wanted, pointer: string, value: unknown): Wanted =>
  withAt(body, pointer, value) as Wanted;

/** Whether a body has nothing, or null, at a JSON Pointer. */
export const lacks = (body: Wanted, pointer: string): boolean =>
  (at(body, pointer) ?? undefined) === undefined;

/** The order that a creation stores. */
export const orderIn = ({changes = []}: Done): Order | undefined =>
  changes.flatMap((change) =>
    change.table === 'orders' && 'put' in change ? [change.put as Order] : [],
  )[0];

/** Members of the order in a response: under `data`, and in a read at the top. */
const shownWith = (body: unknown, members: object): unknown => {
  const {data} = body as {data?: object};
  return data
    ? {...(body as object), data: {...data, ...members}}
    : {...(body as object), ...members};
};

/**
 * Shows some created orders otherwise, in the response to their creation alone.
 * @param members to show; undefined: the order as it is
 */
export const shownOnCreate = (
  members: (order: Order, shown: Record<string, unknown>) => object | undefined,
): Seam =>
  afterwards(CREATE, (done) => {
    const order = orderIn(done);
    const shown = (done.body as {data: Record<string, unknown>}).data;
    const other = order && members(order, shown);
    return other ? {...done, body: shownWith(done.body, other)} : done;
  });

/** Shows some orders otherwise when one is read. */
export const shownWhenRead = (
  members: (shown: Record<string, unknown>) => object | undefined,
): Seam =>
  afterwards(READ, (done) => {
    const body = done.body as {data?: Record<string, unknown>} & Record<string, unknown>;
    const other = members(body.data ?? body);
    return other ? {...done, body: shownWith(body, other)} : done;
  });

/** Shows some orders otherwise in the list. */
export const shownInList = (
  members: (shown: Record<string, unknown>, input: Input) => object | undefined,
): Seam =>
  afterwards(LIST, (done, _view, input) => {
    const body = done.body as {data: Record<string, unknown>[]};
    const data = body.data.map((row) => ({...row, ...members(row, input)}));
    return {...done, body: {...body, data}};
  });

/**
 * Stores some created orders otherwise, and shows them so everywhere.
 * @param members of the stored row; undefined: the order as it is
 */
export const storedAs = (
  members: (order: Order, body: Wanted, view: View) => Partial<Order> | undefined,
): Seam =>
  afterwards(CREATE, (done, view, input) => {
    const order = orderIn(done);
    const other = order && members(order, wanted(input), view);
    if (!order || !other) return done;
    const changes = (done.changes ?? []).map((change): Change =>
      change.table === 'orders' ? {table: 'orders', put: {...order, ...other}} : change,
    );
    const {data: shown} = done.body as {data: Shown};
    return {...done, body: shownWith(done.body, shownMembers(shown, order, other)), changes};
  });

/** An order in a response. */
type Shown = Record<string, unknown> & {products: Record<string, unknown>[]};

/** What responses show of members of a row that differ from those of the right one. */
function shownMembers(
  shown: Shown,
  right: Order,
  {products, created_day: day, ...members}: Partial<Order>,
): object {
  return {
    ...members,
    ...(day !== undefined && {created_at: day}),
    ...(products && {products: products.map((one) => shownProduct(shown, right, one))}),
  };
}

/** A product as the response shows the right one, with the members that differ from it. */
function shownProduct(shown: Shown, right: Order, product: OrderProduct): object {
  const at = right.products.findIndex(({type, id}) => type === product.type && id === product.id);
  const {product: _product, access_until: _until, ...members} = product;
  return {...shown.products[at], ...members};
}

/** Creations that do more than they should. */
export const alsoPutting = (changes: (order: Order, view: View) => Change[]): Seam =>
  afterwards(CREATE, (done, view) => {
    const order = orderIn(done);
    return order ? {...done, changes: [...(done.changes ?? []), ...changes(order, view)]} : done;
  });

/**
 * Refused creations that leave something behind: what the creation of another body would store.
 * @param other a body that is right, by the refused one
 * @param tables of which the changes are kept
 */
export const leaving = (
  other: (body: Wanted, view: View) => Wanted | undefined,
  ...tables: string[]
): Seam =>
  around(CREATE, (next) => (view, input) => {
    const done = next(view, input);
    const right = isRefused(done) ? other(wanted(input), view) : undefined;
    if (!isRefused(done) || !right) return done;
    const made = next(view, {...input, body: right});
    const changes = isRefused(made) ? [] : (made.changes ?? []);
    const {refused: situation, errors = {}, form} = done;
    return {
      situation,
      ...(form !== undefined && {form}),
      body: {
        status: 422,
        errors: Object.entries(errors).map(([title, details]) => ({title, details})),
      },
      changes: changes.filter(({table}) => tables.includes(table)),
    };
  });

/** The answer to some creations is one that no document has. */
export const answeredOtherwise = (which: (body: Wanted) => boolean): Seam => ({
  seam: 'several',
  seams: [
    refusing(which, 'user', 'user-refused'),
    {seam: 'refusal', situation: 'user-refused', in: CREATE, as: {status: 410}},
  ],
});
