/** Defects of the mails about orders. */

import type {Defect, Seam} from '../../defect.ts';
import {isRefused, type Done} from '../../operation.ts';
import type {Change, Row} from '../../world/change.ts';
import type {StoreRow} from '../../store/access/rows.ts';
import type {Settling} from '../../store/checkout/settle-checkout.ts';
import {mailed} from '../../store/events/mails.ts';
import type {MailSwitch} from '../../store/events/switch-mails.ts';
import type {OrderInput} from '../../store/orders/new-order.ts';
import type {MailKind, Order, OrderMail} from '../../store/orders/order.ts';
import type {User} from '../../store/users/user.ts';
import {afterwards, around, atPlace, breaking, finding, receiving} from '../breaking.ts';
import {notingAddresses, userByAddress} from './noted-addresses.ts';
import {withChanges, withRows} from '../stored-rows.ts';

const CREATE = ['createOrder'];
const SETTLE = ['settleCheckout'];

/** Loses mails. */
const lost = (operations: string[]): Seam => ({
  seam: 'change',
  in: operations,
  table: 'mails',
  drop: true,
});

const again = (change: Change): Change[] =>
  change.table === 'mails' && 'put' in change
    ? [change, {table: 'mails', put: {...change.put, key: `${change.put.key}_again`}}]
    : [change];

/** Sends each mail twice. */
const twice = (operations: string[]): Seam =>
  afterwards(operations, (done) => ({...done, changes: (done.changes ?? []).flatMap(again)}));

/** Sends each mail of a kind again when the store sends its next mail. */
const againWithTheNext = (kind: MailKind): Seam =>
  afterwards([...CREATE, ...SETTLE], (done, view) => {
    if (!done.changes?.some(({table}) => table === 'mails')) return done;
    const copies = view
      .newest<OrderMail>('mails', {limit: 1000, where: (mail) => mail.kind === kind})
      .flatMap((put) => again({table: 'mails', put}).slice(1))
      .filter((copy) => 'put' in copy && !view.find('mails', copy.put.key));
    return withChanges(done, ...copies);
  });

/** The changes, with a mail of this kind about the order in them. */
const withMail = (done: Done, kind: MailKind, view: Parameters<typeof mailed>[0]): Done => {
  const put = (done.changes ?? []).find(({table}) => table === 'orders');
  if (!put || !('put' in put)) return done;
  return withChanges(done, ...mailed(view, put.put as Order, kind));
};

/** Ignores settings of a store. */
const ignoringSwitches = (operations: string[]): Seam =>
  finding<StoreRow>(operations, 'stores', (store) => ({...store, mails_off: []}));

/** Lets one switch control the mails of the other. */
const mixedUp = (of: MailSwitch['of'], other: MailSwitch['of']): Seam =>
  receiving(['switchMails'], ({body}) => {
    const given = body as MailSwitch;
    return {body: given.of === of ? {...given, of: other} : given};
  });

/** A user gets one mail about reports, and none about later ones. */
const onceToEach: Seam = around(CREATE, (next) => {
  const mailed = new Set<string>();
  return (view, input) => {
    const done = next(view, input);
    if (isRefused(done)) return done;
    const changes = (done.changes ?? []).filter((change) => {
      if (change.table !== 'mails' || !('put' in change)) return true;
      const {to} = change.put as unknown as OrderMail;
      const isFirst = !mailed.has(to);
      mailed.add(to);
      return isFirst;
    });
    return {...done, changes};
  };
});

/** Sends a mail about the payment of an order that is already approved. */
const mailsAgain: Seam = around(SETTLE, (next) => (view, input) => {
  const done = next(view, input);
  const order = view.find<Order>('orders', (input.body as Settling).order);
  if (!isRefused(done) || order?.status !== 'approved') return done;
  const body = {redirect: null, order_status: order.status};
  return {situation: 'checkout-settled', body, changes: mailed(view, order, 'sale-approved')};
});

/** Sends a mail about a visit of the checkout with this outcome. */
const mailsWhen = (outcome: string): Seam =>
  afterwards(SETTLE, (done, view, {body}) =>
    (body as Settling).outcome === outcome ? withMail(done, 'sale-approved', view) : done,
  );

/** Sends a mail about a permission order that fulfils a condition. */
const mailsForPermission = (holds: (body: OrderInput) => boolean): Seam =>
  afterwards(CREATE, (done, view, input) => {
    const body = input.body as OrderInput;
    const isMeant = body.type === 'permission' && holds(body);
    return isMeant ? withMail(done, 'order-reported', view) : done;
  });

/** Sends no mail about orders that fulfil a condition. */
const silentWhen = (holds: (body: OrderInput, done: Done) => boolean): Seam =>
  afterwards(CREATE, (done, _view, {body}) => {
    const isMeant = holds(body as OrderInput, done);
    const changes = (done.changes ?? []).filter(({table}) => table !== 'mails');
    return isMeant ? {...done, changes} : done;
  });

/** Whether an order made its user. */
const madeItsUser = ({changes = []}: Done): boolean => changes.some(({table}) => table === 'users');

/** Sends no mail about the payment of a user who has no password: an order made the user. */
const silentToNewUsers: Seam = afterwards(SETTLE, (done, view, {body}) => {
  const order = view.find<Order>('orders', (body as Settling).order);
  const user = order && view.find<User>('users', order.user);
  const changes = (done.changes ?? []).filter(({table}) => table !== 'mails');
  return user?.password === null ? {...done, changes} : done;
});

/** Mails that are switched on again stay off. */
const staysOff = (of: MailSwitch['of']): Seam =>
  around(['switchMails'], (next) => (view, input) => {
    const given = input.body as MailSwitch;
    return next(
      view,
      given.of === of && given.on ? {...input, body: {...given, on: false}} : input,
    );
  });

/** Sends mails to the address that a user had at first. */
const toTheFirstAddress = (operations: string[]): Seam => ({
  seam: 'several',
  seams: [
    notingAddresses,
    afterwards(operations, (done, view) =>
      withRows<OrderMail & Row>(done, 'mails', ({to}) => ({
        to: userByAddress(view, to)?.first_email ?? to,
      })),
    ),
  ],
});

/** Sends the mail about a report order before the order is judged. */
const tellsTooSoon: Seam = around(CREATE, (next) => (view, input) => {
  const done = next(view, input);
  const {type, user} = input.body as Partial<OrderInput>;
  if (!isRefused(done) || type !== 'report') return done;
  const buyer = view.by<User>('users', 'external_id', user?.id ?? '');
  const changes = buyer
    ? mailed(view, {key: 'none', user: buyer.key} as Order, 'order-reported', buyer)
    : [];
  const body = {status: 422, errors: done.errors ?? [{title: 'products', details: ['Unknown.']}]};
  return {situation: done.refused, body, changes};
});

/** Sends no mail of a kind that another store has switched off. */
const heedingAnotherStore = (operations: string[]): Seam =>
  finding<StoreRow>(operations, 'stores', (store, view) => {
    const other = view.anywhere<StoreRow>('stores', 'store-b');
    return {...store, mails_off: [...(store.mails_off ?? []), ...(other?.mails_off ?? [])]};
  });

/** The defects of the chapter `store/events`. */
export const events: Defect[] = [
  ...breaking('store.events.report-order-mails-the-user', {
    'no mail is sent': lost(CREATE),
    'the mail is sent twice': twice(CREATE),
    'each title of an order has a mail': afterwards(CREATE, (done, _view, {body}) => {
      const changes = done.changes ?? [];
      const hasMoreProducts = (body as OrderInput).products.length > 1;
      return hasMoreProducts ? {...done, changes: changes.flatMap(again)} : done;
    }),
    'the mail is sent again with the next one': againWithTheNext('order-reported'),
    'the mail goes to the store': {
      seam: 'change',
      in: CREATE,
      table: 'mails',
      set: {to: 'sales@store.example'},
    },
  }),
  ...atPlace(
    'a second order of the same user',
    breaking('store.events.report-order-mails-the-user', {
      'a user gets a mail about the first report only': onceToEach,
    }),
  ),
  ...breaking('store.events.report-mail-can-be-switched-off', {
    'the switch is not looked at': ignoringSwitches(CREATE),
    'the switch of reports switches sales': mixedUp('report', 'sale'),
  }),
  ...breaking('store.events.approved-sale-mails-the-user', {
    'no mail is sent': lost(SETTLE),
    'the mail is sent twice': twice(SETTLE),
    'the mail is sent again with the next one': againWithTheNext('sale-approved'),
    'money that comes later sends no mail': lost(['approveLate']),
    'a second payment sends a second mail': mailsAgain,
    'a payment that is not decided sends the mail': mailsWhen('pending'),
    'a declined payment sends the mail': mailsWhen('declined'),
  }),
  ...breaking('store.events.sale-mail-can-be-switched-off', {
    'the switch is not looked at': ignoringSwitches(SETTLE),
    'the switch of sales switches reports': mixedUp('sale', 'report'),
  }),
  ...breaking('store.events.permission-order-sends-no-mail', {
    'every permission order sends a mail': mailsForPermission(() => true),
    'a permission order with a price sends a mail': mailsForPermission(
      ({unit_price: price}) => price !== undefined,
    ),
  }),
  ...atPlace(
    'a user named by the id alone',
    breaking('store.events.report-order-mails-the-user', {
      'a user whose email is not named gets no mail': silentWhen(
        ({user}) => user.email === undefined,
      ),
    }),
  ),
  ...atPlace(
    'a user named by the email alone',
    breaking('store.events.report-order-mails-the-user', {
      'a user whose id is not named gets no mail': silentWhen(({user}) => user.id === undefined),
    }),
  ),
  ...atPlace(
    'a user whom the order creates',
    breaking('store.events.report-order-mails-the-user', {
      'a user whom a report creates gets no mail': silentWhen((_body, done) => madeItsUser(done)),
    }),
  ),
  ...atPlace(
    'a user whom the order creates',
    breaking('store.events.approved-sale-mails-the-user', {
      'a user whom a sale creates gets no mail': silentToNewUsers,
    }),
  ),
  ...atPlace(
    'switched off and on again',
    breaking('store.events.report-order-mails-the-user', {
      'mails about reports stay off': staysOff('report'),
    }),
  ),
  ...atPlace(
    'switched off and on again',
    breaking('store.events.approved-sale-mails-the-user', {
      'mails about sales stay off': staysOff('sale'),
    }),
  ),
  ...atPlace(
    'an order that is refused',
    breaking('store.events.report-order-mails-the-user', {
      'the mail is sent before the order is judged': tellsTooSoon,
    }),
  ),
  ...atPlace('switched off in another store', [
    ...breaking('store.events.report-order-mails-the-user', {
      'another store switches the mails about reports off': heedingAnotherStore(CREATE),
    }),
    ...breaking('store.events.approved-sale-mails-the-user', {
      'another store switches the mails about sales off': heedingAnotherStore(SETTLE),
    }),
  ]),
  ...atPlace('a user with a new address', [
    ...breaking('store.events.report-order-mails-the-user', {
      'the mail about a report goes to the first address of the user': toTheFirstAddress(CREATE),
    }),
    ...breaking('store.events.approved-sale-mails-the-user', {
      'the mail about a sale goes to the first address of the user': toTheFirstAddress(SETTLE),
    }),
  ]),
];
