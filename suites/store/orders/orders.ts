import type {Chapter} from '../../chapter.ts';
import type {Script} from '../../script.ts';
import {byId, content, permission, createOrder} from '../ordering.ts';
import {createUser} from '../people.ts';
import {asGiven} from './as-given.ts';
import {beginnings} from './beginnings.ts';
import {buyers} from './buyers.ts';
import {createBounds} from './create-bounds.ts';
import {createTable, eitherProduct, needlessReturnUrl} from './create-table.ts';
import {currencies} from './currencies.ts';
import {eachKind} from './each-kind.ts';
import {eachReason} from './each-reason.ts';
import {foreignProducts} from './foreign-products.ts';
import {formsOfEachType} from './forms-of-each-type.ts';
import {knownByAddress} from './known-by-address.ts';
import {lengthsInCharacters} from './lengths-in-characters.ts';
import {missingAmongOthers} from './missing-among-others.ts';
import {moves} from './moves.ts';
import {namedUsers} from './named-users.ts';
import {pricesInCurrencies} from './prices-in-currencies.ts';
import {noObjects} from './no-objects.ts';
import {parallelBuyers} from './parallel-buyers.ts';
import {references} from './references.ts';
import {referencesOfOthers} from './references-of-others.ts';
import {creation, refusedCreations} from './refused-creations.ts';
import {slashInReferences} from './slash-in-references.ts';
import {anyOrder} from './any-order.ts';
import {createdUsers} from './created-users.ts';
import {createdProducts, permissionOfAMissingProduct} from './created-products.ts';
import {catalogEntries} from './catalog-entries.ts';

/** A new permission order of a new reader. */
const orderTitle = (s: Script) => byId(createOrder(s, permission(s, createUser(s), [content(s)])));

/** Store / orders: creation, reading, updating and cancelling. */
export const orders: Chapter = {
  chapter: 'store/orders',
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
    ...eitherProduct,
    needlessReturnUrl,
    ...createBounds,
    ...lengthsInCharacters,
    ...noObjects,
    ...knownByAddress,
    ...formsOfEachType,
    ...namedUsers,
    ...beginnings,
    ...asGiven,
    ...eachKind,
    ...eachReason,
    ...slashInReferences,
    ...createdUsers,
    ...createdProducts,
    ...catalogEntries,
    permissionOfAMissingProduct,
    ...parallelBuyers,
    ...missingAmongOthers,
    ...currencies,
    ...pricesInCurrencies,
    ...references,
    ...referencesOfOthers,
    ...foreignProducts,
    ...refusedCreations,
    ...moves.checks,
    ...buyers,
  ],
};
