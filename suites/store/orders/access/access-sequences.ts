import type {CommandSteps, Model, OpeningStep} from '../../../language/model.ts';
import {hours} from '../../../language/script.ts';
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
import {onOrderOf, onReader, type RecordOnOrder} from '../change/on-orders.ts';

const MAKERS = ['permit the title', 'permit the other', 'report the title'];

/** A change of an order: one request, which may be sent in parallel with another. */
const changing = (record: RecordOnOrder): CommandSteps => ({
  ...onOrderOf(MAKERS, record),
  atOnce: true,
});

const expiring = (days: number): CommandSteps =>
  changing((s, created) => updateOrder(s, created, {expiration_date: daysAfter(created, days)}));

const ASK = 'may read the title';
const ASK_LATER = 'may read the title days later';

/** A reader who may not read the title yet, and an order for it, at position 2. */
const permitted: OpeningStep[] = ['enrol', [ASK, 0], ['permit the title', 0], [ASK, 0]];

/**
 * Orders of several readers for two titles, and reads of what each reader may read, in any order.
 */
export const accessSequences: Model<AccessState> = {
  rule: 'store.orders.access-follows-the-orders',
  start: NO_ACCESS,
  relation,
  openings: [
    [...permitted, ['pause', 2], [ASK, 0], ['approve', 2], [ASK, 0], ['cancel', 2], [ASK, 0]],
    [...permitted, ['end it soon', 2], [ASK, 0], [ASK_LATER, 0], ['end it later', 2], [ASK, 0]],
    [...permitted, ['cancel it for soon', 2], [ASK, 0], [ASK_LATER, 0], ['approve', 2], [ASK, 0]],
    // Two orders for one title: each gives access by itself.
    [
      ...permitted,
      ['report the title', 0],
      ['pause', 2],
      [ASK, 0],
      ['cancel', 4],
      [ASK, 0],
      ['approve', 2],
      [ASK, 0],
    ],
    // Two readers, and two titles.
    [
      ...permitted,
      'enrol',
      ['may read the title', 4],
      ['permit the other', 4],
      ['may read the title', 4],
      ['may read the other', 4],
      ['may read the other', 0],
      ['cancel', 2],
      ['may read the other', 4],
      [ASK, 0],
    ],
    [...permitted, ['end it soon', 2], ['pause', 2], ['approve', 2], [ASK_LATER, 0]],
    [
      'enrol',
      [ASK, 0],
      ['report the title', 0],
      ['end it later', 2],
      [ASK_LATER, 0],
      ['pause', 2],
      [ASK, 0],
    ],
    [...permitted, ['pause', 2], ['cancel', 2, 'at the same moment'], [ASK, 0]],
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
    [ASK]: onReader((s, reader) => askAccess(s, reader, content(s))),
    'may read the other': onReader((s, reader) => askAccess(s, reader, otherContent(s))),
    [ASK_LATER]: {
      ...onReader((s, reader) => {
        s.advance(hours(24 * PASSES));
        return askAccess(s, reader, content(s));
      }),
      takesTime: true,
    },
  },
  situation: ({orders, day}, {on}) => {
    const order = on === undefined ? undefined : orders[on];
    const time = day ? ' later' : '';
    return order
      ? `${order.stage} ${order.ends === null ? 'for good' : 'for a time'}${time}`
      : `a reader${time}`;
  },
};
