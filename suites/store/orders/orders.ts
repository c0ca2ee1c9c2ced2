import {atTurns} from '../at-turns.ts';
import {BESIDE} from '../beside.ts';
import {cached, later, manyOrders, ordersAtOnce} from '../many.ts';
import {customers} from '../customers.ts';
import type {Chapter} from '../../language/chapter.ts';
import type {Script} from '../../language/script.ts';
import {byId, content, permission, createOrder} from '../ordering.ts';
import {createUser} from '../people.ts';
import {asGiven} from './create/as-given.ts';
import {beginnings} from './checkout/beginnings.ts';
import {buyers} from './made-along/buyers.ts';
import {createBounds} from './create/create-bounds.ts';
import {createTable, eitherProduct, needlessReturnUrl} from './create/create-table.ts';
import {currencies} from './create/currencies.ts';
import {eachKind} from './create/each-kind.ts';
import {eachReason} from './change/each-reason.ts';
import {foreignProducts} from './made-along/foreign-products.ts';
import {formsOfEachType} from './create/forms-of-each-type.ts';
import {lengthsInCharacters} from './create/lengths-in-characters.ts';
import {missingAtOnce} from './made-along/missing-at-once.ts';
import {missingProducts} from './made-along/missing-products.ts';
import {moves} from './moves.ts';
import {namedUsers} from './made-along/named-users.ts';
import {pricesInCurrencies} from './create/prices-in-currencies.ts';
import {parallelBuyers} from './made-along/parallel-buyers.ts';
import {references} from './create/references.ts';
import {creation, refusedCreations} from './create/refused-creations.ts';
import {anyOrder} from './create/any-order.ts';
import {createdUsers} from './made-along/created-users.ts';
import {catalogEntries} from './made-along/catalog-entries.ts';
import {orderUpdates, cancellations} from '../again.ts';

/** A new permission order of a new reader. */
const orderTitle = (s: Script) => byId(createOrder(s, permission(s, createUser(s), [content(s)])));

/** Store / orders: creation, reading, updating and cancelling. */
export const orders: Chapter = {
  chapter: 'store/orders',
  counted: [manyOrders, ordersAtOnce, orderUpdates, cancellations, customers],
  models: moves.models,
  properties: [...anyOrder, ...moves.properties],
  writes: [creation, ...moves.writes],
  reads: moves.reads,
  visits: [
    {
      api: 'store',
      op: 'createOrder',
      args: (s) => ({body: permission(s, createUser(s), [content(s)])}),
    },
    {
      api: 'store',
      op: 'listOrders',
      args: (s) => {
        const reader = createUser(s);
        createOrder(s, permission(s, reader, [content(s)]));
        return {query: {user_email: reader.body.email}};
      },
    },
    {api: 'store', op: 'getOrder', args: (s) => orderTitle(s)},
    {
      api: 'store',
      op: 'updateOrder',
      args: (s) => ({...orderTitle(s), body: {expiration_date: '2099-12-31'}}),
    },
    {api: 'store', op: 'cancelOrder', args: (s) => orderTitle(s)},
  ],
  provocations: [
    ...moves.provocations,
    {
      api: 'store',
      op: 'createOrder',
      condition: 'invalid',
      act: (s) => {
        const body = permission(s, createUser(s), [content(s)]);
        return {
          subject: s.call('createOrder', {body: {...body, type: undefined as never}}),
          control: s.call('createOrder', {body}),
        };
      },
    },
  ],
  tables: createTable,
  checks: [
    ...BESIDE.orders,
    ...cached.orders,
    ...later.orders,
    ...atTurns,
    ...eitherProduct,
    needlessReturnUrl,
    ...createBounds,
    ...lengthsInCharacters,
    ...formsOfEachType,
    ...namedUsers,
    ...beginnings,
    ...asGiven,
    ...eachKind,
    ...eachReason,
    ...createdUsers,
    ...catalogEntries,
    ...parallelBuyers,
    ...missingProducts,
    ...missingAtOnce,
    ...currencies,
    ...pricesInCurrencies,
    ...references,
    ...foreignProducts,
    ...refusedCreations,
    ...moves.checks,
    ...buyers,
  ],
};
