/**
 * Formats of members of permission and sale orders (Orders, Create body): their prices, currencies
 * and URLs are of the same form as those of reports.
 */

import {checksOfTrials} from '../../../tables/trials.ts';
import type {Check} from '../../../language/check.ts';
import {content, currencyOf, ordersWith, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Numbers of another form. */
const PRICES = {
  'store.orders.price-must-be-a-number': {
    'word taken': {'/unit_price': 'many'},
    'object taken': {'/unit_price': {amount: 4.5}},
  },
};

/** A currency of an order and of its product is refused as invalid, or as unsupported. */
const inCurrency = (currency: string, ...pointers: string[]) => ({
  answered: ['invalid', 'currency-unsupported'],
  to: Object.fromEntries(['/currency_id', ...pointers].map((one) => [one, currency])),
});

const CURRENCY = 'store.orders.currency-must-be-iso-4217';

const OF_PRODUCT = '/products/0/currency_id';

/** The checks of orders of these types. */
export const formsOfEachType: Check[] = [
  ...checksOfTrials({
    scene: 'store: permission orders with prices and currencies of another form',
    onlyOnTestTargets: true,
    place: 'of a permission order',
    begin: (s) => {
      const body = permission(s, createUser(s), [content(s)]);
      return ordersWith(s, () => ({...body, unit_price: 4.5, currency_id: currencyOf(s)}));
    },
    rows: {
      ...PRICES,
      [CURRENCY]: {'words taken': inCurrency('dollars'), 'figures taken': inCurrency('12')},
    },
  }),
  ...checksOfTrials({
    scene: 'store: sale orders with prices, currencies and URLs of another form',
    onlyOnTestTargets: true,
    place: 'of a sale order',
    begin: (s) => {
      const body = priced(s, 'sale', createUser(s), [content(s)]);
      return ordersWith(s, () => body);
    },
    rows: {
      ...PRICES,
      [CURRENCY]: {
        'words taken': inCurrency('dollars', OF_PRODUCT),
        'figures taken': inCurrency('12', OF_PRODUCT),
      },
      'store.orders.return-url-must-be-a-url': {
        'path taken': {'/return_url': 'thanks/for/reading'},
      },
    },
  }),
];
