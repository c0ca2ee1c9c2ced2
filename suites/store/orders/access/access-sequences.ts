import {acting, type CommandSteps, type Model} from '../../../language/model.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  otherContent,
  permission,
  priced,
  updateOrder,
} from '../../ordering.ts';
import {newUser} from '../../people.ts';
import {askAccess} from './read-access.ts';
import {ENDS_IN, ENDS_LATE, NO_ACCESS, PASSES, relation, type AccessState} from './access-model.ts';
import {onReader} from '../change/on-orders.ts';

const MAKERS = ['permit the title', 'permit the other', 'report the title'];

/** A change of an order: one request, which may be sent in parallel with another. */
const changing = (record: (s: Script, created: Handle) => Handle): CommandSteps =>
  acting(MAKERS, record, {atOnce: true});

const expiring = (days: number): CommandSteps =>
  changing((s, created) => updateOrder(s, created, {expiration_date: daysAfter(created, days)}));

/** A reader who may not read the title yet, and an order for it, at position 2. */
const PERMITTED = 'enrol, may read the title, permit the title, may read the title';

/**
 * Orders of several readers for two titles, and reads of what each reader may read, in any order.
 */
export const accessSequences: Model<AccessState> = {
  rule: 'store.orders.access-follows-the-orders',
  start: NO_ACCESS,
  relation,
  openings: [
    `${PERMITTED}, pause, may read the title, approve, may read the title, cancel, ` +
      'may read the title',
    `${PERMITTED}, end it soon, may read the title, may read the title days later, ` +
      'end it later, may read the title',
    `${PERMITTED}, cancel it for soon, may read the title, may read the title days later, ` +
      'approve, may read the title',
    // Two orders for one title: each gives access by itself.
    `${PERMITTED}, report the title, pause @2, may read the title, cancel, ` +
      'may read the title, approve @2, may read the title',
    // Two readers, and two titles.
    `${PERMITTED}, enrol, may read the title, permit the other, may read the title, ` +
      'may read the other, may read the other @0, cancel @2, may read the other, ' +
      'may read the title @0',
    `${PERMITTED}, end it soon, pause, approve, may read the title days later`,
    'enrol, may read the title, report the title, end it later, ' +
      'may read the title days later, pause, may read the title',
    `${PERMITTED}, pause & cancel, may read the title`,
  ],
  closing: [],
  commands: {
    enrol: {record: (s) => s.call('createUser', {body: newUser(s)})},
    'permit the title': onReader((s, reader) =>
      s.call('createOrder', {body: permission(s, reader, [content(s)])}),
    ),
    'permit the other': onReader((s, reader) =>
      s.call('createOrder', {body: permission(s, reader, [otherContent(s)])}),
    ),
    'report the title': onReader((s, reader) =>
      s.call('createOrder', {body: priced(s, 'report', reader, [content(s)])}),
    ),
    pause: changing((s, created) => updateOrder(s, created, {status: 'paused'})),
    approve: changing((s, created) => updateOrder(s, created, {status: 'approved'})),
    'end it soon': expiring(ENDS_IN),
    'end it later': expiring(ENDS_LATE),
    cancel: changing((s, created) => cancelOrder(s, created)),
    'cancel it for soon': changing((s, created) =>
      cancelOrder(s, created, {expiration_date: daysAfter(created, ENDS_IN)}),
    ),
    'may read the title': onReader((s, reader) => askAccess(s, reader, content(s))),
    'may read the other': onReader((s, reader) => askAccess(s, reader, otherContent(s))),
    'may read the title days later': onReader(
      (s, reader) => {
        s.advance(hours(24 * PASSES));
        return askAccess(s, reader, content(s));
      },
      {takesTime: true},
    ),
  },
  situation: ({orders, day}, {on}) => {
    const order = on === undefined ? undefined : orders[on];
    const time = day ? ' later' : '';
    return order
      ? `${order.stage} ${order.ends === null ? 'for good' : 'for a time'}${time}`
      : `a reader${time}`;
  },
};
