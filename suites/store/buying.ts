/**
 * Actions of buyers, gateways and mailboxes. The API does not offer them, so hooks perform them
 * (`CONTROL_VERBS`). Payments only happen through them.
 */

import type {Exchange} from '../../spec/exchange.ts';
import {isUrl} from '../../spec/url.ts';
import type {Ref, Val} from '../../spec/value.ts';
import type {Judgement} from '../language/check.ts';
import {
  expectThat,
  NothingSeen,
  notApplicable,
  notExercised,
  undecided,
} from '../language/judge.ts';
import type {Handle, Script} from '../language/script.ts';
import {orderIn} from './order-rows.ts';
import {byId, content, createOrder, priced} from './ordering.ts';
import {createUser} from './people.ts';

/** A pending sale order, and its buyer. */
export interface Sale {
  /** The creation of the buyer. */
  buyer: Handle;
  /** The address to which mails about the order go. */
  email: Val;
  /** The creation of the order. */
  created: Handle;
}

/**
 * Records a sale order of a new user, as set-up.
 * @param more members in addition to those of every sale, or instead of them
 */
export function sell(s: Script, more: Record<string, Val> = {}): Sale {
  const reader = createUser(s);
  const created = createOrder(s, {...priced(s, 'sale', reader, [content(s)]), ...more});
  return {buyer: reader.created, email: reader.body.email, created};
}

/** The arguments of hooks about an order: a role, whose store is meant, and the id of the order. */
const about = (created: Handle): {role: string; order: Ref} => ({
  role: 'admin',
  order: created.at('/data/id'),
});

/** What a buyer does at the checkout. */
export type PaymentOutcome = 'approved' | 'declined' | 'pending';

/** Records what the buyer of a created order does at its checkout. */
export const pay = (
  s: Script,
  created: Handle,
  outcome: PaymentOutcome = 'approved',
  options: {optional?: true} = {},
): Handle => s.control('complete-payment', {...about(created), outcome}, options);

/** Records that the money of a created order arrives without the buyer. */
export const approveLate = (s: Script, created: Handle): Handle =>
  s.control('approve-late', about(created));

/** Records that the buyer of a created order leaves its checkout. */
export const leaveCheckout = (s: Script, created: Handle): Handle =>
  s.control('leave-checkout', about(created));

/** Records that a buyer opens the checkout URL of a created order, if it has one. */
export const openCheckout = (s: Script, created: Handle): Handle =>
  openUrl(s, created.at('/data/checkout/url'));

/** Records that a buyer opens a checkout URL that an order may have. */
export const openUrl = (s: Script, url: Val): Handle =>
  s.control('open-checkout', {role: 'admin', url}, {optional: true});

/**
 * Judges the checkout URL of a created order. According to an older description a checkout
 * may have a token instead (NS-ST-26).
 */
export function whenUrl(created: Exchange, judgement: () => Judgement): Judgement {
  const {checkout} = orderIn(created);
  const {url, token} = (checkout ?? {}) as {url?: unknown; token?: unknown};
  if (typeof url === 'string') return judgement();
  return token === undefined
    ? undecided('the checkout has no URL')
    : notApplicable('the checkout is a token (NS-ST-26)');
}

/** Records a read of a created order that has been paid; it may become approved a moment later. */
export const readApproved = (s: Script, created: Handle): Handle =>
  s.call('getOrder', {...byId(created), until: {at: '/status', in: ['approved']}});

/** Milliseconds to wait for a mail. */
const PATIENCE = 20_000;

/** What a mail is about. */
export type MailKind = 'order-reported' | 'sale-approved';

/** Records a read of the mails to an address, once there is one of this kind. */
export const awaitMail = (s: Script, to: Val, kind: MailKind): Handle =>
  s.control('read-mail', {role: 'admin', to, kind, wait_ms: PATIENCE});

/** Records a read of the mails that an address has got so far. */
export const readMail = (s: Script, to: Val): Handle => s.control('read-mail', {role: 'admin', to});

/** Records a report order of a new user, and the mails to that user once there is one about it. */
export function mailsOfReport(s: Script): Handle {
  const reader = createUser(s);
  createOrder(s, priced(s, 'report', reader, [content(s)]));
  return awaitMail(s, reader.body.email, 'order-reported');
}

/** Records a sale order that is paid, and the mails to its buyer once there is one about it. */
export function mailsOfSale(s: Script): Handle {
  const {email, created} = sell(s);
  pay(s, created);
  return awaitMail(s, email, 'sale-approved');
}

/** Records that mails are switched off; the run switches them on again. */
export const switchMailsOff = (s: Script, of: 'report' | 'sale'): Handle =>
  s.control('switch-mails', {role: 'admin', on: false, of});

/** Records that mails are switched on again. */
export const switchMailsOn = (s: Script, of: 'report' | 'sale'): Handle =>
  s.control('switch-mails', {role: 'admin', on: true, of});

/**
 * Judges the address to which a buyer was sent.
 * @param where the answer of the hook; without an address in it nothing is judged
 */
export function expectRedirect(where: Exchange, judge: (redirect: URL) => Judgement): Judgement {
  const redirect: unknown = where.body?.redirect;
  if (redirect === undefined)
    return notExercised(`the response of ${where.op} has no \`redirect\``);
  if (!isUrl(redirect))
    return expectThat(false, {
      branch: 'sent-nowhere',
      expected: 'the buyer to be sent to the `return_url` of the order',
      got: JSON.stringify(redirect),
      at: where,
    });
  return judge(new URL(redirect));
}

/** The members of a mail that judges read. */
export interface MailRow {
  [member: string]: unknown;
  kind?: unknown;
  order?: unknown;
}

/**
 * The mails of one kind that a hook has read.
 * @throws NothingSeen where it answers no list
 */
export function mailsIn({op, body}: Exchange, kind: MailKind): MailRow[] {
  const mails: unknown = body?.mails;
  if (!Array.isArray(mails)) throw new NothingSeen(`the response of ${op} has no list of mails`);
  return (mails as MailRow[]).filter((mail) => mail.kind === kind);
}

/** Records a read of the payment records of an order. */
export const readPayments = (s: Script, created: Handle): Handle =>
  s.control('payment-records', about(created));
