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
import {withChanges} from '../../stored-rows.ts';

export const CREATE = ['createOrder'];
const READ = ['getOrder'];
const LIST = ['listOrders'];

const TODO = 'use a world without the defect';

/** The body of a creation as a defect sees it: any member may be missing. */
export type Wanted = Partial<OrderInput> & {[name: string]: unknown};

/** The body of a creation. */
export const wanted = ({body}: {body: unknown}): Wanted => body as Wanted;

/** The types of the products in a creation. */
export const kindsIn = ({products}: Wanted): unknown[] =>
  Array.isArray(products) ? products.map(({type}) => type as unknown) : [];

/** A refusal of a valid field. */
export const refusedField = (field: string, situation = 'invalid'): Refused => ({
  ...refuse(situation, {expected: 'another value', got: field, todo: TODO}),
  errors: {[field]: [`The ${field} field is wrong.`]},
});

/**
 * Refuses some creations, whatever they contain.
 * @param field the field in the refusal
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

/** Replaces some creations by others. */
export const takingFor = (other: (body: Wanted, view: View) => Wanted | undefined): Seam =>
  around(
    CREATE,
    (next) => (view, input) =>
      next(view, {...input, body: other(wanted(input), view) ?? input.body}),
  );

/** A body with another value at a JSON Pointer. */
export const withValue = (body: Wanted, pointer: string, value: unknown): Wanted =>
  withAt(body, pointer, value) as Wanted;

/** Whether a body has no value, or null, at a JSON Pointer. */
export const lacks = (body: Wanted, pointer: string): boolean =>
  (at(body, pointer) ?? undefined) === undefined;

/** The order that a creation stores. */
export const orderIn = ({changes = []}: Done): Order | undefined =>
  changes.flatMap((change) =>
    change.table === 'orders' && 'put' in change ? [change.put as Order] : [],
  )[0];

/** Changes members of the order in a response: in `data`, and in a read at the top level. */
const shownWith = (body: unknown, members: object): unknown => {
  const {data} = body as {data?: object};
  return data
    ? {...(body as object), data: {...data, ...members}}
    : {...(body as object), ...members};
};

/**
 * Changes some created orders in the response to their creation only.
 * @param members the changed members; undefined: no change
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

/** Changes some orders when a single one is read. */
export const shownWhenRead = (
  members: (shown: Record<string, unknown>, view: View) => object | undefined,
): Seam =>
  afterwards(READ, (done, view) => {
    const body = done.body as {data?: Record<string, unknown>} & Record<string, unknown>;
    const other = members(body.data ?? body, view);
    return other ? {...done, body: shownWith(body, other)} : done;
  });

/** Changes some orders in the list. */
export const shownInList = (
  members: (shown: Record<string, unknown>, input: Input) => object | undefined,
): Seam =>
  afterwards(LIST, (done, _view, input) => {
    const body = done.body as {data: Record<string, unknown>[]};
    const data = body.data.map((row) => ({...row, ...members(row, input)}));
    return {...done, body: {...body, data}};
  });

/**
 * Stores some created orders with other members, which all responses show.
 * @param members the changed members of the row; undefined: no change
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

/** The members of a response that differ because the row differs from the correct one. */
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

/** A product of the response with the members that differ from the correct one. */
function shownProduct(shown: Shown, right: Order, product: OrderProduct): object {
  const at = right.products.findIndex(({type, id}) => type === product.type && id === product.id);
  const {product: _product, access_until: _until, ...members} = product;
  return {...shown.products[at], ...members};
}

/** Defects of creations that do more than they should. */
export const alsoPutting = (changes: (order: Order, view: View) => Change[]): Seam =>
  afterwards(CREATE, (done, view) => {
    const order = orderIn(done);
    return order ? withChanges(done, ...changes(order, view)) : done;
  });

/** A refusal in the form of a success, so that it can store something. */
function refusedButStoring({refused, errors = {}, form}: Refused, changes: Change[]): Done {
  const shown = Object.entries(errors).map(([title, details]) => ({title, details}));
  return {
    situation: refused,
    ...(form !== undefined && {form}),
    body: {status: 422, errors: shown},
    changes,
  };
}

/**
 * Defects of refused creations that store what the creation of another body would store.
 * @param other a valid body, by the refused one
 * @param tables the tables whose changes are retained
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
    return refusedButStoring(
      done,
      changes.filter(({table}) => tables.includes(table)),
    );
  });

/** Gives some creations an undocumented response. */
export const answeredOtherwise = (which: (body: Wanted) => boolean): Seam => ({
  seam: 'several',
  seams: [
    refusing(which, 'user', 'user-refused'),
    {seam: 'refusal', situation: 'user-refused', in: CREATE, as: {status: 410}},
  ],
});
