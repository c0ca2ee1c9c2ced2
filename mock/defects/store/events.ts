/** Defects of the mails about orders. */

import type {Defect, Seam} from '../../defect.ts';
import {isRefused, type Done, type View} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import type {StoreRow} from '../../store/access/rows.ts';
import {mailed} from '../../store/events/mails.ts';
import type {MailSwitch} from '../../store/events/switch-mails.ts';
import type {MailKind, Order, OrderMail} from '../../store/orders/order.ts';
import type {User} from '../../store/users/user.ts';
import {afterwards, around, finding, receiving} from '../breaking.ts';
import {setting, together, unstored} from '../families/seams.ts';
import {GIVEN, type When} from '../families/when.ts';
import {withChanges, withRows} from '../stored-rows.ts';
import {defects} from '../table.ts';
import {areSeveral} from './orders/changed-orders.ts';
import {CREATE, NEW, refusedButStoring, type Wanted} from './orders/created-orders.ts';
import {CHECKOUT, SETTLE, type Visit} from './orders/payments.ts';
import {CONTAINING, PERMITTED} from './containing.ts';
import {notingAddresses, userByAddress} from './noted-addresses.ts';

const lost = (operations: string[]): Seam => unstored(operations, 'mails');

const isMail = ({table}: Change): boolean => table === 'mails';

const again = (change: Change): Change[] =>
  isMail(change) && 'put' in change
    ? [change, {table: 'mails', put: {...change.put, key: `${change.put.key}_again`}}]
    : [change];

const silent = (done: Done): Done => ({
  ...done,
  changes: (done.changes ?? []).filter((change) => !isMail(change)),
});
const doubled = (done: Done): Done => ({...done, changes: (done.changes ?? []).flatMap(again)});

/** Sends each mail twice. */
const twice = (operations: string[]): Seam => afterwards(operations, doubled);

/** Sends each mail of a kind again when the store sends its next mail. */
const againWithTheNext = (kind: MailKind): Seam =>
  afterwards([...CREATE, ...SETTLE], (done, view) => {
    if (!done.changes?.some(isMail)) return done;
    const copies = view
      .newest<OrderMail>('mails', {limit: 1000, where: (mail) => mail.kind === kind})
      .flatMap((put) => again({table: 'mails', put}).slice(1))
      .filter((copy) => 'put' in copy && !view.find('mails', copy.put.key));
    return withChanges(done, ...copies);
  });

const withMail = (done: Done, view: View, order: Order | undefined, kind: MailKind): Done =>
  order ? withChanges(done, ...mailed(view, order, kind)) : done;

/** Changes the settings of a store that operations see. */
const switches = (
  operations: string[],
  off: (store: StoreRow, view: View) => NonNullable<StoreRow['mails_off']>,
): Seam =>
  finding<StoreRow>(operations, 'stores', (store, view) => ({
    ...store,
    mails_off: off(store, view),
  }));

/** Changes what is switched. */
const switching = (of: MailSwitch['of'], other: Partial<MailSwitch>): Seam =>
  receiving(['switchMails'], ({body}) => {
    const given = body as MailSwitch;
    return {body: given.of === of ? {...given, ...other} : given};
  });

/** A user gets one mail about reports, and none about later ones. */
const onceToEach: Seam = around(CREATE, (next) => {
  const mailed = new Set<string>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const mail = done.changes?.find(isMail);
    const to = mail && 'put' in mail ? (mail.put as OrderMail).to : '';
    const isFirst = !mailed.has(to);
    mailed.add(to);
    return isFirst ? done : silent(done);
  };
});

/** Sends a mail about visits of the checkout. */
const mailsWhen = (when: When<Order, Visit>): Seam =>
  CHECKOUT.after(SETTLE, when, (done, {view}, order) =>
    withMail(done, view, order, 'sale-approved'),
  );

/** Sends a mail about the payment of an order that is already approved. */
const mailsAgain: Seam = CHECKOUT.instead(
  SETTLE,
  {before: {status: 'approved'}},
  (next, {before, view}, input) => {
    const done = next(view, input);
    if (!isRefused(done)) return done;
    const body = {redirect: null, order_status: 'approved'};
    return withMail({situation: 'checkout-settled', body}, view, before, 'sale-approved');
  },
);

/** Sends a mail about permission orders. */
const mailsForPermission = (body: {unit_price?: typeof GIVEN}): Seam =>
  NEW.after(CREATE, {body: {type: 'permission', ...body}}, (done, {view}, order) =>
    withMail(done, view, order, 'order-reported'),
  );

/** Sends no mail about orders. */
const silentWhen = (when: When<Order, Wanted>): Seam => NEW.after(CREATE, when, silent);

/** Sends mails to the address that a user had at first. */
const toTheFirstAddress = (operations: string[]): Seam =>
  together(
    notingAddresses,
    afterwards(operations, (done, view) =>
      withRows<OrderMail & Row>(done, 'mails', ({to}) => ({
        to: userByAddress(view, to)?.first_email ?? to,
      })),
    ),
  );

/** Sends the mail about a report order before the order is judged. */
const tellsTooSoon: Seam = NEW.instead(
  CREATE,
  {body: {type: 'report'}},
  (next, {body: {user}, view}, input) => {
    const done = next(view, input);
    const buyer = view.by<User>('users', 'external_id', user?.id ?? '');
    if (!isRefused(done) || !buyer) return done;
    const order = {key: 'none', user: buyer.key} as Order;
    return refusedButStoring(done, mailed(view, order, 'order-reported', buyer));
  },
);

/** Sends no mail of a kind that another store has switched off. */
const heedingAnotherStore = (operations: string[]): Seam =>
  switches(operations, ({mails_off: own = []}, view) => [
    ...own,
    ...(view.anywhere<StoreRow>('stores', 'store-b')?.mails_off ?? []),
  ]);

const REPORTED = 'store.events.report-order-mails-the-user';
const APPROVED = 'store.events.approved-sale-mails-the-user';

/** Mails that are not sent about orders that contain something, and mails about permissions of it. */
const BY_CONTENT = Object.entries(CONTAINING).flatMap(
  ([what, is]): [string, Record<string, Seam>][] => [
    [
      `${REPORTED} @ ${what}`,
      {
        [`a report ${what} sends no mail`]: silentWhen(({row, view}) => row && is(row, view)),
      },
    ],
    [
      `${APPROVED} @ ${what}`,
      {
        [`a sale ${what} sends no mail`]: CHECKOUT.after(
          SETTLE,
          ({row, view}) => row && is(row, view),
          silent,
        ),
      },
    ],
  ],
);

/** Permissions of something send a mail. */
const OF_PERMISSIONS = PERMITTED.map((what): [string, Record<string, Seam>] => [
  `store.events.permission-order-sends-no-mail @ ${what}`,
  {
    [`a permission ${what} sends a mail`]: NEW.after(
      CREATE,
      ({row, view}) => row && row.type === 'permission' && CONTAINING[what]?.(row, view),
      (done, {view}, order) => withMail(done, view, order, 'order-reported'),
    ),
  },
]);

/** The defects of the chapter `store/events`. */
export const events: Defect[] = defects({
  [REPORTED]: {
    'no mail is sent': lost(CREATE),
    'the mail is sent twice': twice(CREATE),
    'each title of an order has a mail': NEW.after(CREATE, {body: {products: areSeveral}}, doubled),
    'the mail is sent again with the next one': againWithTheNext('order-reported'),
    'the mail goes to the store': setting(CREATE, 'mails', {to: 'sales@store.example'}),
  },
  [`${REPORTED} @ a second order of the same user`]: {
    'a user gets a mail about the first report only': onceToEach,
  },
  [`${REPORTED} @ a user named by the id alone`]: {
    'a user whose email is not named gets no mail': silentWhen({
      body: {user: ({email}) => email === undefined},
    }),
  },
  [`${REPORTED} @ a user named by the email alone`]: {
    'a user whose id is not named gets no mail': silentWhen({
      body: {user: ({id}) => id === undefined},
    }),
  },
  [`${REPORTED} @ a user whom the order creates`]: {
    'a user whom a report creates gets no mail': silentWhen(
      ({row, view}) => view.find('users', row?.user ?? '') === undefined,
    ),
  },
  [`${REPORTED} @ switched off and on again`]: {
    'mails about reports stay off': switching('report', {on: false}),
  },
  [`${REPORTED} @ an order that is refused`]: {
    'the mail is sent before the order is judged': tellsTooSoon,
  },
  [`${REPORTED} @ switched off in another store`]: {
    'another store switches the mails about reports off': heedingAnotherStore(CREATE),
  },
  [`${REPORTED} @ a user with a new address`]: {
    'the mail about a report goes to the first address of the user': toTheFirstAddress(CREATE),
  },
  'store.events.report-mail-can-be-switched-off': {
    'the switch is not looked at': switches(CREATE, () => []),
    'the switch of reports switches sales': switching('report', {of: 'sale'}),
  },
  [APPROVED]: {
    'no mail is sent': lost(SETTLE),
    'the mail is sent twice': twice(SETTLE),
    'the mail is sent again with the next one': againWithTheNext('sale-approved'),
    'money that comes later sends no mail': lost(['approveLate']),
    'a second payment sends a second mail': mailsAgain,
    'a payment that is not decided sends the mail': mailsWhen({body: {outcome: 'pending'}}),
    'a declined payment sends the mail': mailsWhen({body: {outcome: 'declined'}}),
  },
  [`${APPROVED} @ a user whom the order creates`]: {
    'a user whom a sale creates gets no mail': CHECKOUT.after(
      SETTLE,
      ({row, view}) => view.find<User>('users', row?.user ?? '')?.password === null,
      silent,
    ),
  },
  [`${APPROVED} @ switched off and on again`]: {
    'mails about sales stay off': switching('sale', {on: false}),
  },
  [`${APPROVED} @ switched off in another store`]: {
    'another store switches the mails about sales off': heedingAnotherStore(SETTLE),
  },
  [`${APPROVED} @ a user with a new address`]: {
    'the mail about a sale goes to the first address of the user': toTheFirstAddress(SETTLE),
  },
  'store.events.sale-mail-can-be-switched-off': {
    'the switch is not looked at': switches(SETTLE, () => []),
    'the switch of sales switches reports': switching('sale', {of: 'report'}),
  },
  'store.events.permission-order-sends-no-mail': {
    'every permission order sends a mail': mailsForPermission({}),
    'a permission order with a price sends a mail': mailsForPermission({unit_price: GIVEN}),
  },
  ...Object.fromEntries([...BY_CONTENT, ...OF_PERMISSIONS]),
});
