import type {Read, Write} from '../../../language/chapter.ts';
import {nothing} from '../../../language/judge.ts';
import {expectAsBefore} from '../../order-rows.ts';
import {byId, content, daysAfter, permission, createOrder, readOrder} from '../../ordering.ts';
import {createUser} from '../../people.ts';

const noServerError = 'store.access.client-faults-are-no-server-errors';

/** The writes on existing orders, each with the read that shows its effect. */
export const writesOnOrders: Write[] = [
  {
    api: 'store',
    op: 'updateOrder',
    rules: {refused: 'store.orders.refused-update-changes-nothing', noServerError},
    maxDrawsOnShared: 1,
    act: (s) => {
      const title = content(s);
      const created = createOrder(s, permission(s, createUser(s), [title]));
      const {path, query} = byId(created);
      const named = {product_id: title.id, product_type: title.type};
      const body = {expiration_date: daysAfter(created, 20), status: 'paused'};
      return {
        args: {path, query: {...query, ...named}, body},
        made: created,
        before: readOrder(s, created),
        read: () => readOrder(s, created),
      };
    },
    untouched: ({before, read}) => (before ? expectAsBefore(before, read, 'changed') : nothing()),
  },
  {
    api: 'store',
    op: 'cancelOrder',
    rules: {refused: 'store.orders.refused-cancel-changes-nothing', noServerError},
    maxDrawsOnShared: 1,
    act: (s) => {
      const created = createOrder(s, permission(s, createUser(s), [content(s)]));
      const body = {reason: 'bought twice', expiration_date: daysAfter(created, 20)};
      return {
        args: {...byId(created), body},
        made: created,
        before: readOrder(s, created),
        read: () => readOrder(s, created),
      };
    },
    untouched: ({before, read}) => (before ? expectAsBefore(before, read, 'changed') : nothing()),
  },
];

/** Reads whose parameters accept any text (NS-ST-41, NS-ST-42, NS-ST-43). */
export const readsOfOrders: Read[] = [{api: 'store', op: 'listOrders', rule: noServerError}];
