import type {Order} from './commerce-types.ts';
import {gatewayFor} from './orders/gateway.ts';
import {releaseMails, sendMail} from './mail.ts';
import {mayRead, userOf} from './orders/grants.ts';
import {approve} from './orders/moves.ts';
import {outcome, type Outcome} from './orders/payment.ts';
import {toldAgain} from './orders/told-again.ts';
import {shownId} from './sessions/view.ts';
import {showCheckout} from './site/checkout.ts';
import {localDay} from './time.ts';
import type {Context, Json, Reply, User} from './types.ts';
import {parses} from './web-address.ts';

/** A hook of the commerce chapters. */
type Verb = (context: Context, args: Json) => Reply;

function fail(status: number, error: string): Reply {
  return {status, body: {error}};
}

function done(body: Json = {}): Reply {
  return {status: 200, body};
}

function orderOf(context: Context, args: Json): Order | undefined {
  return context.store.commerce.orders.find((one) => one.id === args.order);
}

/** A hook that needs an order that is still to be paid. */
function onPending(act: (context: Context, order: Order) => Json): Verb {
  return (context, args) => {
    const order = orderOf(context, args);
    if (order === undefined) return fail(404, 'no such order');
    if (order.status !== 'pending') return fail(409, `this order is ${order.status}`);
    return done(act(context, order));
  };
}

/** A hook by which the buyer leaves the checkout. */
function leaving(what: Outcome): Verb {
  return onPending((context, order) => {
    const redirect = outcome(context, order, what);
    return {
      redirect,
      order_status: order.status,
      gateway: gatewayFor(context, order),
    };
  });
}

const OUTCOMES = new Map<unknown, Outcome>([
  ['approved', 'pay'],
  ['declined', 'decline'],
  ['pending', 'pay-later'],
]);

function completePayment(context: Context, args: Json): Reply {
  const {outcome: how = 'approved'} = args;
  const what = OUTCOMES.get(how);
  if (what === undefined) return fail(400, 'outcome: approved, declined or pending');
  return whilePending(leaving(what), what === 'pay')(context, args);
}

/** A verb that leaves an order as it is once that is no longer to be paid. */
function whilePending(verb: Verb, paid = true): Verb {
  return (context, args) => {
    const order = orderOf(context, args);
    if (order === undefined || order.status === 'pending') return verb(context, args);
    const user = userOf(context, order);
    const again = order.status === 'approved' && user !== undefined;
    if (again && context.faults.has('sale-mail-repeated-by-gateway')) {
      sendMail(context, user, order, 'sale-approved');
    }
    if (paid) toldAgain(context, order);
    return done({redirect: null, order_status: order.status});
  };
}

function userNamed(context: Context, name: unknown): User | undefined {
  const {users} = context.store;
  return users.get(Number(name)) ?? [...users.values()].find((one) => one.externalId === name);
}

function mayThisUserRead(context: Context, args: Json): Reply {
  const user = userNamed(context, args.user);
  if (user === undefined) return fail(404, 'no such user');
  const {type = 'content', product} = args;
  if (typeof product !== 'string') return fail(400, 'product: the id of a product');
  return done({may: mayRead(context, user, String(type), product)});
}

function readMail(context: Context, args: Json): Reply {
  const {to} = args;
  const {mails} = context.store.commerce;
  const mine = mails.filter((one) => to === undefined || one.to === to);
  return done({mails: mine.map((one) => ({...one, at: new Date(one.at).toISOString()}))});
}

function switchMails(context: Context, args: Json): Reply {
  const {on, of = 'all'} = args;
  if (typeof on !== 'boolean') return fail(400, 'on: true or false');
  if (of !== 'all' && of !== 'report' && of !== 'sale') return fail(400, 'of: report, sale or all');
  const {faults, store, world} = context;
  const stores = faults.has('mail-switch-over-stores') ? world.stores : [store];
  const stuck = faults.has('mail-switch-stuck');
  for (const {notifies} of stores.map(({commerce}) => commerce)) {
    if (of !== 'sale') notifies.report = on && !(stuck && !notifies.report);
    if (of !== 'report') notifies.sale = on && !(stuck && !notifies.sale);
  }
  releaseMails(context);
  return done();
}

function payments(context: Context, args: Json): Reply {
  const order = orderOf(context, args);
  if (order === undefined) return fail(404, 'no such order');
  const all = context.store.commerce.payments.filter((one) => one.order === order.id);
  return done({payments: all.map((one) => ({...one, at: new Date(one.at).toISOString()}))});
}

/** The kinds of gateway in the words of the API document. */
const KINDS = new Map([
  ['global-card', 'global card gateway'],
  ['regional-wallet', 'regional wallet gateway'],
  ['regional-through-wallet', 'regional gateway reached through the wallet gateway'],
  ['local-colombian', 'local Colombian gateway'],
]);

function whichGateway(context: Context, args: Json): Reply {
  const order = orderOf(context, args);
  if (order === undefined) return fail(404, 'no such order');
  const gateway = order.type === 'sale' ? gatewayFor(context, order) : null;
  return done({gateway: KINDS.get(gateway ?? '') ?? null});
}

/** Opens a checkout address as a browser without cookies would. */
function openCheckout(context: Context, args: Json): Reply {
  if (typeof args.url !== 'string' || !parses(args.url)) return fail(400, 'url: a URL');
  const {pathname: path, searchParams: query} = new URL(args.url);
  const id = path.split('/').at(-1) ?? '';
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
  const visit = {method: 'GET', path, query, form: {}, agent, address: '127.0.0.1', cookies: ''};
  return done({opens: showCheckout(context, visit, id).status === 200});
}

function seedCollection(context: Context): Reply {
  const {collections} = context.store.commerce;
  const collection = `Estante ${collections.length}`;
  collections.push(collection);
  return done({collection});
}

function listSubscriptions(context: Context, args: Json): Reply {
  const user = userNamed(context, args.user);
  if (user === undefined) return fail(404, 'no such user');
  const today = localDay(context.now(), context.store);
  const running = user.plans.filter(
    ({cancelledAt, until}) => cancelledAt === null && (until === null || until >= today),
  );
  const subscriptions = running.map((one) => ({
    plan: one.plan.id,
    last_day: one.until,
    name: one.label,
  }));
  return done({subscriptions});
}

function catalogEntry(context: Context, args: Json): Reply {
  const entry = context.store.commerce.catalog.get(String(args.product));
  if (entry === undefined) return fail(404, 'no such product');
  const {name, fileType: kind, url, storefront} = entry;
  return done({name, kind, url, storefront});
}

function isSignedIn(context: Context, args: Json): Reply {
  const sessions = [...context.store.users.values()].flatMap((user) => user.sessions);
  const alive = sessions.some(
    (one) => shownId(context, one) === args.session && one.expiresAt > context.now(),
  );
  return done({alive});
}

const VERBS = new Map<unknown, Verb>([
  ['complete-payment', completePayment],
  ['decline-payment', leaving('decline')],
  ['leave-checkout', leaving('leave')],
  ['pay-later', leaving('pay-later')],
  [
    'approve-late',
    whilePending(
      onPending((context, order) => {
        approve(context, order);
        return {order_status: order.status};
      }),
    ),
  ],
  ['which-gateway', whichGateway],
  ['payment-records', payments],
  ['may-this-user-read', mayThisUserRead],
  ['catalog-entry', catalogEntry],
  ['read-mail', readMail],
  ['switch-mails', switchMails],
  ['is-signed-in', isSignedIn],
  ['open-checkout', openCheckout],
  ['seed-collection', seedCollection],
  ['list-subscriptions', listSubscriptions],
]);

/** The hook of a verb of the commerce chapters, if it is one. */
export function commerceVerb(verb: unknown): Verb | undefined {
  return VERBS.get(verb);
}
