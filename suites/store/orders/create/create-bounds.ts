/** Formats and lengths of the members of a creation (Orders, Create body), each beside a valid twin. */

import type {Check} from '../../../language/check.ts';
import {expectRefused} from '../../../language/judge.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfTrials} from '../../../tables/trials.ts';
import {content, newProduct, ordersWith, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** A currency is refused as invalid, or as unsupported. */
const NO_CURRENCY = ['invalid', 'currency-unsupported'];

const ofReports = checksOfTrials({
  scene: 'store: report orders with values of another form',
  begin: (s) => {
    const [reader, product] = [createUser(s), content(s)];
    return ordersWith(s, () => priced(s, 'report', reader, [product]));
  },
  rows: {
    'store.orders.return-url-must-be-a-url': {
      'words taken': {'/return_url': 'no url'},
      'path taken': {'/return_url': 'thanks/for/reading'},
    },
    'store.orders.price-must-be-a-number': {
      'word taken': {'/unit_price': 'many'},
      'object taken': {'/unit_price': {amount: 4.5}},
    },
    'store.orders.currency-must-be-iso-4217': {
      'word taken': {answered: NO_CURRENCY, to: {'/currency_id': 'dollars'}},
      'figures taken': {answered: NO_CURRENCY, to: {'/currency_id': '12'}},
    },
  },
});

const EXPIRATION = '/products/0/expiration_date';

const ofPermissions = checksOfTrials({
  scene: 'store: permission orders with values of another form',
  begin: (s) => {
    const [reader, product] = [createUser(s), content(s)];
    const expiring = {...product, expiration_date: '2032-02-29'};
    return ordersWith(s, () => permission(s, reader, [expiring]));
  },
  rows: {
    'store.orders.product-expiration-is-a-date': {
      'a day that no month has': {[EXPIRATION]: '2031-02-30'},
      'day first': {[EXPIRATION]: '31-12-2030'},
    },
    'store.orders.product-type-is-required': {
      'another type of product': {'/products/0/type': 'magazine'},
    },
    'store.orders.product-url-must-be-a-url @ a product of the catalog': {
      'words taken': (s) => ({'/products/0/url': text('no url ', s.fresh('text'))}),
    },
    'store.orders.products-are-not-empty': {'an empty list': {'/products': []}},
    'store.orders.products-are-required': {'no list': {'/products': 'all'}},
  },
});

/** Sales of products that are not in the catalog and would be created. */
const ofSales = checksOfTrials({
  scene: 'store: sale orders of missing products at the bounds of their members',
  begin: (s) => {
    const reader = createUser(s);
    return ordersWith(s, () => priced(s, 'sale', reader, [newProduct(s)]));
  },
  rows: {
    'store.orders.product-id-is-at-most-64': {
      '64 refused': {created: (s) => ({'/products/0/id': s.fresh('external-id', 64)})},
      '65 taken': (s) => ({'/products/0/id': s.fresh('external-id', 65)}),
    },
    'store.orders.product-name-is-at-most-64': {
      '64 refused': {created: (s) => ({'/products/0/name': s.fresh('external-id', 64)})},
      '65 taken': (s) => ({'/products/0/name': s.fresh('external-id', 65)}),
    },
    'store.orders.product-url-must-be-a-url': {
      'words taken': (s) => ({'/products/0/url': text('no url ', s.fresh('text'))}),
    },
  },
});

const ofOtherValues = checksOfTrials({
  scene: 'store: orders with other values in place of objects',
  onlyOnTestTargets: true,
  begin: (s) => {
    const [reader, title] = [createUser(s), content(s)];
    return {title, ...ordersWith(s, () => permission(s, reader, [title]))};
  },
  // With 400 or 422 (NS-ST-54).
  expectRefusal: expectRefused,
  rows: {
    'store.orders.product-type-is-required @ where no object is given': {
      'not refused: nullAlone': {'/products': [null]},
      'not refused: nullBeside': (_s, {title}) => ({'/products': [title, null]}),
      'not refused: textAlone': {'/products': ['every title']},
      'not refused: emptyBeside': (_s, {title}) => ({'/products': [title, {}]}),
    },
    'store.orders.user-is-required @ where no object is given': {
      'not refused: userIsText': {'/user': 'nora'},
      'not refused: userIsList': {'/user': ['nora']},
    },
  },
});

/** The checks of formats and lengths, and of values in place of objects. */
export const createBounds: Check[] = [...ofReports, ...ofPermissions, ...ofSales, ...ofOtherValues];
