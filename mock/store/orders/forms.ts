import type {Schema} from '../../../spec/schema.ts';
import {integer, object, ref, text} from '../../../spec/schema-parts.ts';
import type {PublishedForms} from '../../chapter.ts';
import type {View} from '../../operation.ts';

/** The forms of orders, where the document leaves them open. */
export const forms = (freedom: View['freedom']): PublishedForms => {
  const order = ref(freedom('orders.wrapped') === true ? 'OrderCreated' : 'Order');
  const created = freedom('orders.create_answers');
  const checkout = checkouts[String(freedom('checkout.form'))] ?? {};
  return {
    Checkout: checkout,
    Order: {shown: {checkout: checkout.examples?.[0]}},
    'getOrder 200': order,
    'updateOrder 200': order,
    'cancelOrder 200': order,
    'createOrder 200': created === 200 ? ref('OrderCreated') : 'never',
    'createOrder 201': created === 201 ? ref('OrderCreated') : 'never',
  };
};

const url: Schema = {...text, format: 'uri'};
const end = {token: text, expires_on: text};
const URL = 'https://store.example/checkout/7f1c?external-auth-token=5d2e';
const END = {token: '5d2e', expires_on: '2026-03-02T10:30:00.000Z'};

/** A checkout by the value of the freedom `checkout.form`. */
const checkouts: Readonly<Record<string, Schema>> = {
  ttl: {...object({url, ttl: integer}), examples: [{url: URL, ttl: 3600}]},
  token: {...object(end), examples: [END]},
  expires_on: {...object({url, ...end}), examples: [{url: URL, ...END}]},
};
