/** Defects of the products that orders create, and must not create (Orders, Create rule 3). */

import type {Seam, Defect} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {productById, titleById} from '../../../store/orders/catalog.ts';
import {breaking, atPlace} from '../../breaking.ts';
import {refusing, takingFor, CREATE, type Wanted} from './created-orders.ts';
import {isMissing, completed, firstIdOf} from './wanted-products.ts';

/**
 * Orders of a type are created without the product that is missing.
 * @param isLeftOut whether one at a position is left out, or is refused as it should be
 */
const withoutMissing = (type: string, isLeftOut: (product: Product, at: number) => boolean): Seam =>
  takingFor((body, view) =>
    body.type === type && (body.products?.length ?? 0) > 2
      ? {
          ...body,
          products: body.products?.filter(
            (one, at) => !(isUnknown(one, view) && isLeftOut(one, at)),
          ),
        }
      : undefined,
  );

type Product = NonNullable<Wanted['products']>[number];

/** Whether a product is missing in the catalog and cannot be made either. */
const isUnknown = ({type, id, url}: Product, view: View): boolean =>
  url === undefined && productById(view, type, String(id)) === undefined;

/** Defects of orders of products that the catalog does not have. */
export const createdProducts: Defect[] = [
  ...breaking('store.orders.missing-product-is-created', {
    'name and url are not enough': refusing(isMissing, 'products.0.id', 'product-not-found'),
    'the product is not stored': {seam: 'change', in: CREATE, table: 'issues', drop: true},
  }),
  ...breaking('store.orders.missing-product-is-created', {
    'a missing product is created where it is the only one': refusing(
      ({products = []}, view) =>
        products.length > 1 &&
        products.some((product) => isMissing({products: [product]} as Wanted, view)),
      'products.1.id',
      'product-not-found',
    ),
    'a product that an order has created is missing without name and url': refusing(
      ({type, products: [product] = []}, view) =>
        type !== 'permission' &&
        product?.type === 'content' &&
        product.url === undefined &&
        titleById(view, String(product.id))?.kind === 'External link',
      'products.0.id',
      'product-not-found',
    ),
    'a report creates no product': refusing(
      (body, view) => body.type === 'report' && isMissing(body, view),
      'products.0.id',
      'product-not-found',
    ),
  }),
  ...breaking('store.orders.missing-product-needs-name-and-url', {
    'neither is needed': completed(({type}) => type !== 'permission'),
    'a name is not needed': completed(
      ({products, type}) => type !== 'permission' && products?.[0]?.url !== undefined,
    ),
  }),
  ...breaking('store.orders.missing-product-needs-name-and-url', {
    'a report needs no url': completed(
      ({products, type}) => type === 'report' && products?.[0]?.name !== undefined,
    ),
  }),
];

/** Defects of permissions for such products, and of orders that leave them out. */
export const missingProducts: Defect[] = [
  ...breaking('store.orders.permission-of-a-missing-product-is-refused', {
    'a permission creates it': completed(({type}) => type === 'permission'),
    'a permission of an id of digits creates it': completed(
      (body) => body.type === 'permission' && /^\d+$/.test(firstIdOf(body)),
    ),
    'only the first product is looked at': takingFor((body, view) => {
      const [first, ...others] = body.products ?? [];
      if (body.type !== 'permission' || !first) return undefined;
      const known = others.filter((one) => !isMissing({products: [one]}, view));
      return {...body, products: [first, ...known]};
    }),
  }),
  ...(['permission', 'report', 'sale'] as const).flatMap((type) =>
    atPlace(
      `${type} of several products`,
      breaking(
        type === 'permission'
          ? 'store.orders.permission-of-a-missing-product-is-refused'
          : 'store.orders.missing-product-needs-name-and-url',
        {
          [`a ${type} leaves a third product out that is missing`]: withoutMissing(
            type,
            (_product, at) => at === 2,
          ),
          [`a ${type} leaves a subscription out that is missing`]: withoutMissing(
            type,
            (product, at) => product.type === 'subscription' && at === 0,
          ),
        },
      ),
    ),
  ),
];
