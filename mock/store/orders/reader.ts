import {refuse, type Refused, type Transition, type View} from '../../operation.ts';
import type {User} from '../users/user.ts';
import {EXTERNAL_LINK} from '../content/issue.ts';
import {userById} from '../users/find-user.ts';
import {productById, titleById} from './catalog.ts';
import {mayRead, type WantedProduct} from './may-read.ts';
import {ordersOf, userByIdInOrders} from './order-users.ts';
import type {Order, ProductType} from './order.ts';
import {todayOf} from './today.ts';

/** A reader and a product, by the ids that responses show. */
export interface WantedAccess {
  user: string | number;
  product: string | number;
  type?: ProductType;
}

/** A product of an order, in the form of the reader's URL. */
export interface ReaderAddress {
  /** Key of the order. */
  order: string;
  /** The number of the product, from 1. */
  number: string;
}

/** Returns whether a user may read a product now: `{may}`. */
export const readAccess: Transition = (view, {body}) => {
  const {user: userId, product: productId, type = 'content'} = body as WantedAccess;
  const user = userByAnyId(view, String(userId));
  if (!user) return notFound('user-not-found', 'a user of this store', `no user ${userId}`);
  const product = productById(view, type, String(productId));
  if (!product) return notFound('no-such-title', 'a product of this store', `no ${productId}`);
  return told(view, user, {type, product: product.key});
};

/** Returns whether the user of an order may read one of its products now: `{may}`. */
export const openReader: Transition = (view, {body}) => {
  const {order: key, number} = body as ReaderAddress;
  const order = view.find<Order>('orders', key);
  const product = order?.products[Number(number) - 1];
  const user = order && view.find<User>('users', order.user);
  if (!product || !user) return notFound('no-such-title', 'a product of an order', `${key}`);
  return told(view, user, {type: product.type, product: product.product});
};

/** Returns the catalog's data of a title: `{name, kind, url, storefront}` (Create rule 3). */
export const readCatalogEntry: Transition = (view, {body}) => {
  const {product: id} = body as Pick<WantedAccess, 'product'>;
  const title = titleById(view, String(id));
  if (!title) return notFound('no-such-title', 'a title of this store', `no ${id}`);
  const {name, kind, file_url, storefront} = title;
  const url = kind === EXTERNAL_LINK ? file_url : null;
  return {situation: 'catalog-entry', body: {name, kind, url, storefront}};
};

const told = (view: View, user: User, wanted: WantedProduct) => ({
  situation: 'access-told',
  body: {may: mayRead(user, ordersOf(view, user), wanted, todayOf(view))},
});

/** Finds a user by id, external id or UUID. */
function userByAnyId(view: View, id: string): User | undefined {
  const isNumber = /^\d{1,15}$/.test(id);
  const byId = isNumber ? userById(view, id) : undefined;
  return byId ?? userByIdInOrders(view, id) ?? view.by<User>('users', 'uuid', id);
}

const notFound = (situation: string, expected: string, got: string): Refused =>
  refuse(situation, {expected, got, todo: 'use an id that responses of this store show'});
