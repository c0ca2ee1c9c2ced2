/** Defects of how orders name their user and products, and of how lists find the orders of a user. */

import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {afterwards, around, atPlace, breaking, receiving} from '../../breaking.ts';
import {LIST} from './changed-orders.ts';
import {CREATE, refusedField, takingFor, wanted, type Wanted} from './created-orders.ts';
import {withChanges} from '../../stored-rows.ts';

/** Reads a parameter of the list otherwise than it is given. */
const reading = (name: 'user_id' | 'user_email', other: (given: string) => string): Seam =>
  receiving(LIST, ({query}) => {
    const given = query[name];
    return given === undefined ? {} : {query: {...query, [name]: other(given)}};
  });

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const productsOf = ({products}: Wanted): unknown[] => (Array.isArray(products) ? products : []);

/** Makes a second user where an order names a known address beside an unknown id. */
const doubling = (type: string): Seam =>
  afterwards(CREATE, (done, view, input) => {
    const {user, type: given} = wanted(input);
    const {id, email} = user ?? {};
    if (id === undefined || email === undefined || given !== type) return done;
    const known = view.by<User>('users', 'email', email);
    if (!known || known.external_id === id) return done;
    const number = view.newNumber('user') + 1_000_000;
    const put = {
      ...known,
      key: `second-${number}`,
      id: number,
      external_id: id,
      seq: view.newSeq(),
    };
    return withChanges(done, {table: 'users', put});
  });

/** Answers 500 to creations that the schema refuses. */
const failing = (which: (body: Wanted) => boolean): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'schema', in: 'createOrder', pointer: '/products/*', keyword: 'type'},
    {seam: 'schema', in: 'createOrder', pointer: '/user', keyword: 'type'},
    around(CREATE, (next) => (view, input) => {
      const body = wanted(input);
      if (which(body)) return refusedField('products', 'user-refused');
      const isRight = productsOf(body).every(isObject) && isObject(body.user);
      return isRight ? next(view, input) : refusedField('products');
    }),
    {seam: 'refusal', situation: 'user-refused', in: CREATE, as: {status: 500}},
  ],
});

/** The defects of names, and of lists by names. */
export const namedAndFound: Defect[] = [
  ...atPlace('with each sign', [
    ...breaking('store.orders.user-email-filters-the-list', {
      'a plus sign in user_email is a blank': reading('user_email', (given) =>
        given.replaceAll('+', ' '),
      ),
      'user_email is decoded twice': reading('user_email', (given) => given.replaceAll('%2B', '+')),
    }),
    ...breaking('store.orders.user-id-filters-the-list', {
      'user_id ends at an ampersand': reading('user_id', (given) => given.replace(/&.*/, '')),
      'a plus sign in user_id is a blank': reading('user_id', (given) =>
        given.replaceAll('+', ' '),
      ),
    }),
  ]),
  ...atPlace(
    'with another id',
    breaking(
      'store.orders.known-user-is-not-created-again',
      Object.fromEntries(
        ['permission', 'report', 'sale'].map((type) => [
          `a ${type} order with another id makes a second user with the address`,
          doubling(type),
        ]),
      ),
    ),
  ),
  ...atPlace('where no object is given', [
    ...breaking('store.orders.product-type-is-required', {
      'null among the products is a server error': failing((body) =>
        productsOf(body).includes(null),
      ),
      'null behind other products is left out': {
        seam: 'several',
        seams: [
          {seam: 'schema', in: 'createOrder', pointer: '/products/*', keyword: 'type'},
          around(
            CREATE,
            (next) => (view, input) =>
              productsOf(wanted(input)).every(isObject)
                ? next(view, input)
                : refusedField('products'),
          ),
          takingFor((body) =>
            isObject(productsOf(body)[0])
              ? {...body, products: (body.products ?? []).filter(isObject)}
              : undefined,
          ),
        ],
      },
    }),
    ...breaking('store.orders.user-is-required', {
      'a text as the user is a server error': failing(({user}) => typeof user === 'string'),
    }),
  ]),
];
