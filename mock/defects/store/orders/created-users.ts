/** Defects of the users whom orders create (Orders, Create rule 2). */

import type {Seam, Defect} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, breaking, atPlace} from '../../breaking.ts';
import {refusing, CREATE, alsoPutting, answeredOtherwise, type Wanted} from './created-orders.ts';

const emailOf = ({user}: Wanted): string => user?.email ?? '';

/** Whether the store has the user of an order. */
const isUser = (body: Wanted, view: View): boolean =>
  emailOf(body) === '' || view.by<User>('users', 'email', emailOf(body)) !== undefined;

/** Whether the suite created the user before: generated users have another form of id. */
const isKnown = (user: Wanted['user']): boolean => user?.id === undefined;

/** Loses changes of a table for orders of one type. */
const losing = (table: string, type: string): Seam =>
  afterwards(CREATE, (done, _view, {body}) => ({
    ...done,
    changes: (done.changes ?? []).filter(
      ({table: changed}) => changed !== table || (body as Wanted).type !== type,
    ),
  }));

/** Lets an order create a second user instead of finding the known one. */
const doubling = (which: (user: User) => boolean): Seam =>
  alsoPutting((order, view) => {
    const user = view.find<User>('users', order.user);
    if (!user || !which(user)) return [];
    const id = view.newNumber('user') + 1_000_000;
    const put = {...user, key: `second-${id}`, id, seq: view.newSeq()};
    return [{table: 'users', put}];
  });

/** Lets the search for an email show one user at most. */
const findingOne = afterwards(['listUsers'], (done, _view, {query}) => {
  const body = done.body as {data: {paginator: {data: unknown[]}}};
  const {paginator} = body.data;
  return (query['query'] ?? '').includes('@')
    ? {
        ...done,
        body: {...body, data: {paginator: {...paginator, data: paginator.data.slice(0, 1)}}},
      }
    : done;
});

/** Shows no user in the second of two orders that arrive within a second. */
const withoutUserAtOnce = around(CREATE, (next) => {
  let last: {email: string; now: number} | undefined;
  return (view, input) => {
    const email = emailOf(input.body as Wanted);
    const isSecond = last?.email === email && view.now - last.now < 1000;
    last = {email, now: view.now};
    const done = next(view, input);
    if (isRefused(done) || !isSecond) return done;
    const body = done.body as {data: object};
    return {...done, body: {...body, data: {...body.data, user: {id: '', email: ''}}}};
  };
});

/** Defects of orders of persons who are users, or who are none yet. */
export const createdUsers: Defect[] = [
  ...breaking('store.orders.unknown-user-is-created', {
    'the user is not stored': {seam: 'change', in: CREATE, table: 'users', drop: true},
    'an unknown user is refused': refusing(
      (body, view) => !isUser(body, view),
      'user',
      'user-refused',
    ),
  }),
  ...breaking('store.orders.unknown-user-is-created', {
    'an unknown user of a sale is refused': refusing(
      (body, view) => body.type === 'sale' && !isUser(body, view),
      'user',
      'user-refused',
    ),
  }),
  ...breaking('store.orders.unknown-user-of-a-report-may-be-created', {
    'an unknown user of a report is answered 410': answeredOtherwise(
      ({type, user}) => type === 'report' && !user?.email?.includes('nobody') && !isKnown(user),
    ),
    'a report creates a user who is not stored': losing('users', 'report'),
  }),
  ...breaking('store.orders.known-user-is-not-created-again', {
    'every order makes a user': doubling(() => true),
    'an order of a user whom an order created makes another': doubling(
      ({external_id: id, uuid}) => id !== null && uuid !== undefined,
    ),
    'the id of a user whom an order made is forgotten': {
      seam: 'change',
      in: CREATE,
      table: 'users',
      set: {external_id: null},
    },
  }),
  ...breaking('store.orders.parallel-orders-create-one-user', {
    'whether the user exists is read before and written after': {
      seam: 'stale',
      in: CREATE,
      table: 'users',
    },
    'two orders at the same moment make two users': {
      seam: 'several',
      seams: [{seam: 'stale', in: CREATE, table: 'users'}, doubling(() => false)],
    },
  }),
  ...atPlace(
    'among all users',
    breaking('store.orders.parallel-orders-create-one-user', {
      'two orders at the same moment make two users, of whom the email finds one': {
        seam: 'several',
        seams: [{seam: 'stale', in: CREATE, table: 'users'}, findingOne],
      },
      'the second of two orders at the same moment has no user': withoutUserAtOnce,
    }),
  ),
];
