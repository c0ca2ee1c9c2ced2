import {defined} from '../../../spec/defined.ts';
import {guarded} from '../../guarded.ts';
import type {View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import {isAlive, type AuthSession} from '../auth-sessions/session.ts';
import {isNotSignedIn, signIn, type Client} from '../auth-sessions/sign-in.ts';
import type {User} from '../users/user.ts';
import {
  CHECKOUT_GUARDS,
  findCheckout,
  passOf,
  type Checkout,
  type CheckoutInput,
} from './find-checkout.ts';
import type {CheckoutPass} from './pass.ts';

/** The session that a checkout URL started. Its key is the nonce of the pass. */
export interface CheckoutVisit extends Row {
  /** Key of the session. */
  readonly session: string;
}

/** The inputs for opening a checkout in addition to its URL. */
export interface Opening extends CheckoutInput {
  token: string;
  client: Client;
}

/**
 * Opens the checkout by its URL, which signs the buyer in for the lifetime of the URL (Authentication 4). Opening the
 * same URL again continues the same session.
 */
export const openCheckout = guarded<Checkout>({
  find: (view, {body}) => findCheckout(view, body),
  guards: CHECKOUT_GUARDS,
  perform(checkout, view, {body}) {
    const {client} = body as Opening;
    const buyer = defined(checkout.buyer, 'the buyer');
    const pass = passOf(checkout);
    const begun = pass && sessionBegun(view, pass);
    if (begun) return {situation: 'checkout-opened', body: opened(begun.key)};
    const {session, changes} = signedIn(view, buyer, client, pass);
    return {situation: 'checkout-opened', body: opened(session), changes};
  },
});

/** The result of opening a checkout. */
export interface Opened {
  /** Key of the session; null if a limit of sessions prevented it. */
  session: string | null;
  /** Whether the order can be paid there. */
  opens: boolean;
}

const opened = (session: string | null): Opened => ({session, opens: true});

/** The session that an earlier opening started, if it is still active. */
function sessionBegun(view: View, {nonce}: CheckoutPass): AuthSession | undefined {
  const visit = view.find<CheckoutVisit>('checkout_visits', nonce);
  const session = visit && view.find<AuthSession>('auth_sessions', visit.session);
  return session && isAlive(session, view.now) ? session : undefined;
}

/** A session that expires with the pass in any case; null if a limit of sessions prevents it. */
function signedIn(
  view: View,
  buyer: User,
  client: Client,
  pass: CheckoutPass | undefined,
): {session: string | null; changes: Change[]} {
  const result = signIn(view, buyer, client);
  if (isNotSignedIn(result)) return {session: null, changes: []};
  if (!pass) return {session: result.session.key, changes: result.changes};
  const session: AuthSession = {...result.session, expires: pass.until, until: pass.until};
  const changes = result.changes.map((change) =>
    'put' in change && change.put.key === session.key ? {...change, put: session} : change,
  );
  const visit: CheckoutVisit = {
    key: pass.nonce,
    tenant: view.tenant,
    seq: view.newSeq(),
    session: session.key,
  };
  return {session: session.key, changes: [...changes, {table: 'checkout_visits', put: visit}]};
}
