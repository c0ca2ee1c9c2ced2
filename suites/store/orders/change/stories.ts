/**
 * The changes of orders, the sequences of changes (stories), and the ways of reading an order
 * (Orders).
 */

import type {Val} from '../../../../spec/value.ts';
import type {Args, Handle, Script} from '../../../language/script.ts';
import {byId, byReference, listOrders, type OrderedProduct} from '../../ordering.ts';

/** What a request changes in an order: its status, or the expiration of some products. */
export interface Change {
  body: Record<string, Val>;
  /** The product that it names, by its position. */
  product?: number;
  ends?: true;
}

export const CHANGES = {
  pause: {body: {status: 'paused'}},
  approve: {body: {status: 'approved'}},
  'let all expire': {body: {expiration_date: '2033-01-31'}},
  'let all expire later': {body: {expiration_date: '2034-12-31'}},
  'let the first expire': {body: {expiration_date: '2032-02-29'}, product: 0},
  'let the second expire': {body: {expiration_date: '2031-10-31'}, product: 1},
  'change to no status': {body: {status: 'presscheck-none-of-these'}},
  cancel: {body: {reason: 'bought twice'}, ends: true},
} satisfies Record<string, Change>;

export type ChangeName = keyof typeof CHANGES;

/** Sequences of changes; the document describes each change in the state of the order. */
export const STORIES: Record<string, string> = {
  'expired, paused and cancelled': 'let all expire, pause, cancel',
  'paused twice': 'pause, approve, pause, approve, cancel',
  'one product after the other':
    'let the second expire, let the first expire, pause, approve, let the second expire, cancel',
  'all after one': 'let the second expire, let all expire, let all expire later, cancel',
  'refused in between': 'pause, change to no status, approve, change to no status, cancel',
};

/** The changes of a story. */
export const changesOf = (story: string): ChangeName[] =>
  (STORIES[story] ?? '').split(', ') as ChangeName[];

/** The order that a scene changes. */
export interface Subject {
  created: Handle;
  reference: Val;
  email: Val;
  products: OrderedProduct[];
}

/** The ways of showing an order; two of them follow every change, in turn. */
export const WAYS: ((s: Script, subject: Subject) => Handle)[] = [
  (s, {created}) => s.call('getOrder', byId(created)),
  (s, {reference}) => s.call('getOrder', byReference(reference)),
  (s, {email}) => listOrders(s, {user_email: email}),
  (s, {created}) => listOrders(s, {user_id: created.at('/data/user/id')}),
  (s, {products: [product], email}) =>
    listOrders(s, {
      user_email: email,
      product_id: product?.id ?? '',
      product_type: product?.type ?? '',
    }),
];

/** Records one change of an order, by its id or by the reference. */
export function changeOrder(
  s: Script,
  subject: Subject,
  {body, product, ends}: Change,
  by: string,
): Handle {
  const name: Args = by === 'reference' ? byReference(subject.reference) : byId(subject.created);
  if (ends) return s.call('cancelOrder', {...name, body});
  const {id = '', type = ''} = subject.products[product ?? -1] ?? {};
  const named: Record<string, Val> =
    product === undefined ? {} : {product_id: id, product_type: type};
  return s.call('updateOrder', {...name, query: {...name.query, ...named}, body});
}
