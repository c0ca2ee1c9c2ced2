/**
 * Formats of members of permission and sale orders (Orders, Create body): their prices, currencies
 * and URLs are of the same form as those of reports.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, whenServed} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {content, currencyOf, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';

type Body = Record<string, Val>;

/** Another currency of the order, and of its products where they have one. */
const withCurrency = (body: Body, currency: Val): Body => ({
  ...body,
  currency_id: currency,
  products: (body.products as Body[]).map((product) =>
    product.currency_id === undefined ? product : {...product, currency_id: currency},
  ),
});

/** Records an order with right values, and others that have one value of another form. */
function sendForms(s: Script, body: Body) {
  const send = (more: Body): Handle => s.call('createOrder', {body: {...body, ...more}});
  return {
    right: send({}),
    word: send({unit_price: 'many'}),
    object: send({unit_price: {amount: 4.5}}),
    words: send(withCurrency(body, 'dollars')),
    figures: send(withCurrency(body, '12')),
  };
}

const ofPermission = sharedScene({
  id: 'store: permission orders with prices and currencies of another form',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = permission(s, createUser(s), [content(s)]);
    return sendForms(s, {...body, unit_price: 4.5, currency_id: currencyOf(s)});
  },
});

const ofSale = sharedScene({
  id: 'store: sale orders with prices, currencies and URLs of another form',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const body = priced(s, 'sale', createUser(s), [content(s)]);
    const noUrl = s.call('createOrder', {body: {...body, return_url: 'thanks/for/reading'}});
    return {...sendForms(s, body), noUrl};
  },
});

type Forms<T> = Record<'right' | 'word' | 'object' | 'words' | 'figures', T>;

/** Orders are refused if one with right values is created. */
const expectRefusedBeside = (
  {right}: {right: Exchange},
  situations: string[],
  wrong: Record<string, Exchange>,
): Judgement =>
  whenServed(right, () =>
    all(
      ...Object.entries(wrong).map(([name, order]) =>
        expectOutcome(order, situations, `${name} taken`),
      ),
    ),
  );

const expectNumber = (seen: Forms<Exchange>): Judgement =>
  expectRefusedBeside(seen, ['invalid'], {word: seen.word, object: seen.object});

/** It is refused as invalid, or as unsupported. */
const expectCode = (seen: Forms<Exchange>): Judgement =>
  expectRefusedBeside(seen, ['invalid', 'currency-unsupported'], {
    word: seen.words,
    figures: seen.figures,
  });

/** The checks of orders of these types. */
export const formsOfEachType: Check[] = [
  ...checksAt(ofPermission, 'store.orders.price-must-be-a-number', {
    'of a permission order': expectNumber,
  }),
  ...checksAt(ofPermission, 'store.orders.currency-must-be-iso-4217', {
    'of a permission order': expectCode,
  }),
  ...checksAt(ofSale, 'store.orders.price-must-be-a-number', {'of a sale order': expectNumber}),
  ...checksAt(ofSale, 'store.orders.currency-must-be-iso-4217', {'of a sale order': expectCode}),
  ...checksAt(ofSale, 'store.orders.return-url-must-be-a-url', {
    'of a sale order': (seen) => expectRefusedBeside(seen, ['invalid'], {path: seen.noUrl}),
  }),
];
