/** Mails to users whom orders name in several ways, and mails that were switched off for some time (Events). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {expectEqual, notApplicable, undecided} from '../../language/judge.ts';
import {isCreated} from '../../language/outcome.ts';
import type {Handle, Script} from '../../language/script.ts';
import {
  awaitMail,
  mailsIn,
  pay,
  sell,
  switchMailsOff,
  switchMailsOn,
  type MailKind,
  mailsOfReport,
  mailsOfSale,
} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {content, createOrder, priced, somebody, userOf} from '../ordering.ts';
import {createUser} from '../people.ts';

const REPORTED = 'store.events.report-order-mails-the-user';
const APPROVED = 'store.events.approved-sale-mails-the-user';

/** Exactly one mail of a kind came. */
const expectOneMail = (mails: Exchange, kind: MailKind, branch: string): Judgement =>
  expectEqual(mailsIn(mails, kind).length, 1, branch, mails, `the number of mails ${kind}`);

/**
 * Records a report order of a user, with this member `user`. The same title is ordered for another user before, so that
 * a refusal is about this member, and not about the title.
 */
function reportFor(s: Script, user: Record<string, Val>): Handle {
  const body = priced(s, 'report', createUser(s), [content(s)]);
  createOrder(s, body);
  return s.call('createOrder', {body: {...body, user}});
}

/**
 * A mail is sent if the order is created for this user. It is open whether the order of an unknown user is created, and
 * which id of a user orders name (NS-ST-31, NS-ST-33).
 */
function expectMailIfCreated(
  created: Exchange,
  email: unknown,
  mails: Exchange,
  branch: string,
): Judgement {
  const {user} = isCreated(created) ? orderIn(created) : {};
  const shown = (user as {email?: unknown} | undefined)?.email;
  return typeof shown === 'string' && shown.toLowerCase() === String(email).toLowerCase()
    ? expectOneMail(mails, 'order-reported', branch)
    : notApplicable('no report order of this user is created (NS-ST-31, NS-ST-33)');
}

/** The email by which an order named its user. */
const emailIn = ({requestBody}: Exchange): unknown => requestBody?.user?.email;

/** A report order of somebody, and the mails to that person. */
const reportOf = (s: Script, user: Record<string, Val>, email: Val) => {
  const created = reportFor(s, user);
  return {created, sent: awaitMail(s, email, 'order-reported')};
};

/** Mails that were switched off for some time are sent again. */
const checkOnAgain = (
  rule: string,
  of: 'report' | 'sale',
  kind: MailKind,
  send: (s: Script) => Handle,
): Check =>
  check({
    rule,
    place: 'switched off and on again',
    onlyOnTestTargets: true,
    act: (s) => {
      const before = send(s);
      switchMailsOff(s, of);
      switchMailsOn(s, of);
      return {before, after: send(s)};
    },
    judge: ({before, after}) =>
      mailsIn(before, kind).length
        ? expectOneMail(after, kind, 'not sent any more')
        : undecided('no mail came before they were switched off'),
  });

/** The checks of mails to these users. */
export const mailsToOthers: Check[] = [
  check({
    rule: REPORTED,
    place: 'a user named by the id alone',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const made = reportOf(s, {id: userOf(s, reader).id}, reader.body.email);
      return {...made, reader: reader.created};
    },
    judge: ({created, sent, reader}) =>
      expectMailIfCreated(created, reader.body?.data?.email, sent, 'not-one-mail-by-id'),
  }),
  check({
    rule: REPORTED,
    place: 'a user named by the email alone',
    onlyOnTestTargets: true,
    act: (s) => {
      const {email} = createUser(s).body;
      return reportOf(s, {email}, email);
    },
    judge: ({created, sent}) =>
      expectMailIfCreated(created, emailIn(created), sent, 'not-one-mail-by-email'),
  }),
  check({
    rule: REPORTED,
    place: 'a user whom the order creates',
    onlyOnTestTargets: true,
    act: (s) => {
      const user = somebody(s);
      return reportOf(s, user, user.email);
    },
    judge: ({created, sent}) =>
      expectMailIfCreated(created, emailIn(created), sent, 'not-one-mail-to-a-new-user'),
  }),
  check({
    rule: APPROVED,
    place: 'a user whom the order creates',
    onlyOnTestTargets: true,
    act: (s) => {
      const user = somebody(s);
      const {created} = sell(s, {user});
      pay(s, created);
      return {sent: awaitMail(s, user.email, 'sale-approved')};
    },
    judge: ({sent}) => expectOneMail(sent, 'sale-approved', 'not-one-mail-to-a-new-user'),
  }),
  checkOnAgain(REPORTED, 'report', 'order-reported', mailsOfReport),
  checkOnAgain(APPROVED, 'sale', 'sale-approved', mailsOfSale),
];
