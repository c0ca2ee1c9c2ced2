import type {View} from '../../operation.ts';
import {planById} from '../plans/find-plan.ts';
import {EXTERNAL_LINK, type Product, type ProductType} from './order.ts';

/** A product that can be ordered: its key and its name. */
export interface FoundProduct {
  key: string;
  name: string;
}

/** A title of the catalog by external id, or else by id (NS-ST-34). */
export function titleById(view: View, id: string): Product | undefined {
  const title = view.by<Product>('products', 'external_id', id);
  return title ?? view.by<Product>('products', 'id', id);
}

/** The product that an order names; undefined when this store does not have it. */
export function productById(view: View, type: ProductType, id: string): FoundProduct | undefined {
  if (type === 'content') return titleById(view, id);
  return planById(view, id);
}

/** A title that an order creates: it points elsewhere and no storefront shows it (Create rule 3). */
export function newExternalLink(
  view: View,
  {id, name, url}: {id: string; name: string; url: string},
): Product {
  const number = view.newNumber('product');
  return {
    key: `product-${number}`,
    tenant: view.tenant,
    seq: view.newSeq(),
    id: FIRST_PRODUCT_ID + number,
    external_id: id,
    kind: EXTERNAL_LINK,
    name,
    description: '',
    url,
    pages_quantity: 0,
    file_type: 'link',
    is_free: false,
    storefront: false,
  };
}

/** Ids of titles begin above this, so that one is not taken for the number of something else. */
export const FIRST_PRODUCT_ID = 70_000;
