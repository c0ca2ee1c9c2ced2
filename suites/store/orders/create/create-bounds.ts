/**
 * Formats and lengths of the members of a creation (Orders, Create body), each with a valid twin.
 */

import {withAt} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {all, expectOutcome, whenServed} from '../../../language/judge.ts';
import {type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {content, permission, priced, newProduct, type OrderedProduct} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Judges only with a created order that differs only in this one value. */
const whenTwinCreated = (twin: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(twin, judgement);

/** Values of a priced order that do not have the format of their member. */
const ofReports = sharedScene({
  id: 'store: report orders with values of another form',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const send = (pointer?: string, value?: Val): Handle => {
      const body = priced(s, 'report', reader, [product]);
      const edited = pointer === undefined ? body : withAt(body, pointer, value);
      return s.call('createOrder', {body: edited as Record<string, Val>});
    };
    return {
      right: send(),
      noUrl: send('/return_url', 'no url'),
      pathOnly: send('/return_url', 'thanks/for/reading'),
      noNumber: send('/unit_price', 'many'),
      object: send('/unit_price', {amount: 4.5}),
      words: send('/currency_id', 'dollars'),
      figures: send('/currency_id', '12'),
    };
  },
});

/** Values of an order without a price that do not have the format of their member. */
const ofPermissions = sharedScene({
  id: 'store: permission orders with values of another form',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const product = content(s);
    const body = (one: OrderedProduct): Record<string, Val> => permission(s, reader, [one]);
    const send = (one: OrderedProduct): Handle => s.call('createOrder', {body: body(one)});
    const until = (day: Val): Handle => send({...product, expiration_date: day});
    return {
      right: until('2032-02-29'),
      anyDay: until('2031-02-30'),
      otherOrder: until('31-12-2030'),
      magazine: send({...product, type: 'magazine' as 'content'}),
      noUrl: send({...product, url: text('no url ', s.fresh('text'))}),
      none: s.call('createOrder', {body: {...body(product), products: []}}),
      noList: s.call('createOrder', {body: {...body(product), products: 'all'}}),
    };
  },
});

/** Sale orders of products that are not in the catalog and would be created. */
const ofSales = sharedScene({
  id: 'store: sale orders of missing products at the bounds of their members',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const send = (more: Record<string, Val>): Handle => {
      const product = newProduct(s);
      return s.call('createOrder', {body: priced(s, 'sale', reader, [{...product, ...more}])});
    };
    return {
      right: send({}),
      longestId: send({id: s.fresh('external-id', 64)}),
      longId: send({id: s.fresh('external-id', 65)}),
      longestName: send({name: s.fresh('external-id', 64)}),
      longName: send({name: s.fresh('external-id', 65)}),
      noUrl: send({url: text('no url ', s.fresh('text'))}),
    };
  },
});

/** The checks of formats and lengths. */
export const createBounds: Check[] = [
  ...checksOf(ofReports, {
    'store.orders.return-url-must-be-a-url': ({right, noUrl, pathOnly}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(noUrl, 'invalid', 'words taken'),
          expectOutcome(pathOnly, 'invalid', 'path taken'),
        ),
      ),
    'store.orders.price-must-be-a-number': ({right, noNumber, object}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(noNumber, 'invalid', 'word taken'),
          expectOutcome(object, 'invalid', 'object taken'),
        ),
      ),
    // It is refused as invalid, or as unsupported.
    'store.orders.currency-must-be-iso-4217': ({right, words, figures}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(words, ['invalid', 'currency-unsupported'], 'word taken'),
          expectOutcome(figures, ['invalid', 'currency-unsupported'], 'figures taken'),
        ),
      ),
  }),
  ...checksOf(ofPermissions, {
    'store.orders.product-expiration-is-a-date': ({right, anyDay, otherOrder}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(anyDay, 'invalid', 'a day that no month has'),
          expectOutcome(otherOrder, 'invalid', 'day first'),
        ),
      ),
    'store.orders.product-type-is-required': ({right, magazine}) =>
      whenTwinCreated(right, () => expectOutcome(magazine, 'invalid', 'another type of product')),
    'store.orders.products-are-required': ({right, noList}) =>
      whenTwinCreated(right, () => expectOutcome(noList, 'invalid', 'no list')),
    'store.orders.products-are-not-empty': ({right, none}) =>
      whenTwinCreated(right, () => expectOutcome(none, 'invalid', 'an empty list')),
  }),
  ...checksAt(ofPermissions, 'store.orders.product-url-must-be-a-url', {
    'a product of the catalog': ({right, noUrl}) =>
      whenTwinCreated(right, () => expectOutcome(noUrl, 'invalid', 'words taken')),
  }),
  ...checksOf(ofSales, {
    'store.orders.product-id-is-at-most-64': ({right, longestId, longId}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(longestId, 'created', '64 refused'),
          expectOutcome(longId, 'invalid', '65 taken'),
        ),
      ),
    'store.orders.product-name-is-at-most-64': ({right, longestName, longName}) =>
      whenTwinCreated(right, () =>
        all(
          expectOutcome(longestName, 'created', '64 refused'),
          expectOutcome(longName, 'invalid', '65 taken'),
        ),
      ),
    'store.orders.product-url-must-be-a-url': ({right, noUrl}) =>
      whenTwinCreated(right, () => expectOutcome(noUrl, 'invalid', 'words taken')),
  }),
];
