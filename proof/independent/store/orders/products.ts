import {blame} from '../replies.ts';
import type {CatalogProduct, OrderProduct} from '../commerce-types.ts';
import type {Context, Errors, Json, Plan} from '../types.ts';
import {given} from './fields.ts';

/** The plan that an order names: one to which somebody may subscribe. */
function planFor(context: Context, id: string): Plan | undefined {
  const plan = /^[1-9]\d{0,14}$/.test(id) ? context.store.plans.get(Number(id)) : undefined;
  return plan?.subscribable === true ? plan : undefined;
}

/** The content that an order names. */
export function entryOf(context: Context, id: string): CatalogProduct | undefined {
  const {faults, store, world} = context;
  const stores = faults.has('order-product-any-store') ? world.stores : [store];
  return stores.map((one) => one.commerce.catalog.get(id)).find((one) => one !== undefined);
}

function exists(context: Context, product: Json): boolean {
  const id = String(product.id);
  if (product.type === 'subscription') return planFor(context, id) !== undefined;
  const entry = entryOf(context, id);
  return entry !== undefined && entry.withdrawn !== true;
}

/** Whether a missing product can be made from what an order says of it. */
function canBeMade(body: Json, product: Json): boolean {
  const told = given(product.name) && given(product.url);
  return body.type !== 'permission' && product.type === 'content' && told;
}

/** What is wrong with the products of a (well-formed) order: those that are not to be had. */
export function missingProducts(context: Context, body: Json, products: Json[]): Errors {
  const errors: Errors = new Map();
  products.forEach((product, index) => {
    if (exists(context, product) || canBeMade(body, product)) return;
    blame(errors, `products[${index}]`, `${String(product.id)} is not in the catalog.`);
  });
  return errors;
}

/** Adds a product that points to another place. */
export function addExternalLink(context: Context, product: Json): CatalogProduct {
  context.world.nextNumber += 3;
  const id = String(product.id);
  const made: CatalogProduct = {
    id,
    issueId: 700_000 + context.world.nextNumber,
    name: String(product.name),
    description: '',
    pages: 0,
    fileType: context.faults.has('order-link-as-file') ? 'pdf' : 'External link',
    free: false,
    url: context.faults.has('order-link-url-lost') ? null : String(product.url),
    storefront: false,
  };
  context.store.commerce.catalog.set(id, made);
  return made;
}

/** The products of an order; what is missing is made. */
export function orderedProducts(context: Context, products: Json[]): OrderProduct[] {
  return products.map((product) => {
    if (!exists(context, product)) addExternalLink(context, product);
    return {
      type: product.type === 'subscription' ? 'subscription' : 'content',
      id: String(product.id),
      unitPrice: typeof product.unit_price === 'number' ? product.unit_price : 0,
      currency: given(product.currency_id) ? String(product.currency_id) : null,
      expiration: given(product.expiration_date) ? String(product.expiration_date) : null,
      paused: false,
      subscription: null,
      ...(typeof product.name === 'string' && {name: product.name}),
    };
  });
}
