/** Defects of the users whom orders name or create (Orders, Create rule 2). */

import {isObject} from '../../../../spec/json.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, type View} from '../../../operation.ts';
import type {OrderType} from '../../../store/orders/order.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around} from '../../breaking.ts';
import {setting, stale, together, unstored} from '../../families/seams.ts';
import {defects, each} from '../../table.ts';
import {
  answeredOtherwise,
  CREATE,
  free,
  losing,
  NEW,
  putting,
  refusing,
  taking,
  type Wanted,
} from './created-orders.ts';

const TYPES: OrderType[] = ['permission', 'report', 'sale'];

const emailOf = ({user}: Wanted): string => user?.email ?? '';

/** Refuses orders of users whom the store does not have. */
const refusingUnknown = (which: (body: Wanted) => boolean): Seam =>
  refusing(
    ({body, view}) =>
      which(body) &&
      emailOf(body) !== '' &&
      view.by<User>('users', 'email', emailOf(body)) === undefined,
    'user',
    'user-refused',
  );

/** Another user with the values of one. */
function double(view: View, user: User): User {
  const id = view.newNumber('user') + 1_000_000;
  return {...user, key: `second-${id}`, id, seq: view.newSeq()};
}

/** Lets an order create a second user instead of finding the known one. */
const doubling = (which: (user: User) => boolean): Seam =>
  putting({}, (order, view) => {
    const user = view.find<User>('users', order.user);
    return user && which(user) ? [{table: 'users', put: double(view, user)}] : [];
  });

/** Makes a second user where an order names a known address beside an unknown id. */
const doublingNamed = (type: OrderType): Seam =>
  NEW.after(CREATE, {body: {type}}, (done, {body: {user = {}}, view}) => {
    const known = view.by<User>('users', 'email', user.email ?? '');
    if (user.id === undefined || !known || known.external_id === user.id) return done;
    const put = {...double(view, known), external_id: user.id};
    return {...done, changes: [...(done.changes ?? []), {table: 'users', put}]};
  });

/** Lets the search for an email show one user at most. */
const findingOne = afterwards(['listUsers'], (done, _view, {query}) => {
  const body = done.body as {data: {paginator: {data: unknown[]}}};
  const {paginator} = body.data;
  const first = {...paginator, data: paginator.data.slice(0, 1)};
  return (query['query'] ?? '').includes('@')
    ? {...done, body: {...body, data: {paginator: first}}}
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

const productsOf = ({products}: Wanted): unknown[] => (Array.isArray(products) ? products : []);
const hasOther = ({body}: {body: Wanted}): boolean => !productsOf(body).every(isObject);

/** Answers 500 to creations with something else than an object, and refuses others of them. */
const failing = (which: (body: Wanted) => boolean): Seam =>
  together(
    free('/products/*', 'type'),
    free('/user', 'type'),
    refusing((asked) => hasOther(asked) || !isObject(asked.body.user), 'products'),
    answeredOtherwise(({body}) => which(body), 500),
  );

const ONE_MOMENT = stale(CREATE, 'users');

/** Defects of orders of persons who are users, or who are none yet. */
export const createdUsers: Defect[] = defects({
  'store.orders.unknown-user-is-created': {
    'the user is not stored': unstored(CREATE, 'users'),
    'an unknown user is refused': refusingUnknown(() => true),
    'an unknown user of a sale is refused': refusingUnknown(({type}) => type === 'sale'),
  },
  'store.orders.unknown-user-of-a-report-may-be-created': {
    'an unknown user of a report is answered 410': answeredOtherwise({
      // Generated users have an id.
      body: {type: 'report', user: ({id, email}) => id !== undefined && !email?.includes('nobody')},
    }),
    'a report creates a user who is not stored': losing(
      {body: {type: 'report'}},
      ({table}) => table === 'users',
    ),
  },
  'store.orders.known-user-is-not-created-again': {
    'every order makes a user': doubling(() => true),
    'an order of a user whom an order created makes another': doubling(
      ({external_id: id, uuid}) => id !== null && uuid !== undefined,
    ),
    'the id of a user whom an order made is forgotten': setting(CREATE, 'users', {
      external_id: null,
    }),
  },
  'store.orders.known-user-is-not-created-again @ with another id': each(TYPES, (type) => [
    `a ${type} order with another id makes a second user with the address`,
    doublingNamed(type),
  ]),
  'store.orders.parallel-orders-create-one-user': {
    'whether the user exists is read before and written after': ONE_MOMENT,
    'two orders at the same moment make two users': ONE_MOMENT,
  },
  'store.orders.parallel-orders-create-one-user @ among all users': {
    'two orders at the same moment make two users, of whom the email finds one': together(
      ONE_MOMENT,
      findingOne,
    ),
    'the second of two orders at the same moment has no user': withoutUserAtOnce,
  },
  'store.orders.product-type-is-required @ where no object is given': {
    'null among the products is a server error': failing((body) => productsOf(body).includes(null)),
    'null behind other products is left out': together(
      free('/products/*', 'type'),
      refusing(hasOther, 'products'),
      taking(
        ({body}) => isObject(productsOf(body)[0]),
        (body) => ({...body, products: (body.products ?? []).filter(isObject)}),
      ),
    ),
  },
  'store.orders.user-is-required @ where no object is given': {
    'a text as the user is a server error': failing(({user}) => typeof user === 'string'),
  },
});
