import type {Defect} from '../../defect.ts';
import {beginnings} from './orders/beginnings.ts';
import {bounds} from './orders/bounds.ts';
import {createTable} from './orders/create-table.ts';
import {currencies} from './orders/currencies.ts';
import {existing} from './orders/existing.ts';
import {given} from './orders/given.ts';
import {kindsOfValues} from './orders/kinds-of-values.ts';
import {referencesOfOthers} from './orders/references-of-others.ts';
import {createdUsers} from './orders/created-users.ts';
import {createdProducts, missingProducts} from './orders/created-products.ts';
import {catalogEntries} from './orders/catalog-entries.ts';
import {leftBehind} from './orders/left-behind.ts';
import {payments} from './orders/payments.ts';
import {redirects} from './orders/redirects.ts';
import {checkoutUrls} from './orders/checkout-urls.ts';

/** Defects of the rules of `store/orders`. */
export const orders: Defect[] = [
  ...createTable,
  ...bounds,
  ...beginnings,
  ...given,
  ...kindsOfValues,
  ...createdUsers,
  ...createdProducts,
  ...catalogEntries,
  ...missingProducts,
  ...leftBehind,
  ...currencies,
  ...payments,
  ...redirects,
  ...checkoutUrls,
  ...existing,
  ...referencesOfOthers,
];
