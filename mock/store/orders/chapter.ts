import type {Chapter} from '../../chapter.ts';
import {cancelOrder, updateOrder} from './change-order.ts';
import {createOrder} from './create-order.ts';
import {forms} from './forms.ts';
import {freedoms} from './freedoms.ts';
import {listOrders} from './list-orders.ts';
import type {Order, Payment} from './order.ts';
import {getOrder} from './read-order.ts';
import {openReader, readAccess, readCatalogEntry} from './reader.ts';
import {demo, suite} from './template.ts';

/** The orders of a store, and the catalog of their products (States, Order; Endpoints, Orders). */
export const orders: Chapter = {
  name: 'store/orders',
  tables: {
    orders: {
      indexes: {
        reference: {of: (order: Order) => order.external_reference ?? undefined},
        user: {of: (order: Order) => order.user},
      },
    },
    payments: {indexes: {order: {of: (payment: Payment) => payment.order}}},
  },
  numbers: {'orders.page_size': 15},
  freedoms,
  forms,
  resources: {order: 'orders'},
  refusals: {
    'order-not-found': 'Order not found.',
    'product-not-found': 'The product is not in the catalog.',
    'currency-unsupported': 'The currency is not supported.',
    'reference-taken': 'The external reference has already been taken.',
    'user-refused': 'The user is refused.',
    'id-type-refused': 'The id_type is missing or unknown.',
    'listOrders.filter-refused': 'The filter is not supported.',
    'product-not-in-order': 'The order does not have this product.',
    'listOrders.nothing-found': 'No orders were found.',
    'updateOrder.move-refused': 'The order is not in a state that allows this.',
    'cancelOrder.move-refused': 'The order is cancelled already.',
  },
  operations: {createOrder, listOrders, getOrder, updateOrder, cancelOrder},
  siteOperations: {readAccess, openReader, readCatalogEntry},
  templates: {demo, suite},
};
