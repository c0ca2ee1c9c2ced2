/** Creations of orders as defects see them. */

import {at, withAt} from '../../../../spec/json.ts';
import type {Seam} from '../../../defect.ts';
import {isRefused, refuse, type Done, type Refused, type View} from '../../../operation.ts';
import type {Issue} from '../../../store/content/issue.ts';
import type {OrderInput} from '../../../store/orders/new-order.ts';
import type {Order} from '../../../store/orders/order.ts';
import {renderOrder} from '../../../store/orders/render-order.ts';
import type {User} from '../../../store/users/user.ts';
import type {Change, Row} from '../../../world/change.ts';
import {resource} from '../../families/resource.ts';
import {refusedAs, together, unchecked} from '../../families/seams.ts';
import type {When} from '../../families/when.ts';
import {withChanges} from '../../stored-rows.ts';

export const CREATE = ['createOrder'];

/** The body of a creation as a defect sees it: any member may be missing. */
export type Wanted = Partial<OrderInput> & {[name: string]: unknown};

type Creation = When<Order, Wanted>;

/** The body of a creation. */
export const wanted = ({body}: {body: unknown}): Wanted => body as Wanted;

const storedIn = <R extends Row>(changes: readonly Change[], table: string): R[] =>
  changes.flatMap((change) => (change.table === table && 'put' in change ? [change.put as R] : []));

/** The new order as the defects of its creation see it. */
export const NEW = resource<Order, Wanted>({
  table: 'orders',
  named: () => undefined,
  shows(view, order, {changes}) {
    const [user] = storedIn<User>(changes, 'users');
    return {data: renderOrder(view, order, user, storedIn<Issue>(changes, 'issues'))};
  },
});

/** The types of the products in a creation. */
export const kindsIn = ({products}: Wanted): unknown[] =>
  Array.isArray(products) ? products.map(({type}) => type as unknown) : [];

/** Ignores or changes a keyword of the schema of creations. */
export const free = (pointer: string, keyword: string, as?: unknown): Seam =>
  unchecked('createOrder', pointer, keyword, as);

/** A refusal of a valid field. */
export const refusedField = (field: string, situation = 'invalid'): Refused => ({
  ...refuse(situation, {
    expected: 'another value',
    got: field,
    todo: 'use a world without the defect',
  }),
  errors: {[field]: [`The ${field} field is wrong.`]},
});

/** Refuses creations because of a field. */
export const refusing = (when: Creation, field: string, situation?: string): Seam =>
  NEW.instead(CREATE, when, () => refusedField(field, situation));

/** Takes creations for others: with other members, or with the body that a function returns. */
export const taking = (
  when: Creation,
  other: Wanted | ((body: Wanted, view: View) => Wanted | undefined),
): Seam =>
  NEW.asking(CREATE, when, ({body, view}) => ({
    body: typeof other === 'function' ? (other(body, view) ?? body) : {...body, ...other},
  }));

/** A body with another value at a JSON Pointer. */
export const withValue = (body: Wanted, pointer: string, value: unknown): Wanted =>
  withAt(body, pointer, value) as Wanted;

/** Whether a body has no value, or null, at a JSON Pointer. */
export const lacks = (body: Wanted, pointer: string): boolean =>
  (at(body, pointer) ?? undefined) === undefined;

/** Lets creations store more than they should. */
export const putting = (when: Creation, more: (order: Order, view: View) => Change[]): Seam =>
  NEW.after(CREATE, when, (done, {view}, order) =>
    order ? withChanges(done, ...more(order, view)) : done,
  );

/** Lets creations store only some of their changes. */
export const losing = (when: Creation, isLost: (change: Change) => boolean): Seam =>
  NEW.after(CREATE, when, (done) => ({
    ...done,
    changes: (done.changes ?? []).filter((change) => !isLost(change)),
  }));

/** A refusal in the form of a success, so that it can store something. */
export const refusedButStoring = (
  {refused, errors = {}, form}: Refused,
  changes: Change[],
): Done => ({
  situation: refused,
  ...(form !== undefined && {form}),
  body: {
    status: 422,
    errors: Object.entries(errors).map(([title, details]) => ({title, details})),
  },
  changes,
});

/**
 * Lets refused creations store what the creation of another body would store.
 * @param other a valid body, by the refused one
 */
export const leaving = (
  table: string,
  when: Creation,
  other: (body: Wanted) => Wanted | undefined,
): Seam =>
  NEW.instead(CREATE, when, (next, {body, view}, input) => {
    const done = next(view, input);
    const right = isRefused(done) ? other(body) : undefined;
    if (!isRefused(done) || !right) return done;
    const made = next(view, {...input, body: right});
    const changes = isRefused(made) ? [] : (made.changes ?? []);
    return refusedButStoring(
      done,
      changes.filter((change) => change.table === table),
    );
  });

/** Gives creations an undocumented response. */
export const answeredOtherwise = (when: Creation, status = 410): Seam =>
  together(
    refusing(when, 'user', 'user-refused'),
    refusedAs('user-refused', {status}, {in: CREATE}),
  );
