import type {Defect} from '../../defect.ts';
import {access} from './orders/access.ts';
import {beginnings} from './orders/beginnings.ts';
import {bounds} from './orders/bounds.ts';
import {cancels} from './orders/cancels.ts';
import {checkoutUrls} from './orders/checkout-urls.ts';
import {createTable} from './orders/create-table.ts';
import {createdUsers} from './orders/created-users.ts';
import {currencies} from './orders/currencies.ts';
import {endOfUsers} from './orders/end-of-users.ts';
import {given} from './orders/given.ts';
import {leftBehind} from './orders/left-behind.ts';
import {lists} from './orders/lists.ts';
import {moves} from './orders/moves.ts';
import {otherStores} from './orders/other-stores.ts';
import {payments} from './orders/payments.ts';
import {products} from './orders/products.ts';
import {reading} from './orders/reading.ts';
import {updates} from './orders/updates.ts';

/** Defects of the rules of `store/orders`. */
export const orders: Defect[] = [
  ...createTable,
  ...bounds,
  ...beginnings,
  ...given,
  ...createdUsers,
  ...products,
  ...leftBehind,
  ...currencies,
  ...payments,
  ...checkoutUrls,
  ...reading,
  ...otherStores,
  ...lists,
  ...updates,
  ...moves,
  ...cancels,
  ...access,
  ...endOfUsers,
];
