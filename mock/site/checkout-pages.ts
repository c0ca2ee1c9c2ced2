import express, {type Request, type Response, type Router} from 'express';
import {faultOf} from '../faults/ordered-fault.ts';
import {pageHeaders} from '../http/page-frame.ts';
import {noteBody} from '../http/recorded.ts';
import {isRefused, type Refused} from '../operation.ts';
import type {StoreRow} from '../store/access/rows.ts';
import {AUTH_TOKEN} from '../store/checkout/shown-checkout.ts';
import {returnAddress, type ReturnStatus} from '../store/checkout/return-address.ts';
import type {CheckoutOutcome, Settled} from '../store/checkout/settle-checkout.ts';
import {stateChoices} from '../store/orders/choices.ts';
import {gatewayOf} from '../store/orders/currencies.ts';
import type {Order} from '../store/orders/order.ts';
import type {User} from '../store/users/user.ts';
import {BUTTONS, checkoutPage, closedPage, returnPage} from './checkout-page.ts';
import {clientOf} from './client.ts';
import {ownFormsOnly} from './own-forms-only.ts';
import {giveSession} from './session-cookie.ts';
import {
  localsOf,
  perform,
  prefixOf,
  refusedMethod,
  showProblem,
  textOf,
  type SitePages,
  type SiteParts,
} from './site-app.ts';

/** The checkout of a pending sale: its URL is a member of the order (Orders, Create rule 4). */
export const checkoutPages: SitePages = {
  name: 'checkout',
  router(parts): Router {
    const router = express.Router({caseSensitive: true, strict: true});
    const form = express.urlencoded({extended: false, limit: '64kb', verify: noteBody});
    router
      .route('/:order')
      .get((request, response) => show(parts, request, response))
      .post(ownFormsOnly, form, (request, response) => take(parts, request, response))
      .all((request, response) => {
        response.set('Allow', 'GET, HEAD, POST');
        localsOf(response).entry = refusedMethod(request.method, 'GET, HEAD, POST');
        showProblem(response, 405, 'That is no way to pay.', TODO);
      });
    return router;
  },
};

const TODO = 'Open the link of the order again, or ask the shop for a new one.';

/** Status and text of each refusal; only the buyer learns the result of an order. */
const REFUSALS: Record<string, [status: number, what: string]> = {
  'checkout-unknown': [404, 'There is no such checkout.'],
  'checkout-forged': [403, 'This link does not belong to this order.'],
  'checkout-expired': [410, 'This link is over.'],
  'buyer-not-active': [403, 'The account of this link is closed.'],
};

const orderOf = (response: Response, key: string): Order | undefined =>
  localsOf(response).world.table('orders').get(key) as Order | undefined;

/**
 * The response to the form is a redirect to the shop, which `form-action` has to allow. With the policy `no-referrer`
 * a browser would send `Origin: null`, and the form would not count as this page's own.
 */
const FORM_HEADERS = pageHeaders({formAction: "'self' http: https:", referrer: 'same-origin'});

/** GET: signs the buyer in and shows the payment. */
async function show(parts: SiteParts, request: Request, response: Response): Promise<void> {
  const token = textOf(request.query[AUTH_TOKEN]);
  const key = textOf(request.params['order']);
  const order = orderOf(response, key);
  if (!order) return refuseUnknown(response);
  const outcome = await perform(parts, response, {
    operation: 'openCheckout',
    tenant: order.tenant,
    body: {order: key, token, client: clientOf(request)},
  });
  if (isRefused(outcome)) return refuse(response, outcome, order);
  const {world} = localsOf(response);
  const {session} = outcome.body as {session: string | null};
  const isSignedIn = session !== null && giveSession(response, order.tenant, session);
  const buyer = world.table('users').get(order.user) as User;
  const {name} = world.table('stores').get(order.tenant) as StoreRow;
  const html = checkoutPage({
    order,
    store: name,
    gateway: gatewayOf(order.currency_id) ?? 'gateway',
    buyer: buyer.email,
    token,
    action: `${prefixOf(response)}/checkout/${key}`,
    isSignedIn,
    declined: stateChoices(world.view(order.tenant)).declined,
  });
  response.set(FORM_HEADERS).send(html);
}

/** POST: pays, declines or leaves, and redirects the buyer to the shop. */
async function take(parts: SiteParts, request: Request, response: Response): Promise<void> {
  const form: Record<string, unknown> = request.body ?? {};
  const key = textOf(request.params['order']);
  const order = orderOf(response, key);
  if (!order) return refuseUnknown(response);
  const button = textOf(form['outcome']) as CheckoutOutcome;
  if (!Object.hasOwn(BUTTONS, button)) return refuseButton(response, button);
  const outcome = await perform(parts, response, {
    operation: 'settleCheckout',
    tenant: order.tenant,
    body: {order: key, token: textOf(form[AUTH_TOKEN]), outcome: button},
  });
  if (isRefused(outcome)) return refuse(response, outcome, order, true);
  const {redirect, order_status: status} = outcome.body as Settled;
  const fault = faultOf(request)?.rule.act.return;
  if (fault === 'missing') return sendBack(response, status, null);
  if (fault === 'twice' && redirect !== null) return sendBackTwice(response, redirect);
  sendBack(response, status, redirect);
}

/** Maximum length of a URL in a header: clients refuse responses whose headers are too long. */
const MAX_LOCATION_CHARS = 8000;

/** Redirects the buyer to the shop; if the URL does not fit in a header, a page shows the result. */
function sendBack(response: Response, status: Order['status'], redirect: string | null): void {
  if (redirect === null || redirect.length > MAX_LOCATION_CHARS)
    return void response.set(pageHeaders()).send(closedPage(status, redirect));
  response.set({'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer'});
  response.redirect(303, redirect);
}

/** An ordered fault: the buyer's browser opens the URL of the shop in a frame, and then goes there. */
function sendBackTwice(response: Response, redirect: string): void {
  response.set(pageHeaders({frames: 'http: https:'})).send(returnPage(redirect));
}

function refuseButton(response: Response, button: string): void {
  const why = {
    expected: `one of outcome=${Object.keys(BUTTONS).join(', outcome=')}`,
    got: button === '' ? 'no outcome' : `outcome=${button}`,
    todo: 'send the form of the page, with one of its buttons',
  };
  localsOf(response).entry = {situation: 'button-unknown', why};
  showProblem(response, 400, 'No button was pressed.', 'Go back and press one.');
}

function refuseUnknown(response: Response): void {
  const why = {expected: 'an order', got: 'none', todo: 'use the URL as the order shows it'};
  localsOf(response).entry = {situation: 'checkout-unknown', why};
  showProblem(response, 404, 'There is no such checkout.', TODO);
}

/**
 * @param isForm whether the buyer has pressed a button: for an order that is over, the response is a redirect to the
 * shop
 */
function refuse(response: Response, {refused}: Refused, order: Order, isForm = false): void {
  if (refused !== 'checkout-closed') {
    const [status, what] = REFUSALS[refused] ?? [409, 'This order cannot be paid.'];
    return showProblem(response, status, what, TODO);
  }
  const back = returnAddress(order, returnStatusOf(order));
  if (isForm) return sendBack(response, order.status, back);
  response.status(410).set(pageHeaders()).send(closedPage(order.status, back));
}

/** The return URL of an order that is no longer in its checkout. */
const returnStatusOf = ({status}: Order): ReturnStatus =>
  status === 'cancelled' ? 'cancelled' : 'approved';
