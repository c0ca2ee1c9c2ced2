import {refuse, type Input, type Refused, type View} from '../../operation.ts';
import type {Order} from './order.ts';

/** How a path identifies an order: by its id or by the client's reference (Orders, Read). */
export type IdType = 'internal' | 'external';

/** The identification in the path of a request, and the order, if this store has it. */
export interface FoundOrder {
  id: string;
  idType: IdType;
  /** Whether the request contains the kind of id. */
  isTyped: boolean;
  order: Order | undefined;
}

/** Finds the order of a request. */
export function foundOrder(view: View, {path, query}: Input): FoundOrder {
  const {id = ''} = path;
  const {id_type: idType = 'internal'} = query;
  const isExternal = idType === 'external';
  const order = isExternal
    ? view.by<Order>('orders', 'reference', id)
    : view.find<Order>('orders', id);
  return {id, idType: isExternal ? 'external' : 'internal', isTyped: 'id_type' in query, order};
}

/** Refuses a request without `id_type` in worlds that require it (NS-ST-41). */
export function untyped({isTyped, id}: FoundOrder, view: View): Refused | undefined {
  if (isTyped || view.freedom('orders.id_type') !== 'required') return undefined;
  return refuse('id-type-refused', {
    expected: 'id_type=internal or id_type=external',
    got: `${id} without id_type`,
    todo: 'send id_type',
  });
}

/** The refusal for an order that this store does not have (Errors, 404; NS-ST-78). */
export function noSuchOrder({id, idType}: FoundOrder, view: View): Refused {
  const foreign = view.anywhere<Order>('orders', id);
  const isForeign = foreign !== undefined && foreign.tenant !== view.tenant;
  if (isForeign && view.freedom('orders.foreign') === 'forbidden')
    return refuse('foreign-refused', {
      expected: 'an order of this store',
      got: `order ${id} of another store`,
      todo: 'use a token of the store that the order belongs to',
    });
  return refuse('order-not-found', whyNot(view, id, idType, isForeign));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function whyNot(view: View, id: string, idType: IdType, isForeign: boolean) {
  const holder = idType === 'internal' ? view.by<Order>('orders', 'reference', id) : undefined;
  if (holder)
    return {
      expected: 'the id of an order',
      got: `the external_reference of order ${holder.key}`,
      todo: 'add id_type=external (Orders, Read)',
    };
  if (idType === 'external' && view.find<Order>('orders', id))
    return {
      expected: 'an external_reference',
      got: `the id of order ${id}`,
      todo: 'leave id_type out, or send id_type=internal (Orders, Read)',
    };
  return {
    expected: 'an order of this store',
    got: isForeign ? `order ${id} of another store` : `no order ${id}`,
    todo: isForeign
      ? 'use a token of the store that the order belongs to'
      : idType === 'internal' && !UUID.test(id)
        ? 'ids of orders are UUIDs: for an external_reference add id_type=external (Orders, Read)'
        : 'list the orders, or create one first',
  };
}
