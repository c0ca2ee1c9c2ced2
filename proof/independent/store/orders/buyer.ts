import {emailTaken, sameEmail} from '../find.ts';
import {blankUser} from '../seeds.ts';
import type {Context, Json, User} from '../types.ts';
import {given} from './fields.ts';

/** The id by which orders know a user: the caller's, or else the uuid. */
export function orderUserId(user: User): string {
  return user.externalId ?? user.uuid;
}

/** The user whom an order names; the id counts more than the address. */
export function buyerOf(context: Context, named: Json): User | undefined {
  const users = [...context.store.users.values()];
  const {id, email} = named;
  const byId = given(id)
    ? (users.find((one) => one.externalId === id) ?? users.find((one) => one.uuid === id))
    : undefined;
  if (byId !== undefined || !given(email)) return byId;
  const {faults} = context;
  if (faults.has('order-user-made-again') && !given(id)) return undefined;
  if (faults.has('order-unknown-id-makes-user') && given(id)) return undefined;
  if (faults.has('order-user-email-case')) return users.find((one) => one.email === email);
  return users.find((one) => sameEmail(context, one.email, String(email)));
}

/** An address for a user of whom only an id is known. */
function placeholder(context: Context): string {
  return `order-reader-${context.world.nextUser}@${context.store.key}.bookshelf.example`;
}

/** Why an order cannot be made for this user (undefined: a new one); null when it can. */
export function refuseBuyer(context: Context, body: Json, user: User | undefined): string | null {
  if (user !== undefined) {
    const open = context.variants.has('orders-for-the-deactivated');
    return user.deletedAt === null || open ? null : 'This user is deactivated.';
  }
  const {faults, variants} = context;
  if (body.type === 'report' && !variants.has('orders-report-makes-users')) {
    return 'There is no such user.';
  }
  if (faults.has('order-permission-user-unknown') && body.type === 'permission') {
    return 'There is no such user.';
  }
  if (faults.has('order-sale-user-unknown') && body.type === 'sale') return 'Please register.';
  if (faults.has('order-user-made-again') || faults.has('order-unknown-id-makes-user')) return null;
  if (faults.has('order-user-email-case')) return null;
  const {email} = {...(body.user as Json)};
  const reserved = given(email) && emailTaken(context, String(email), null);
  return reserved ? 'This address is reserved.' : null;
}

/** Makes the user whom an order names. */
export function makeBuyer(context: Context, named: Json): User {
  const told = given(named.email) && !context.faults.has('order-new-user-email-lost');
  const email = told ? String(named.email) : placeholder(context);
  const user = blankUser(context.world, email, String(named.id), context.now());
  const forgets = context.faults.has('order-new-user-without-id');
  if (!given(named.id) || forgets) user.externalId = null;
  user.history.push('made-by-order');
  context.store.users.set(user.id, user);
  return user;
}
