/** The mails that orders send (Events). A mailbox is read by a hook. */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectNone,
  judgeEach,
  nothing,
  whenTimely,
} from '../../language/judge.ts';
import {overlapped} from '../../language/races.ts';
import {seconds, type Handle, type Script} from '../../language/script.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {
  approveLate,
  awaitMail,
  mailsIn,
  pay,
  readMail,
  sell,
  switchMailsOff,
  switchMailsOn,
  type MailKind,
} from '../buying.ts';
import {orderId} from '../order-rows.ts';
import {content, otherContent, permission, createOrder, priced} from '../ordering.ts';
import {createUser} from '../people.ts';

const REPORTED = 'store.events.report-order-mails-the-user';
const APPROVED = 'store.events.approved-sale-mails-the-user';
const REPORT_OFF = 'store.events.report-mail-can-be-switched-off';
const SALE_OFF = 'store.events.sale-mail-can-be-switched-off';

/** Records a report order of a new user, and reads the mails to that user once there are some. */
function report(
  s: Script,
  products = [content(s)],
): {
  created: Handle;
  mails: Handle;
  email: ReturnType<typeof createUser>['body']['email'];
} {
  const reader = createUser(s);
  const created = createOrder(s, priced(s, 'report', reader, products));
  const {email} = reader.body;
  return {created, mails: awaitMail(s, email, 'order-reported'), email};
}

/**
 * Records the mails to an address once there is one of a kind and a later mail to somebody else has
 * come: a second one that a queue sends a moment later is there by then.
 */
function mailsInTheEnd(s: Script, email: Val, kind: MailKind): Handle {
  awaitMail(s, email, kind);
  report(s);
  return readMail(s, email);
}

/**
 * Records that mails were sent in the meantime, of the other kind: a store may look at its settings
 * when it sends.
 */
function awaitMailsOfOtherKind(s: Script, kind: MailKind): void {
  if (kind === 'sale-approved') return void report(s);
  if (!s.offers('control:complete-payment')) return s.advance(seconds(20));
  const {email, created} = sell(s);
  pay(s, created);
  awaitMail(s, email, 'sale-approved');
}

/** The mails of one kind about an order. */
const mailsAbout = (mails: Exchange, created: Exchange, kind: MailKind) =>
  mailsIn(mails, kind).filter(({order}) => order === undefined || order === orderId(created));

/** Exactly one mail of this kind is about an order. */
const expectOneMail = (
  mails: Exchange,
  created: Exchange,
  kind: MailKind,
  branch: string,
): Judgement =>
  expectEqual(
    mailsAbout(mails, created, kind).length,
    1,
    branch,
    mails,
    `the number of mails ${kind}`,
  );

/** No mail of the given kinds was sent to the user. */
const expectNoMail = (mails: Exchange, kinds: readonly MailKind[], branch: string): Judgement =>
  expectNone(
    kinds.flatMap((kind) => mailsIn(mails, kind)),
    'mail about the order',
    branch,
    mails,
  );

/**
 * Judges that no mail was sent, once a later mail has arrived: until then the first
 * one may still be on its way.
 * @param rule that is broken if the later one did not arrive
 */
const whenArrived = (
  later: Exchange,
  kind: MailKind,
  rule: string,
  judgement: () => Judgement,
): Judgement =>
  mailsIn(later, kind).length
    ? judgement()
    : blockedBy(rule, 'a mail that was sent later did not come');

const BOTH: readonly MailKind[] = ['order-reported', 'sale-approved'];

const KIND = 'sale-approved';

/** The checks of mails. */
export const mails: Check[] = [
  check({
    rule: REPORTED,
    act: (s) => {
      const {created, email} = report(s, [content(s), otherContent(s)]);
      return {created, sent: mailsInTheEnd(s, email, 'order-reported')};
    },
    judge: ({created, sent}) => expectOneMail(sent, created, 'order-reported', 'not-one-mail'),
  }),
  check({
    rule: REPORTED,
    place: 'a second order of the same user',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const order = () => createOrder(s, priced(s, 'report', reader, [content(s)]));
      order();
      const first = awaitMail(s, reader.body.email, 'order-reported');
      order();
      // What was sent later has come, twice.
      const [later, latest] = [report(s).mails, report(s).mails];
      return {first, later, latest, sent: readMail(s, reader.body.email)};
    },
    judge: ({first, later, latest, sent}) =>
      all(
        judgeEach([first, later, latest], (one) =>
          whenArrived(one, 'order-reported', REPORTED, () => nothing()),
        ),
        () =>
          expectEqual(
            mailsIn(sent, 'order-reported').length,
            2,
            'not-one-mail-for-each',
            sent,
            'the number of mails order-reported',
          ),
      ),
  }),
  check({
    rule: REPORT_OFF,
    act: (s) => {
      switchMailsOff(s, 'report');
      const reader = createUser(s);
      createOrder(s, priced(s, 'report', reader, [content(s)]));
      awaitMailsOfOtherKind(s, 'order-reported');
      switchMailsOn(s, 'report');
      const later = report(s).mails;
      return {later, sent: readMail(s, reader.body.email)};
    },
    judge: ({later, sent}) =>
      whenArrived(later, 'order-reported', REPORTED, () =>
        expectNoMail(sent, ['order-reported'], 'mailed-while-switched-off'),
      ),
  }),
  check({
    rule: APPROVED,
    act: (s) => {
      const {email, created} = sell(s);
      const pending = readMail(s, email);
      pay(s, created);
      return {created, pending, sent: mailsInTheEnd(s, email, KIND)};
    },
    judge: ({created, pending, sent}) =>
      all(
        expectNoMail(pending, [KIND], 'mailed-before-the-payment'),
        expectOneMail(sent, created, KIND, 'not-one-mail'),
      ),
  }),
  check({
    rule: APPROVED,
    place: 'when the money comes later',
    act: (s) => {
      const {email, created} = sell(s);
      pay(s, created, 'pending');
      const undecided = readMail(s, email);
      approveLate(s, created);
      return {created, undecided, sent: mailsInTheEnd(s, email, KIND)};
    },
    judge: ({created, undecided, sent}) =>
      all(
        expectNoMail(undecided, [KIND], 'mailed-before-the-money-came'),
        expectOneMail(sent, created, KIND, 'not-one-mail-later'),
      ),
  }),
  check({
    rule: APPROVED,
    place: 'paid twice',
    act: (s) => {
      const {email, created} = sell(s);
      pay(s, created);
      pay(s, created);
      return {created, sent: mailsInTheEnd(s, email, KIND)};
    },
    judge: ({created, sent}) => expectOneMail(sent, created, KIND, 'not-one-mail-for-two'),
  }),
  check({
    rule: APPROVED,
    place: 'paid twice at the same moment',
    act: (s) => {
      const {email, created} = sell(s);
      const race = s.parallel(
        (b) => void pay(b, created),
        (b) => void pay(b, created),
      );
      return {created, race, sent: mailsInTheEnd(s, email, KIND)};
    },
    judge: ({created, race, sent}) =>
      whenTimely(overlapped(race), 'the payments did not overlap', () =>
        expectOneMail(sent, created, KIND, 'not-one-mail-in-a-race'),
      ),
  }),
  check({
    rule: APPROVED,
    place: 'declined',
    act: (s) => {
      const declined = sell(s);
      pay(s, declined.created, 'declined');
      const later = sell(s);
      pay(s, later.created);
      return {
        later: awaitMail(s, later.email, KIND),
        sent: readMail(s, declined.email),
      };
    },
    judge: ({later, sent}) =>
      whenArrived(later, KIND, APPROVED, () => expectNoMail(sent, [KIND], 'mailed-when-declined')),
  }),
  check({
    rule: SALE_OFF,
    act: (s) => {
      const quiet = sell(s);
      switchMailsOff(s, 'sale');
      pay(s, quiet.created);
      awaitMailsOfOtherKind(s, KIND);
      switchMailsOn(s, 'sale');
      const loud = sell(s);
      pay(s, loud.created);
      return {
        later: awaitMail(s, loud.email, KIND),
        sent: readMail(s, quiet.email),
      };
    },
    judge: ({later, sent}) =>
      whenArrived(later, KIND, APPROVED, () =>
        expectNoMail(sent, [KIND], 'mailed-while-switched-off'),
      ),
  }),
  check({
    rule: 'store.events.permission-order-sends-no-mail',
    act: (s) => {
      const reader = createUser(s);
      createOrder(s, permission(s, reader, [content(s)]));
      const withPrice = createUser(s);
      createOrder(s, {
        ...permission(s, withPrice, [content(s)]),
        unit_price: 5,
        currency_id: 'USD',
      });
      return {
        later: report(s).mails,
        sent: readMail(s, reader.body.email),
        sentWithPrice: readMail(s, withPrice.body.email),
      };
    },
    judge: ({later, sent, sentWithPrice}) =>
      whenArrived(later, 'order-reported', REPORTED, () =>
        all(
          expectNoMail(sent, BOTH, 'mailed-for-a-permission'),
          expectNoMail(sentWithPrice, BOTH, 'mailed-for-a-permission-with-a-price'),
        ),
      ),
  }),
];
