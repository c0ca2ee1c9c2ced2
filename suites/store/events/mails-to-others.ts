/**
 * Mails to users whom orders name in several ways, no mail of an order that is not created, and mails that were switched
 * off for some time or by another store (Events).
 */

import type {Exchange} from '../../../spec/exchange.ts';
import {toText} from '../../../spec/json.ts';
import type {Val} from '../../../spec/value.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {
  all,
  expectEqual,
  expectNone,
  notApplicable,
  undecided,
  when,
} from '../../language/judge.ts';
import {isCreated} from '../../language/outcome.ts';
import type {Handle, Script} from '../../language/script.ts';
import {
  awaitMail,
  mailsIn,
  pay,
  readMail,
  sell,
  switchMailsOff,
  switchMailsOn,
  type MailKind,
  mailsOfReport,
  mailsOfSale,
} from '../buying.ts';
import {orderIn} from '../order-rows.ts';
import {content, createOrder, missingProduct, priced, somebody, userOf} from '../ordering.ts';
import {createUser} from '../people.ts';
import {argumentOf} from '../reading/session-rows.ts';

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
function expectMailIfCreated(created: Exchange, mails: Exchange, place: string): Judgement {
  const {user} = isCreated(created) ? orderIn(created) : {};
  const shown = (user as {email?: unknown} | undefined)?.email;
  const address = toText(argumentOf(mails, 'to')).toLowerCase();
  return typeof shown === 'string' && shown.toLowerCase() === address
    ? expectOneMail(mails, 'order-reported', `not one mail to ${place}`)
    : notApplicable('no report order of this user is created (NS-ST-31, NS-ST-33)');
}

/** Users whom report orders name, with the address of each: the member `user` of the order. */
const NAMED: Record<string, (s: Script) => {user: Record<string, Val>; email: Val}> = {
  'a user named by the id alone': (s) => {
    const reader = createUser(s);
    return {user: {id: userOf(s, reader).id}, email: reader.body.email};
  },
  'a user named by the email alone': (s) => {
    const {email} = createUser(s).body;
    return {user: {email}, email};
  },
  'a user whom the order creates': (s) => {
    const user = somebody(s);
    return {user, email: user.email};
  },
};

/** The mails that are sent, by the type of the order. */
const MAILS = {
  report: {rule: REPORTED, kind: 'order-reported', send: mailsOfReport},
  sale: {rule: APPROVED, kind: 'sale-approved', send: mailsOfSale},
} as const;

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

/**
 * Mails are sent although they were switched off: for some time, or by another store.
 * @param record what happens, and the mails
 */
const checksOff = (
  place: string,
  record: (s: Script, of: 'report' | 'sale', send: (s: Script) => Handle) => SwitchedOff,
  branch: string,
): Check[] =>
  (['report', 'sale'] as const).map((of) => {
    const {rule, kind, send} = MAILS[of];
    return check({
      rule,
      place,
      onlyOnTestTargets: true,
      act: (s) => record(s, of, send),
      judge: ({before, sent}) =>
        before && !mailsIn(before, kind).length
          ? undecided('no mail came before they were switched off')
          : expectOneMail(sent, kind, branch),
    });
  });

/** The mails that came, if it matters whether any came before. */
type SwitchedOff = {before?: Handle; sent: Handle};

/** The checks of mails to these users. */
export const mailsToOthers: Check[] = [
  ...Object.entries(NAMED).map(([place, name]) =>
    check({
      rule: REPORTED,
      place,
      onlyOnTestTargets: true,
      act: (s) => {
        const {user, email} = name(s);
        const created = reportFor(s, user);
        return {created, sent: awaitMail(s, email, 'order-reported')};
      },
      judge: ({created, sent}) => expectMailIfCreated(created, sent, place),
    }),
  ),
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
  refusedOrder,
  ...checksOff(
    'switched off and on again',
    (s, of, send) => {
      const before = send(s);
      switchMailsOff(s, of);
      switchMailsOn(s, of);
      return {before, sent: send(s)};
    },
    'not sent any more',
  ),
  ...checksOff(
    'switched off in another store',
    (s, of, send) => {
      switchThere(s, of, false);
      const sent = send(s);
      switchThere(s, of, true);
      return {sent};
    },
    'switched-off-by-another-store',
  ),
];
