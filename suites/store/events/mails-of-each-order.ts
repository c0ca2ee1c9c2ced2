/** The mails about orders of every kind of product, of one and of several, and about orders with other members (Events). */

import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {blockedBy} from '../../language/blocked-by.ts';
import {check, type Check, type Judgement} from '../../language/check.ts';
import {expectEqual, expectNone, undecided} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {text} from '../../language/sent-values.ts';
import {awaitMail, mailsIn, mailsOfReport, pay, readApproved, readMail} from '../buying.ts';
import {orderId, orderIn} from '../order-rows.ts';
import {
  content,
  createOrder,
  newProduct,
  orderOf,
  otherContent,
  subscription,
  type OrderedProduct,
  type OrderType,
} from '../ordering.ts';
import {createUser} from '../people.ts';
import {createPlan, PREPAID, TRIAL} from '../plans/plan-steps.ts';

/** A new plan of a kind, as an order names it. */
const newPlan = (s: Script, more: Record<string, Val> = {}): OrderedProduct => ({
  type: 'subscription',
  id: text(createPlan(s, {private: false, ...more}).path.plan_id),
});

const ending = (product: OrderedProduct): OrderedProduct => ({
  ...product,
  expiration_date: '2032-02-29',
});

/** An order, by what it contains, and members that it has besides. */
interface Row {
  products(s: Script): OrderedProduct[];
  more?(s: Script): Record<string, Val>;
}

/** Orders of what the store has. */
const OF_KNOWN: Record<string, Row> = {
  'of a plan': {products: (s) => [subscription(s)]},
  'of a recurring plan': {products: (s) => [newPlan(s)]},
  'of a prepaid plan': {products: (s) => [newPlan(s, PREPAID)]},
  'of a plan with a trial': {products: (s) => [newPlan(s, TRIAL)]},
  'of two plans': {products: (s) => [newPlan(s), newPlan(s, PREPAID)]},
  'of a title and a plan': {products: (s) => [content(s), subscription(s)]},
  'of a title until a day': {products: (s) => [ending(content(s))]},
  'of a title, with a reference': {
    products: (s) => [content(s)],
    more: (s) => ({external_reference: s.fresh('external-id')}),
  },
};

/** Orders of what they make themselves (Orders, Create rule 3); of permissions that is open (NS-ST-36). */
const OF_NEW: Record<string, Row> = {
  'of a title that it makes': {products: (s) => [newProduct(s)]},
  'of two titles that it makes': {products: (s) => [newProduct(s), newProduct(s)]},
  'of a title and one that it makes': {products: (s) => [otherContent(s), newProduct(s)]},
  'of a plan and a title that it makes': {products: (s) => [subscription(s), newProduct(s)]},
};

/** Records an order of a new user as set-up. */
function orderRow(
  s: Script,
  type: OrderType,
  {products, more}: Row,
): {created: Handle; email: Val} {
  const reader = createUser(s);
  const body = orderOf(s, type, reader, products(s));
  return {created: createOrder(s, {...body, ...more?.(s)}), email: reader.body.email};
}

/** The mails of an order of a type, and how the order is read once a mail has to be there. */
const MAILS = {
  report: {
    rule: 'store.events.report-order-mails-the-user',
    kind: 'order-reported',
    approve: (_s: Script, created: Handle): Handle => created,
  },
  sale: {
    rule: 'store.events.approved-sale-mails-the-user',
    kind: 'sale-approved',
    approve(s: Script, created: Handle): Handle {
      pay(s, created);
      return readApproved(s, created);
    },
  },
} as const;

/** One mail about an order that is approved. Whether every order is, others tell. */
const checkMail = (type: 'report' | 'sale', place: string, row: Row): Check => {
  const {rule, kind, approve} = MAILS[type];
  return check({
    rule,
    place,
    onlyOnTestTargets: true,
    act: (s) => {
      const {created, email} = orderRow(s, type, row);
      return {created, shown: approve(s, created), sent: awaitMail(s, email, kind)};
    },
    judge: ({created, shown, sent}) => {
      if (orderIn(shown).status !== 'approved') return undecided('the order is not approved');
      const id = orderId(created);
      const about = mailsIn(sent, kind).filter((mail) =>
        [undefined, id].includes(mail.order as string),
      );
      return expectEqual(
        about.length,
        1,
        `not one mail ${place}`,
        sent,
        `the number of mails ${kind}`,
      );
    },
  });
};

/** No mail came about an order, once a later mail about another has come. */
const expectUntold = (sent: Exchange, later: Exchange, place: string): Judgement =>
  mailsIn(later, 'order-reported').length
    ? expectNone(
        (['order-reported', 'sale-approved'] as const).flatMap((kind) => mailsIn(sent, kind)),
        'mail about the order',
        `mailed for a permission ${place}`,
        sent,
      )
    : blockedBy(MAILS.report.rule, 'a mail that was sent later did not come');

const checkNoMail = (place: string, row: Row): Check =>
  check({
    rule: 'store.events.permission-order-sends-no-mail',
    place,
    onlyOnTestTargets: true,
    act: (s) => {
      const {email} = orderRow(s, 'permission', row);
      return {later: mailsOfReport(s), sent: readMail(s, email)};
    },
    judge: ({later, sent}) => expectUntold(sent, later, place),
  });

/** The checks of mails, by the type of the order and by what it contains. */
export const mailsOfEachOrder: Check[] = [
  ...Object.entries({...OF_KNOWN, ...OF_NEW}).flatMap(([place, row]) => [
    checkMail('report', place, row),
    checkMail('sale', place, row),
  ]),
  ...Object.entries(OF_KNOWN).map(([place, row]) => checkNoMail(place, row)),
];
