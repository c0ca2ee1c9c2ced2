/** What an update says of all products of an order holds for each of many (Orders, Update). */

import {checksOf, sharedScene, type Check} from '../../../language/check.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import {expectAllExpireOn, orderIn, productsOf} from '../../order-rows.ts';
import {
  createOrder,
  daysAfter,
  newProduct,
  priced,
  readOrder,
  updateOrder,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {dayOf} from './expirations-shown.ts';

/** More products than ten. */
const MANY = 12;

/** A report of many products, all of which get an expiration. */
const ofMany = sharedScene({
  id: 'store: the expiration of twelve products',
  onlyOnTestTargets: true,
  act: (s) => {
    const products = Array.from({length: MANY}, () => newProduct(s));
    const created = createOrder(s, priced(s, 'report', createUser(s), products));
    const updated = updateOrder(s, created, {expiration_date: daysAfter(created, 40)});
    return {created, updated, read: readOrder(s, created)};
  },
});

/** The check that an expiration reaches each of many products. */
export const manyProducts: Check[] = checksOf(ofMany, {
  'store.orders.expiration-applies-to-all-products @ of twelve products': ({
    created,
    updated,
    read,
  }) =>
    when(productsOf(orderIn(created)).length === MANY, 'the order lacks some products', () =>
      all(
        expectOutcome(updated, 'updated', 'refused'),
        () => expectAllExpireOn(updated, dayOf(updated), 'the response shows another day'),
        () => expectAllExpireOn(read, dayOf(updated), 'one of many has another expiration'),
      ),
    ),
});
