import {buyerOf} from '../orders/buyer.ts';
import {objectOf} from '../orders/fields.ts';
import {addExternalLink, entryOf} from '../orders/products.ts';
import {refuseOrderFor} from '../orders/replies.ts';
import {isDay} from '../time.ts';
import type {Json, Reply, User} from '../types.ts';
import {parses} from '../web-address.ts';
import {before, bodyOf, listOf, type Turn, type Turns} from './types.ts';

/** Refuses a reference that an order of another store has. */
async function refuseForeign({ask, context, go}: Turn): Promise<Reply> {
  const {external_reference: reference} = ask.body;
  const others = context.world.stores.filter((one) => one !== context.store);
  const orders = others.flatMap(({commerce}) => commerce.orders);
  const taken = typeof reference === 'string' && orders.some((one) => one.reference === reference);
  return taken ? refuseOrderFor(422, 'external_reference', 'It is taken.') : go();
}

/** Gives all products of an order the address of the first one that has any. */
function shareAddress({ask: {body}}: Turn): void {
  const linked = listOf(body.products).filter(({url}) => {
    return typeof url === 'string' && /^https?:\/\/./.test(url) && parses(url);
  });
  for (const one of linked) one.url = linked[0]?.url;
}

/** Whether an order was refused for its user, or for a product that is not to be had. */
function isRefusedLate(reply: Reply): boolean {
  const titles = listOf(bodyOf(reply).errors).map((one) => String(one.title));
  return titles.length > 0 && titles.every((one) => /^(user|products\[\d+\])$/.test(one));
}

/** Makes the missing products of an order although it is refused. */
async function leaveLinks({ask: {body}, context, go}: Turn): Promise<Reply> {
  const reply = await go();
  if (body.type === 'permission' || !isRefusedLate(reply)) return reply;
  const told = listOf(body.products).filter(({name, type, url}) => {
    return type === 'content' && typeof name === 'string' && typeof url === 'string';
  });
  for (const one of told) {
    if (entryOf(context, String(one.id)) === undefined) addExternalLink(context, one);
  }
  return reply;
}

/** The user whom an order names. */
function namedIn({ask: {body}, context}: Turn): User | undefined {
  return buyerOf(context, objectOf(body.user) ?? {});
}

/** Serves an order as if its user were active; the user stays so when it was made. */
async function reactivating(turn: Turn): Promise<Reply> {
  const user = namedIn(turn);
  if (user === undefined || user.anonymized) return turn.go();
  const {deletedAt} = user;
  user.deletedAt = null;
  const reply = await turn.go();
  if (reply.status >= 300) user.deletedAt = deletedAt;
  return reply;
}

/** The anonymized user who had the address that an order names. */
function formerOwner({context}: Turn, named: Json): User | undefined {
  const users = [...context.store.users.values()];
  return users.find(({anonymized, history}) => {
    return anonymized && history.includes(`email:${String(named.email)}`);
  });
}

/** Makes an order for the anonymized user who had its address. */
async function findFormer(turn: Turn): Promise<Reply> {
  const {body} = turn.ask;
  const known = namedIn(turn);
  const former = known === undefined ? formerOwner(turn, objectOf(body.user) ?? {}) : undefined;
  if (former === undefined) return turn.go();
  const {deletedAt} = former;
  body.user = {id: former.uuid, email: former.email};
  former.deletedAt = null;
  const reply = await turn.go();
  former.deletedAt = deletedAt;
  return reply;
}

/** How new orders are mishandled. */
export const ORDER_TURNS_E2: Turns = {
  createOrder: {
    'order-permission-price-lost': before(({ask: {body}}) => {
      if (body.type === 'permission' && typeof body.unit_price === 'number') delete body.unit_price;
    }),
    'order-product-day-lost': before(({ask: {body}}) => {
      for (const one of listOf(body.products)) {
        if (isDay(String(one.expiration_date))) delete one.expiration_date;
      }
    }),
    'order-reference-taken-by-other-store': async (turn) => refuseForeign(turn),
    'order-links-share-url': before(shareAddress),
    'order-refused-makes-link': async (turn) => leaveLinks(turn),
    'order-reactivates-user': async (turn) => reactivating(turn),
    'order-finds-anonymized': async (turn) => findFormer(turn),
  },
};
