import type {Json, Reply} from '../types.ts';
import {
  type Answers,
  bodyOf,
  inBody,
  inData,
  jsonOf,
  listOf,
  restatus,
  without,
  withoutInEach,
} from './types.ts';

/** Changes each entry of an order error. */
function eachError(reply: Reply, edit: (entry: Json) => void): void {
  if (Array.isArray(bodyOf(reply).errors)) listOf(bodyOf(reply).errors).forEach(edit);
}

/** How answers about orders are miswritten. */
export const ORDER_ANSWERS: Answers = {
  orders: {
    'order-not-found-html': (reply) => {
      if (reply.status !== 404) return;
      reply.body = '<html><body>No such order</body></html>';
      reply.headers = {'Content-Type': 'text/html'};
    },
    'order-errors-general': (reply) => {
      if (!Array.isArray(bodyOf(reply).errors)) return;
      reply.body = {CODE: 'error', message: 'Please correct the order.', errors: {}};
    },
    'order-errors-no-status': (reply) => {
      if (Array.isArray(bodyOf(reply).errors)) delete bodyOf(reply).status;
    },
    'order-error-title-missing': (reply) => {
      eachError(reply, (entry) => {
        delete entry.title;
      });
    },
    'order-error-details-text': (reply) => {
      eachError(reply, (entry) => {
        entry.details = String(entry.details);
      });
    },
  },
  createOrder: {
    'order-create-status-202': (reply) => restatus(reply, 201, 202),
    'order-invalid-400': (reply) => restatus(reply, 422, 400),
    'order-data-nested': (reply) => {
      const body = bodyOf(reply);
      if (body.data !== undefined) body.data = {order: body.data};
    },
  },
  readOrder: {
    'order-read-without-user': inData(without('user')),
    'order-read-price-of-first-product': (reply) => {
      const data = jsonOf(bodyOf(reply).data);
      data.unit_price = listOf(data.products)[0]?.unit_price;
    },
    'checkout-missing-by-reference': (reply, _context, id) => {
      const data = jsonOf(bodyOf(reply).data);
      if (data.id !== id) delete data.checkout;
    },
    'order-read-unknown-400': (reply) => restatus(reply, 404, 400),
  },
  updateOrder: {
    'order-update-204': (reply) => restatus(reply, 200, 204),
    'order-update-unknown-422': (reply) => restatus(reply, 404, 422),
  },
  cancelOrder: {
    'order-cancel-204': (reply) => restatus(reply, 200, 204),
    'order-cancel-id-missing': inData(without('id')),
    'order-cancel-no-reference': inData(without('external_reference')),
    'order-cancel-unknown-200': (reply) => restatus(reply, 404, 200),
  },
  listOrders: {
    'orders-rows-without-products': inBody(withoutInEach('data', 'products')),
    'checkout-of-list-dead': (reply) => {
      for (const one of listOf(bodyOf(reply).data)) {
        const checkout = jsonOf(one.checkout);
        checkout.url = String(checkout.url).slice(0, 255);
      }
    },
    'orders-list-bare': (reply) => {
      if (reply.status === 200) reply.body = bodyOf(reply).data;
    },
  },
};
