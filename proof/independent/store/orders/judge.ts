import {blame} from '../replies.ts';
import type {Context, Errors, Json} from '../types.ts';
import {
  checkAddress,
  checkAmount,
  checkCurrency,
  checkDay,
  checkText,
  checkUrl,
  demand,
  given,
  objectOf,
} from './fields.ts';

const PAID = ['return_url', 'unit_price', 'currency_id'];

function checkUser(context: Context, body: Json, errors: Errors): void {
  if (!given(body.user)) {
    blame(errors, 'user', 'This is needed.');
    return;
  }
  const user = objectOf(body.user);
  if (user === null) {
    blame(errors, 'user', 'An object is expected.');
    return;
  }
  const byId = context.variants.has('orders-sale-by-id-alone');
  if (body.type === 'sale') demand(errors, user, byId ? ['id'] : ['id', 'email'], 'user.');
  else if (!given(user.id) && !given(user.email)) {
    blame(errors, 'user.id', 'Either an id or an address is needed.');
  }
  checkText(errors, 'user.id', user.id);
  checkAddress(context, errors, 'user.email', user.email);
}

function checkProduct(body: Json, value: unknown, title: string, errors: Errors): void {
  const product = objectOf(value);
  if (product === null) {
    blame(errors, title, 'An object is expected.');
    return;
  }
  const prefix = `${title}.`;
  demand(errors, product, ['type', 'id'], prefix);
  if (body.type !== 'permission') {
    demand(errors, product, ['unit_price', 'currency_id'], prefix);
    const differs = given(product.currency_id) && product.currency_id !== body.currency_id;
    if (differs) blame(errors, `${prefix}currency_id`, 'The currency of the order is needed.');
  }
  if (given(product.type) && product.type !== 'content' && product.type !== 'subscription') {
    blame(errors, `${prefix}type`, 'Either content or subscription.');
  }
  checkText(errors, `${prefix}id`, product.id);
  checkText(errors, `${prefix}name`, product.name);
  checkUrl(errors, `${prefix}url`, product.url);
  checkAmount(errors, `${prefix}unit_price`, product.unit_price);
  checkCurrency(errors, `${prefix}currency_id`, product.currency_id);
  checkDay(errors, `${prefix}expiration_date`, product.expiration_date);
}

function checkProducts(context: Context, body: Json, errors: Errors): void {
  const {products} = body;
  if (products === undefined && context.faults.has('order-products-optional')) return;
  const empty = Array.isArray(products) && products.length === 0;
  if (empty && context.faults.has('order-products-empty-accepted')) return;
  if (!Array.isArray(products) || empty) {
    blame(errors, 'products', 'At least one product is needed.');
    return;
  }
  products.forEach((one, index) => checkProduct(body, one, `products[${index}]`, errors));
}

/** Judges the form of an order; what needs the store comes later. */
export function judgeOrder(context: Context, body: Json): Errors {
  const errors: Errors = new Map();
  if (!['permission', 'report', 'sale'].includes(String(body.type ?? ''))) {
    blame(errors, 'type', 'One of permission, report, sale.');
  }
  if (body.type === 'report' || body.type === 'sale') demand(errors, body, PAID);
  checkText(errors, 'external_reference', body.external_reference);
  checkUrl(errors, 'return_url', body.return_url);
  checkAmount(errors, 'unit_price', body.unit_price);
  checkCurrency(errors, 'currency_id', body.currency_id);
  checkUser(context, body, errors);
  checkProducts(context, body, errors);
  return errors;
}
