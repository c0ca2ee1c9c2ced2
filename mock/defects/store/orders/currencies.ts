import type {Defect, Seam} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {answeredOtherwise, CREATE, refusing, takingFor} from './created-orders.ts';

/** Sends payments of some orders to another gateway. */
const gatewayOf = (which: (order: Order) => boolean, gateway: string): Seam =>
  afterwards(['readGateway'], (done, view, {body}) => {
    const order = view.find<Order>('orders', (body as {order: string}).order);
    return order && which(order) ? {...done, body: {gateway}} : done;
  });

const OTHERS: Record<string, string> = {
  USD: 'regional wallet gateway',
  ARS: 'global card gateway',
  MXN: 'global card gateway',
  BRL: 'global card gateway',
  CLP: 'regional wallet gateway',
  COP: 'regional wallet gateway',
};

/** Defects of currencies and gateways (Orders, Create rules 5 and 6). */
export const currencies: Defect[] = [
  ...breaking('store.orders.gateway-follows-the-currency', {
    'every payment goes to one gateway': gatewayOf(() => true, 'a gateway'),
  }),
  ...Object.entries(OTHERS).flatMap(([currency, gateway]) =>
    breaking('store.orders.gateway-follows-the-currency', {
      [`payments in ${currency} go to another gateway`]: gatewayOf(
        ({currency_id: code}) => code === currency,
        gateway,
      ),
    }),
  ),
  ...breaking('store.orders.sale-may-be-in-ars-only', {
    'sales in BRL are answered 410': answeredOtherwise(
      ({type, currency_id: code}) => type === 'sale' && code === 'BRL',
    ),
    'sales in other currencies than ARS are answered 410': answeredOtherwise(
      ({type, currency_id: code}) => type === 'sale' && code !== 'ARS',
    ),
  }),
  ...breaking('store.orders.permission-may-have-any-currency', {
    'a permission order with a currency is answered 410': answeredOtherwise(
      ({type, currency_id: code}) => type === 'permission' && code !== undefined,
    ),
    'a permission order in a currency without a gateway is answered 410': answeredOtherwise(
      ({type, currency_id: code}) => type === 'permission' && code === 'JPY',
    ),
  }),
  ...breaking('store.orders.one-currency-in-a-sale', {
    'the currencies of products are not looked at': {
      seam: 'skip',
      situation: 'currency-differs',
      in: CREATE,
    },
    'only that of the first product is looked at': takingFor((body) => {
      const [first, ...others] = body.products ?? [];
      const code = body.currency_id;
      if (body.type !== 'sale' || !first || code === undefined) return undefined;
      const same = others.map((product) => ({...product, currency_id: code}));
      return {...body, products: [first, ...same]};
    }),
  }),
  ...breaking('store.orders.one-currency-in-a-sale', {
    'only those of the first and the last product are looked at': takingFor((body) => {
      const {products = [], currency_id: code, type} = body;
      if (type !== 'sale' || products.length < 3 || code === undefined) return undefined;
      const between = products.slice(1, -1).map((product) => ({...product, currency_id: code}));
      return {...body, products: [...products.slice(0, 1), ...between, ...products.slice(-1)]};
    }),
  }),
  ...atPlace(
    'of the currencies with a gateway',
    breaking('store.orders.unsupported-currency-is-refused', {
      'a sale in a currency in which nothing is sold is answered 422': refusing(
        ({type, currency_id: code}) => type === 'sale' && code === 'BRL',
        'currency_id',
        'invalid',
      ),
    }),
  ),
  ...breaking('store.orders.unsupported-currency-is-refused', {
    'every currency is taken': {seam: 'skip', situation: 'currency-unsupported', in: CREATE},
    'it is answered 404': {
      seam: 'refusal',
      situation: 'currency-unsupported',
      in: CREATE,
      as: {status: 404},
    },
  }),
];
