/** Defects of what the catalog shows of the products that orders have created (Orders, Create rule 3). */

import type {Seam, Defect} from '../../../defect.ts';
import type {Done, View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, breaking, atPlace} from '../../breaking.ts';
import {withRows} from '../../stored-rows.ts';
import {CREATE, type Wanted} from './created-orders.ts';

/** Stores another product than an order creates. */
const linksAs = (set: Record<string, unknown>): Seam => ({
  seam: 'change',
  in: CREATE,
  table: 'issues',
  set,
});

/** Stores other products than an order creates, but for the first one. */
const linksBehindTheFirst = (set: Record<string, unknown>): Seam =>
  afterwards(CREATE, (done) => {
    const first = done.changes?.find(({table}) => table === 'issues');
    return withRows(done, 'issues', (row) =>
      first && 'put' in first && row === first.put ? undefined : set,
    );
  });

/** The catalog says that the storefront shows a product. */
const inStorefront = (done: Done): Done => ({
  ...done,
  body: {...(done.body as object), storefront: true},
});

/** Whether a product is of a sale order that has been paid. */
function isPaid(view: View, product: unknown): boolean {
  const where = ({type, status, products}: Order): boolean =>
    type === 'sale' && status === 'approved' && products.some(({id}) => id === product);
  return view.newest<Order>('orders', {limit: 1, where}).length > 0;
}

/** Defects of the entries of the catalog. */
export const catalogEntries: Defect[] = [
  ...breaking('store.orders.created-product-is-an-external-link', {
    'it is an ebook': linksAs({kind: 'digital'}),
    'it points elsewhere': linksAs({file_url: 'https://store.example/'}),
    'a report makes one that points elsewhere': afterwards(CREATE, (done, _view, {body}) =>
      (body as Wanted).type === 'report'
        ? withRows(done, 'issues', () => ({file_url: 'https://store.example/'}))
        : done,
    ),
  }),
  ...breaking('store.orders.created-product-is-not-in-the-storefront', {
    'the storefront shows it': linksAs({storefront: true}),
    'the catalog says that the storefront shows everything': afterwards(
      ['readCatalogEntry'],
      inStorefront,
    ),
  }),
  ...atPlace(
    'once the order is paid',
    breaking('store.orders.created-product-is-not-in-the-storefront', {
      'the storefront shows what has been paid': afterwards(
        ['readCatalogEntry'],
        (done, view, {body}) =>
          isPaid(view, (body as {product: unknown}).product) ? inStorefront(done) : done,
      ),
    }),
  ),
  ...atPlace(
    'wherever it stands',
    breaking('store.orders.created-product-is-not-in-the-storefront', {
      'the storefront shows all but the first that an order creates': linksBehindTheFirst({
        storefront: true,
      }),
    }),
  ),
  ...atPlace(
    'wherever it stands',
    breaking('store.orders.created-product-is-an-external-link', {
      'of those that an order creates only the first is a link': linksBehindTheFirst({
        kind: 'digital',
      }),
      'all but the first that an order creates point to the start of the store':
        linksBehindTheFirst({file_url: 'https://store.example/'}),
      'all but the first that an order creates are unnamed': linksBehindTheFirst({name: 'Unnamed'}),
    }),
  ),
];
