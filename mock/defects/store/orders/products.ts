/** Defects of the products that orders create, and must not create (Orders, Create rule 3). */

import type {Defect, Seam} from '../../../defect.ts';
import type {Done, View} from '../../../operation.ts';
import {productById, titleById} from '../../../store/orders/catalog.ts';
import type {Order, OrderType} from '../../../store/orders/order.ts';
import {afterwards} from '../../breaking.ts';
import {setting, unstored} from '../../families/seams.ts';
import {withRows} from '../../stored-rows.ts';
import {defects, type Phrases} from '../../table.ts';
import {CREATE, NEW, refusing, taking, withValue, type Wanted} from './created-orders.ts';

type Product = NonNullable<Wanted['products']>[number];
type Asked = {body: Wanted; view: View};

/** Whether the catalog has the first product of an order. */
export const isInCatalog = ({body: {products = []}, view}: Asked): boolean =>
  titleById(view, String(products[0]?.id ?? '')) !== undefined;

/** Whether the first product of an order is a title that the catalog does not have. */
const isMissing = (asked: Asked): boolean =>
  asked.body.products?.[0]?.type === 'content' && !isInCatalog(asked);

/** Whether a product is missing in the catalog and cannot be made either. */
const isUnknown = ({type, id, url}: Product, view: View): boolean =>
  url === undefined && productById(view, type, String(id)) === undefined;

/** Finds no product where it is missing, or had to be created. */
const notFound = (which: (asked: Asked) => boolean, at = 0): Seam =>
  refusing(which, `products.${at}.id`, 'product-not-found');

/** Adds members to the first product of an order that the request lacks. */
const completed = (which: (type: unknown, product: Product) => boolean): Seam =>
  taking(
    ({body, view}) =>
      isMissing({body, view}) &&
      body.products !== undefined &&
      body.products.slice(0, 1).every((product) => which(body.type, product)),
    (body) => {
      const {name = 'Unnamed', url = 'https://store.example/'} = body.products?.[0] ?? {};
      return withValue(withValue(body, '/products/0/name', name), '/products/0/url', url);
    },
  );

/** Creates orders of a type without the product that is missing: one at a position, or of a kind. */
const withoutMissing = (
  type: OrderType,
  isLeftOut: (product: Product, at: number) => boolean,
): Seam =>
  taking({body: {type, products: ({length}) => length > 2}}, ({products = [], ...body}, view) => ({
    ...body,
    products: products.filter((one, at) => !(isUnknown(one, view) && isLeftOut(one, at))),
  }));

/** Orders of several products leave out what is missing. */
const ofSeveral = (type: OrderType, rule: string): Record<string, Phrases> => ({
  [`store.orders.${rule} @ ${type} of several products`]: {
    [`a ${type} leaves a third product out that is missing`]: withoutMissing(
      type,
      (_product, at) => at === 2,
    ),
    [`a ${type} leaves a subscription out that is missing`]: withoutMissing(
      type,
      (product, at) => product.type === 'subscription' && at === 0,
    ),
  },
});

/** Stores other products than an order creates, but for the first one. */
const behindTheFirst = (set: Record<string, unknown>): Seam =>
  afterwards(CREATE, (done) => {
    const first = done.changes?.find(({table}) => table === 'issues');
    return withRows(done, 'issues', (row) =>
      first && 'put' in first && row === first.put ? undefined : set,
    );
  });

const ELSEWHERE = {file_url: 'https://store.example/'};

/** The catalog says that the storefront shows a product. */
const inStorefront = (which: (view: View, product: unknown) => boolean): Seam =>
  afterwards(['readCatalogEntry'], (done, view, {body}): Done =>
    which(view, (body as {product: unknown}).product)
      ? {...done, body: {...(done.body as object), storefront: true}}
      : done,
  );

/** Whether a product is of a sale order that has been paid. */
function isPaid(view: View, product: unknown): boolean {
  const where = ({type, status, products}: Order): boolean =>
    type === 'sale' && status === 'approved' && products.some(({id}) => id === product);
  return view.newest<Order>('orders', {limit: 1, where}).length > 0;
}

/** Defects of orders of products that the catalog does not have, and of the entries that they make. */
export const products: Defect[] = defects({
  'store.orders.missing-product-is-created': {
    'name and url are not enough': notFound(isMissing),
    'the product is not stored': unstored(CREATE, 'issues'),
    'a missing product is created where it is the only one': notFound(
      ({body: {products: all = []}, view}) =>
        all.length > 1 && all.some((product) => isMissing({body: {products: [product]}, view})),
      1,
    ),
    'a product that an order has created is missing without name and url': notFound(
      ({body: {type, products: [product] = []}, view}) =>
        type !== 'permission' &&
        product?.type === 'content' &&
        product.url === undefined &&
        titleById(view, String(product.id))?.kind === 'External link',
    ),
    'a report creates no product': notFound(
      (asked) => asked.body.type === 'report' && isMissing(asked),
    ),
  },
  'store.orders.missing-product-needs-name-and-url': {
    'neither is needed': completed((type) => type !== 'permission'),
    'a name is not needed': completed((type, {url}) => type !== 'permission' && url !== undefined),
    'a report needs no url': completed((type, {name}) => type === 'report' && name !== undefined),
  },
  'store.orders.permission-of-a-missing-product-is-refused': {
    'a permission creates it': completed((type) => type === 'permission'),
    'a permission of an id of digits creates it': completed(
      (type, {id}) => type === 'permission' && /^\d+$/.test(String(id)),
    ),
    'only the first product is looked at': taking(
      {body: {type: 'permission'}},
      ({products: [first, ...others] = [], ...body}, view) =>
        first && {
          ...body,
          products: [first, ...others.filter((one) => !isMissing({body: {products: [one]}, view}))],
        },
    ),
  },
  ...ofSeveral('permission', 'permission-of-a-missing-product-is-refused'),
  ...ofSeveral('report', 'missing-product-needs-name-and-url'),
  ...ofSeveral('sale', 'missing-product-needs-name-and-url'),
  'store.orders.created-product-is-an-external-link': {
    'it is an ebook': setting(CREATE, 'issues', {kind: 'digital'}),
    'it points elsewhere': setting(CREATE, 'issues', ELSEWHERE),
    'a report makes one that points elsewhere': NEW.after(
      CREATE,
      {body: {type: 'report'}},
      (done) => withRows(done, 'issues', () => ELSEWHERE),
    ),
  },
  'store.orders.created-product-is-not-in-the-storefront': {
    'the storefront shows it': setting(CREATE, 'issues', {storefront: true}),
    'the catalog says that the storefront shows everything': inStorefront(() => true),
  },
  'store.orders.created-product-is-not-in-the-storefront @ once the order is paid': {
    'the storefront shows what has been paid': inStorefront(isPaid),
  },
  'store.orders.created-product-is-not-in-the-storefront @ wherever it stands': {
    'the storefront shows all but the first that an order creates': behindTheFirst({
      storefront: true,
    }),
  },
  'store.orders.created-product-is-an-external-link @ wherever it stands': {
    'of those that an order creates only the first is a link': behindTheFirst({kind: 'digital'}),
    'all but the first that an order creates point to the start of the store':
      behindTheFirst(ELSEWHERE),
    'all but the first that an order creates are unnamed': behindTheFirst({name: 'Unnamed'}),
  },
});
