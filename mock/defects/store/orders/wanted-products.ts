/** What the creation of an order names, and whether the catalog has it. */

import type {Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import {titleById} from '../../../store/orders/catalog.ts';
import {takingFor, withValue, type Wanted} from './created-orders.ts';

/** The id of the first product of an order. */
export const firstIdOf = ({products}: Wanted): string => String(products?.[0]?.id ?? '');

/** Whether the catalog has the first product of an order. */
export const isInCatalog = (body: Wanted, view: View): boolean =>
  titleById(view, firstIdOf(body)) !== undefined;

/** Whether the first product of an order is a title that the catalog does not have. */
export const isMissing = (body: Wanted, view: View): boolean =>
  body.products?.[0]?.type === 'content' && !isInCatalog(body, view);

/** Adds members to the first product of an order that the request lacks. */
export const completed = (which: (body: Wanted, view: View) => boolean): Seam =>
  takingFor((body, view) => {
    const [product] = body.products ?? [];
    if (!product || !isMissing(body, view) || !which(body, view)) return undefined;
    const {name = 'Unnamed', url = 'https://store.example/'} = product;
    return withValue(withValue(body, '/products/0/name', name), '/products/0/url', url);
  });
