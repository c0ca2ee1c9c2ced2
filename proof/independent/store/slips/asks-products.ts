import {isDay} from '../time.ts';
import type {Ask, Json} from '../types.ts';
import {parses} from '../web-address.ts';
import {type Asks, listOf} from './types.ts';

/** Changes each product of an order. */
function each({body}: Ask, edit: (product: Json, index: number) => void): void {
  if (!Array.isArray(body.products)) return;
  body.products = listOf(body.products).map((one, index) => {
    const product = {...one};
    edit(product, index);
    return product;
  });
}

/** Changes each product of an order of one type. */
function eachOf(type: string, ask: Ask, edit: (product: Json, index: number) => void): void {
  if (ask.body.type === type) each(ask, edit);
}

function rolledOver(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** How the products of new orders are misread. */
export const PRODUCT_ASKS: Asks = {
  createOrder: {
    'order-product-type-defaults': (ask) =>
      each(ask, (one) => {
        one.type ??= 'content';
      }),
    'order-product-type-unchecked': (ask) =>
      each(ask, (one) => {
        if (typeof one.type === 'string' && one.type !== 'subscription') one.type = 'content';
      }),
    'order-product-name-cut': (ask) =>
      each(ask, (one) => {
        if (typeof one.name === 'string') one.name = one.name.slice(0, 64);
      }),
    'order-product-name-bytes': (ask) =>
      each(ask, (one) => {
        const wide = Buffer.byteLength(String(one.name ?? ''), 'utf8') > 64;
        if (wide) one.name = 'x'.repeat(65);
      }),
    'order-product-id-cut': (ask) =>
      each(ask, (one) => {
        if (typeof one.id === 'string') one.id = one.id.slice(0, 64);
      }),
    'order-product-id-unchecked': (ask) =>
      eachOf('permission', ask, (one) => {
        one.id ??= 'undefined';
      }),
    'order-product-64-refused': (ask) =>
      each(ask, (one) => {
        if (typeof one.id === 'string' && one.id.length >= 64) one.id = 'x'.repeat(65);
      }),
    'order-permission-item-currency-required': (ask) =>
      eachOf('permission', ask, (one) => {
        one.currency_id ??= '';
      }),
    'order-report-item-url-required': (ask) =>
      eachOf('report', ask, (one) => {
        one.url ??= '';
      }),
    'order-product-url-unchecked': (ask) =>
      each(ask, (one) => {
        if (!parses(String(one.url ?? ''))) delete one.url;
      }),
    'order-product-price-optional': (ask) =>
      eachOf('sale', ask, (one) => {
        one.unit_price ??= 0;
      }),
    'order-report-product-price-optional': (ask) =>
      eachOf('report', ask, (one) => {
        one.unit_price ??= 0;
      }),
    'order-product-currency-optional': (ask) =>
      eachOf('sale', ask, (one) => {
        one.currency_id ??= ask.body.currency_id;
      }),
    'order-report-product-currency-optional': (ask) =>
      eachOf('report', ask, (one) => {
        one.currency_id ??= ask.body.currency_id;
      }),
    'order-product-day-unchecked': (ask) =>
      each(ask, (one) => {
        if (!isDay(String(one.expiration_date ?? ''))) delete one.expiration_date;
      }),
    'order-product-day-impossible': (ask) =>
      each(ask, (one) => {
        const day = String(one.expiration_date ?? '');
        if (/^\d{4}-\d{2}-\d{2}$/.test(day)) one.expiration_date = rolledOver(day);
      }),
    'order-product-leap-refused': (ask) =>
      each(ask, (one) => {
        if (String(one.expiration_date).endsWith('-02-29')) one.expiration_date = '29';
      }),
    'order-product-day-required': (ask) =>
      eachOf('permission', ask, (one) => {
        one.expiration_date ??= '';
      }),
    'order-product-name-required': (ask) =>
      eachOf('sale', ask, (one) => {
        one.name ??= '';
      }),
    'order-currency-mixed': (ask) =>
      eachOf('sale', ask, (one) => {
        if (one.currency_id !== undefined) one.currency_id = ask.body.currency_id;
      }),
    'order-currency-mixed-second': (ask) =>
      eachOf('sale', ask, (one, index) => {
        if (index > 0) one.currency_id = ask.body.currency_id;
      }),
    'order-subscription-refused': (ask) =>
      eachOf('permission', ask, (one) => {
        if (one.type === 'subscription') one.type = '';
      }),
    'order-third-product-lost': ({body}) => {
      if (Array.isArray(body.products)) body.products = body.products.slice(0, 2);
    },
    'order-link-not-made': (ask) =>
      eachOf('sale', ask, (one) => {
        if (parses(String(one.url))) delete one.url;
      }),
    'order-report-link-not-made': (ask) =>
      eachOf('report', ask, (one) => {
        if (parses(String(one.url))) delete one.url;
      }),
    'order-link-refused-with-others': (ask) => {
      const {products} = ask.body;
      if (Array.isArray(products) && products.length < 2) return;
      eachOf('sale', ask, (one) => {
        if (parses(String(one.url))) delete one.url;
      });
    },
    'order-link-name-enough': (ask) =>
      eachOf('sale', ask, (one) => {
        if (one.name !== undefined) one.url ??= 'https://lyra.bookshelf.example/soon';
      }),
    'order-link-url-enough': (ask) =>
      eachOf('sale', ask, (one) => {
        if (one.url !== undefined) one.name ??= one.id;
      }),
    'order-report-link-bare': (ask) =>
      eachOf('report', ask, (one) => {
        one.name ??= one.id;
        one.url ??= 'https://lyra.bookshelf.example/soon';
      }),
  },
};
