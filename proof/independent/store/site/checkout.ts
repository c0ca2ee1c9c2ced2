import type {Order} from '../commerce-types.ts';
import {gatewayFor} from '../orders/gateway.ts';
import {readPass} from '../orders/checkout-token.ts';
import {userOf} from '../orders/grants.ts';
import {outcome, type Outcome, OUTCOMES} from '../orders/payment.ts';
import {openSession} from '../sessions/open.ts';
import {pause} from '../time.ts';
import type {Context, Reply, User} from '../types.ts';
import {escapeHtml, page, redirect, withCookie} from './pages.ts';
import {COOKIE, sessionOf, type Visit} from './visit.ts';

interface Admitted {
  order: Order;
  user: User;
}

/** Whether a newer link voids a token, which it does on a faulty server only. */
function isVoid({faults}: Context, order: Order, token: string): boolean {
  const newest = order.history.findLast((entry) => entry.startsWith('url:')) ?? '';
  return faults.has('checkout-reading-voids-older') && !newest.endsWith(token);
}

/** Whether a browser is signed in as the buyer, which is enough for a faulty server. */
function isKnown(context: Context, visit: Visit, order: Order): boolean {
  if (!context.faults.has('checkout-late-for-signed-in')) return false;
  return sessionOf(context, visit)?.user.id === order.userId;
}

/** The order and user of a link whose token is alive. */
function linked(context: Context, visit: Visit, id: string): Admitted | undefined {
  const token = visit.query.get('external-auth-token') ?? '';
  const order = context.store.commerce.orders.find((one) => one.id === id);
  const user = order && userOf(context, order);
  if (order === undefined || user === undefined || isVoid(context, order, token)) return undefined;
  if (isKnown(context, visit, order)) return {order, user};
  const pass = readPass(context, token);
  return pass?.order === id && pass.uuid === user.uuid ? {order, user} : undefined;
}

/** The order and user of a visit with a live token, or the page that refuses it. */
function admit(context: Context, visit: Visit, id: string): Admitted | Reply {
  const found = linked(context, visit, id);
  if (found === undefined) {
    return page(403, 'This link has expired', '<p>Ask the shop for a new one.</p>');
  }
  const {order, user} = found;
  const {faults} = context;
  if (user.deletedAt !== null && !faults.has('checkout-signs-in-deactivated')) {
    return page(403, 'Nobody can sign in here', '');
  }
  const open = faults.has('checkout-pays-cancelled') && order.status === 'cancelled';
  if (order.status === 'pending' || open) return found;
  return page(404, 'There is nothing to pay', `<p>This order is ${order.status}.</p>`);
}

function form(visit: Visit, what: string): string {
  const token = encodeURIComponent(visit.query.get('external-auth-token') ?? '');
  const base = visit.path.replace(/^.*\//, '');
  const action = escapeHtml(`${base}/${what}?external-auth-token=${token}`);
  return `<form method="post" action="${action}"><button>${what}</button></form>`;
}

function checkoutPage(context: Context, visit: Visit, {order, user}: Admitted): Reply {
  const gateway = gatewayFor(context, order) ?? '';
  const sum = `${order.unitPrice} ${order.currency ?? ''}`;
  const lines = [
    `<p data-gateway="${gateway}">${escapeHtml(user.email)} pays ${sum} by ${gateway}.</p>`,
    ...OUTCOMES.map((what) => form(visit, what)),
  ];
  return page(200, 'Checkout', lines.join(''));
}

/** GET of a checkout address: signs the user in, and shows how to pay. */
export function showCheckout(context: Context, visit: Visit, id: string): Reply {
  const admitted = admit(context, visit, id);
  if (!('order' in admitted)) return admitted;
  const shown = checkoutPage(context, visit, admitted);
  const {faults} = context;
  const present = sessionOf(context, visit)?.user;
  const kept = present !== undefined && faults.has('checkout-keeps-other-session');
  if (kept || present === admitted.user) return shown;
  const {history} = admitted.order;
  if (faults.has('checkout-signs-nobody-in')) return shown;
  if (faults.has('checkout-signs-in-once') && history.includes('opened')) return shown;
  history.push('opened');
  const session = openSession(context, admitted.user, visit.agent, visit.address);
  session.byLink = true;
  return withCookie(shown, COOKIE, `${session.id}.${session.key}`);
}

function isOutcome(what: string): what is Outcome {
  return OUTCOMES.some((one) => one === what);
}

/** POST of one of the forms of the checkout page: pay, decline, leave, pay-later. */
export async function finishCheckout(
  context: Context,
  visit: Visit,
  id: string,
  what: string,
): Promise<Reply> {
  const admitted = admit(context, visit, id);
  if (!('order' in admitted)) return admitted;
  if (!isOutcome(what)) return page(404, 'There is no such page', '');
  if (context.faults.has('checkout-cancel-race')) await pause(150);
  return redirect(303, outcome(context, admitted.order, what));
}
