/** No mail of an order that is not created, and the switches of another store (Events). */

import {check, type Check, type Judgement} from '../../language/check.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {all, expectEqual, expectNone, when} from '../../language/judge.ts';
import {isCreated} from '../../language/outcome.ts';
import type {Handle, Script} from '../../language/script.ts';
import {mailsIn, readMail, type MailKind, mailsOfReport, mailsOfSale} from '../buying.ts';
import {content, priced, missingProduct} from '../ordering.ts';
import {createUser} from '../people.ts';

const REPORTED = 'store.events.report-order-mails-the-user';
const APPROVED = 'store.events.approved-sale-mails-the-user';

/** Records a report order of a known user that is refused, and the mails that the user has got at the end. */
const refusedOrder = check({
  rule: REPORTED,
  place: 'an order that is refused',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [createUser(s), createUser(s)];
    const unknown = s.call('createOrder', {body: priced(s, 'report', one, [missingProduct(s)])});
    const beside = s.call('createOrder', {
      body: priced(s, 'report', other, [content(s), missingProduct(s)]),
    });
    // What was sent later has come.
    const later = mailsOfReport(s);
    const [sent, sentBeside] = [readMail(s, one.body.email), readMail(s, other.body.email)];
    return {unknown, beside, later, sent, sentBeside};
  },
  judge: ({unknown, beside, later, sent, sentBeside}) =>
    mailsIn(later, 'order-reported').length
      ? all(
          () => expectUntold(unknown, sent, 'mailed-for-a-refused-order'),
          () => expectUntold(beside, sentBeside, 'mailed-for-a-refused-order-of-two-products'),
        )
      : blockedBy(REPORTED, 'a mail that was sent later did not come'),
});

/** The user of a refused order has received no mail about it. */
const expectUntold = (order: Exchange, mails: Exchange, branch: string): Judgement =>
  when(!isCreated(order), 'the order was created', () =>
    expectNone(mailsIn(mails, 'order-reported'), 'mail about an order', branch, mails),
  );

/** Records that another store switches its mails off or on. */
const switchThere = (s: Script, of: 'report' | 'sale', on: boolean): Handle =>
  s.control('switch-mails', {role: 'second-store', on, of});

/** Mails are sent while another store has switched its own off. */
const checkOffElsewhere = (
  rule: string,
  of: 'report' | 'sale',
  kind: MailKind,
  send: (s: Script) => Handle,
): Check =>
  check({
    rule,
    place: 'switched off in another store',
    onlyOnTestTargets: true,
    act: (s) => {
      switchThere(s, of, false);
      const sent = send(s);
      switchThere(s, of, true);
      return {sent};
    },
    judge: ({sent}) =>
      expectEqual(
        mailsIn(sent, kind).length,
        1,
        'switched-off-by-another-store',
        sent,
        `the number of mails ${kind} while another store has switched them off`,
      ),
  });

/** The checks of mails that others might cause or prevent. */
export const mailsOfOthers: Check[] = [
  refusedOrder,
  checkOffElsewhere(REPORTED, 'report', 'order-reported', mailsOfReport),
  checkOffElsewhere(APPROVED, 'sale', 'sale-approved', mailsOfSale),
];
