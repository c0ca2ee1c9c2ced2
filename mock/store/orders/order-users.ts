import type {View} from '../../operation.ts';
import type {Change} from '../../world/change.ts';
import {userKey} from '../users/find-user.ts';
import {newUserId} from '../users/new-user-id.ts';
import {newUser, placeholderEmail, uuidFrom, type User, type UserMove} from '../users/user.ts';
import {changesOf} from './order-changes.ts';
import {movedOrder} from './order-states.ts';
import {stateChoices} from './choices.ts';
import type {Order, OrderType} from './order.ts';

/** How an order identifies its user. */
export interface NamedUser {
  id?: string;
  email?: string;
}

/** Finds the user of an order: by external id, or else by email (NS-ST-33). */
export function namedUser(view: View, {id, email}: NamedUser): User | undefined {
  const byId = id === undefined ? undefined : userByIdInOrders(view, id);
  if (byId || email === undefined) return byId;
  return view.by<User>('users', 'email', email);
}

/** Finds the user with the id that orders show: the external id, or the internal id when there is no external one. */
export function userByIdInOrders(view: View, id: string): User | undefined {
  const holder = view.by<User>('users', 'external_id', id);
  if (holder) return holder;
  const gone = /^user-(\d{1,15})$/.exec(id)?.[1];
  const user = gone === undefined ? undefined : view.find<User>('users', userKey(view, gone));
  return user?.external_id === null ? user : undefined;
}

/** The id of a user that orders show. */
export const idInOrders = ({external_id: id, id: number}: User): string => id ?? `user-${number}`;

/** The user whom an order creates (Create rule 2). Values that the order does not contain are generated. */
export function createdUser(view: View, {id, email}: NamedUser): User {
  const number = newUserId(view);
  const uuid = uuidFrom((kind) => view.newId(kind));
  const values = {
    key: userKey(view, number),
    tenant: view.tenant,
    seq: view.newSeq(),
    id: number,
    uuid,
    email: email ?? placeholderEmail(number),
    external_id: id ?? uuid,
  };
  return newUser(values, view.now);
}

/** Orders that an admin creates, without a gateway: they end with their user (NS-ST-94). */
const MANUAL: Record<string, readonly OrderType[]> = {
  without_gateway: ['permission', 'report'],
  permissions: ['permission'],
};

/** The changes to the orders of a user who is deactivated or anonymized (States / User). */
export function ordersEnded(view: View, user: User, move: UserMove): Change[] {
  if (move === 'reactivate') return [];
  const manual = MANUAL[String(view.freedom('orders.manual'))] ?? [];
  const event = {
    event: 'cancel' as const,
    ...(move === 'anonymize' && {reason: 'deactivate_user'}),
  };
  return ordersOf(view, user).flatMap((order) => {
    if (!manual.includes(order.type)) return [];
    const moved = movedOrder(order, event, view.now, stateChoices(view));
    return 'refused' in moved ? [] : changesOf(view, moved.order, moved.effects);
  });
}

/** The orders of a user, oldest first. */
export const ordersOf = (view: View, user: User): Order[] =>
  view.all<Order>('orders', 'user', user.key);

/** A title of a user's orders in the form of a list of users. */
export interface PurchasedIssue {
  order_id: string;
  issue_id: string;
  name: string;
  status: string;
  /** Why the order was cancelled, in worlds that show it. */
  cancellation_reason?: string | null;
}

/** The titles of a user's orders, including cancelled orders and excluding pending ones. */
export const purchasedIssues = (view: View, user: User): PurchasedIssue[] =>
  ordersOf(view, user)
    .filter(({status}) => status !== 'pending')
    .flatMap((order) =>
      order.products
        .filter(({type}) => type === 'content')
        .map(({id, name, status}) => ({
          order_id: order.key,
          issue_id: id,
          name,
          status,
          ...shownReason(view, order),
        })),
    );

/** Why an order was cancelled, in worlds that show it (NS-ST-70). */
const shownReason = (view: View, {cancellation}: Order): {cancellation_reason?: string | null} =>
  view.freedom('orders.reason_shown') === true
    ? {cancellation_reason: cancellation?.reason ?? null}
    : {};
