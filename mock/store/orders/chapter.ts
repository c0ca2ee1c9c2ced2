import type {Chapter} from '../../chapter.ts';
import {cancelOrder, updateOrder} from './change-order.ts';
import {createOrder} from './create-order.ts';
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
  freedoms: {
    /** Status of a create: 201 or 200 (NS-ST-27). */
    'orders.create_answers': 201,
    /** Whether reads, updates and cancellations return the order in `data` (NS-ST-91). */
    'orders.wrapped': false,
    /** `user.email` of a sale: `optional` or `required` (NS-ST-28). */
    'orders.sale_email': 'optional',
    /** Whether a report creates an unknown user, as the other types do (NS-ST-31). */
    'orders.report_creates_users': true,
    /** An unknown user with only an id: `created` or `refused` (NS-ST-32). */
    'orders.user_by_id_alone': 'created',
    /** An order for a user who is not active: `refused` or `taken`. */
    'orders.gone_users': 'refused',
    /**
     * Status for an unknown product: 400, 422, or 400 for a permission and 422 for other orders (`by_type`)
     * (NS-ST-35).
     */
    'orders.missing_product': 'by_type',
    /** Whether a permission creates products as other orders do (NS-ST-36). */
    'orders.permission_creates': true,
    /** Currencies of sales: those in the `table` of gateways, or only `ARS` (NS-ST-37). */
    'orders.sale_currencies': 'table',
    /** Currencies of a report's products: `any`, or the `same` as the order's (NS-ST-39). */
    'orders.report_currencies': 'any',
    /** Products are shown by the id `as_ordered`, or titles by their `number` (NS-ST-34). */
    'orders.product_id': 'as_ordered',
    /** Whether references are `unique` within the store, or can be `repeated` (NS-ST-90). */
    'orders.references': 'unique',
    /** Without `id_type` an id is `internal`, or the request is refused (`required`) (NS-ST-41). */
    'orders.id_type': 'internal',
    /** Response for an order of another store: 404 (`not_found`) or 403 (`forbidden`) (NS-ST-78). */
    'orders.foreign': 'not_found',
    /** The filter `product_type` without `product_id`: `refused` or `ignored` (NS-ST-42). */
    'orders.product_type_alone': 'refused',
    /** A list without orders: `empty` or 404 (`not_found`) (NS-ST-42). */
    'orders.nothing_found': 'empty',
    /** Order of lists: `newest` or `oldest` first (NS-ST-43). */
    'orders.order': 'newest',
    /**
     * The response to a change of state that the document does not list: `refused`, or a success with the unchanged
     * order (`answered`) (NS-ST-45, NS-ST-46).
     */
    'orders.unlisted_moves': 'refused',
    /** An update of both the expiration and the status: `taken` or `refused` (NS-ST-44). */
    'orders.both_members': 'taken',
    /** What `status` with `product_id` changes: the `product` or the whole `order` (NS-ST-44). */
    'orders.status_of_one': 'product',
    /** A sale whose payment is declined is `cancelled`, or stays `pending` (NS-ST-47). */
    'orders.declined': 'cancelled',
    /**
     * A subscription whose order is cancelled without a day ends `at_once`, or with the current period
     * (`with_period`) (NS-ST-48).
     */
    'orders.subscription_end': 'at_once',
    /**
     * Which orders end with their user: all that no gateway has seen (`without_gateway`), or
     * `permissions` alone.
     */
    'orders.manual': 'without_gateway',
    /** Whether lists of users show why the orders of a user were cancelled (NS-ST-70). */
    'orders.reason_shown': true,
  },
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
