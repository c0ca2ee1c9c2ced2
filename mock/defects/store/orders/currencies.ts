/** Defects of currencies and gateways (Orders, Create rules 5 and 6). */

import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {refusedAs, unguarded} from '../../families/seams.ts';
import {GIVEN, type When} from '../../families/when.ts';
import {defects, each} from '../../table.ts';
import {answeredOtherwise, CREATE, refusing, taking} from './created-orders.ts';
import {CHECKOUT, type Visit} from './payments.ts';

/** Sends payments of some orders to another gateway. */
const gateway = (when: When<Order, Visit>, other: string): Seam =>
  CHECKOUT.after(['readGateway'], when, (done) => ({...done, body: {gateway: other}}));

const OTHERS = {
  USD: 'regional wallet gateway',
  ARS: 'global card gateway',
  MXN: 'global card gateway',
  BRL: 'global card gateway',
  CLP: 'regional wallet gateway',
  COP: 'regional wallet gateway',
};
const CURRENCIES = Object.keys(OTHERS) as (keyof typeof OTHERS)[];

/** Gives some products of a sale its currency. */
const inOneCurrency = (which: (at: number, all: readonly unknown[]) => boolean): Seam =>
  taking({body: {type: 'sale', currency_id: GIVEN}}, ({currency_id: code = '', ...body}) => ({
    ...body,
    currency_id: code,
    products: (body.products ?? []).map((product, at, all) =>
      which(at, all) ? {...product, currency_id: code} : product,
    ),
  }));

/** Defects of currencies and gateways. */
export const currencies: Defect[] = defects({
  'store.orders.gateway-follows-the-currency': {
    'every payment goes to one gateway': gateway({}, 'a gateway'),
    ...each(CURRENCIES, (currency) => [
      `payments in ${currency} go to another gateway`,
      gateway({row: {currency_id: currency}}, OTHERS[currency]),
    ]),
  },
  'store.orders.sale-may-be-in-ars-only': {
    'sales in BRL are answered 410': answeredOtherwise({body: {type: 'sale', currency_id: 'BRL'}}),
    'sales in other currencies than ARS are answered 410': answeredOtherwise({
      body: {type: 'sale', currency_id: /^(?!ARS)/},
    }),
  },
  'store.orders.permission-may-have-any-currency': {
    'a permission order with a currency is answered 410': answeredOtherwise({
      body: {type: 'permission', currency_id: GIVEN},
    }),
    'a permission order in a currency without a gateway is answered 410': answeredOtherwise({
      body: {type: 'permission', currency_id: 'JPY'},
    }),
  },
  'store.orders.one-currency-in-a-sale': {
    'the currencies of products are not looked at': unguarded('currency-differs', CREATE),
    'only that of the first product is looked at': inOneCurrency((at) => at > 0),
    'only those of the first and the last product are looked at': inOneCurrency(
      (at, {length}) => at > 0 && at < length - 1,
    ),
  },
  'store.orders.unsupported-currency-is-refused': {
    'every currency is taken': unguarded('currency-unsupported', CREATE),
    'it is answered 404': refusedAs('currency-unsupported', {status: 404}, {in: CREATE}),
  },
  'store.orders.unsupported-currency-is-refused @ of the currencies with a gateway': {
    'a sale in a currency in which nothing is sold is answered 422': refusing(
      {body: {type: 'sale', currency_id: 'BRL'}},
      'currency_id',
    ),
  },
});
