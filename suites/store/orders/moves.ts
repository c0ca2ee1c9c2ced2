import type {Chapter} from '../../check.ts';
import {byId, content, permission, place} from '../ordering.ts';
import {create} from '../people.ts';
import {access} from './access.ts';
import {cancellations, cancelling} from './cancelling.ts';
import {endOfUsers} from './end-of-users.ts';
import {expirationDays} from './expiration-days.ts';
import {filtering, filterPairs} from './filtering.ts';
import {namedByReference} from './named-by-reference.ts';
import {pausing} from './pausing.ts';
import {races} from './races.ts';
import {reading, unknownOrders} from './reading.ts';
import {sales} from './sales.ts';
import {sequences} from './sequences.ts';
import {tenancy} from './tenancy.ts';
import {updating} from './updating.ts';
import {readsOfOrders, writesOnOrders} from './writes-on-orders.ts';

/** Orders that exist: read, listed, updated, cancelled, and what they and their users open. */
export const moves: Omit<Required<Chapter>, 'chapter'> = {
  visits: [
    {
      api: 'store',
      op: 'listOrders',
      args: (s) => {
        const reader = create(s);
        place(s, permission(s, reader, [content(s)]));
        return {query: {user_email: reader.body.email}};
      },
    },
    {
      api: 'store',
      op: 'getOrder',
      args: (s) => byId(place(s, permission(s, create(s), [content(s)]))),
    },
    {
      api: 'store',
      op: 'updateOrder',
      args: (s) => ({
        ...byId(place(s, permission(s, create(s), [content(s)]))),
        body: {expiration_date: '2099-12-31'},
      }),
    },
    {
      api: 'store',
      op: 'cancelOrder',
      args: (s) => byId(place(s, permission(s, create(s), [content(s)]))),
    },
  ],
  provocations: unknownOrders,
  checks: [
    ...reading,
    ...filtering,
    ...updating,
    ...cancelling,
    ...sales,
    ...access,
    ...endOfUsers,
    ...tenancy,
    ...races,
  ],
  models: [sequences],
  properties: [
    ...namedByReference,
    ...filterPairs,
    ...expirationDays,
    ...pausing,
    ...cancellations,
  ],
  writes: writesOnOrders,
  reads: readsOfOrders,
};
