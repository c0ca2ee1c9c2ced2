/** Currencies and their gateways (Orders, Create rules 5 and 6). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectEqual,
  expectThat,
  expectOutcome,
  notApplicable,
  saw,
  summaryOf,
  undecided,
  when,
  nothing,
} from '../../../language/judge.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {
  content,
  currencyOf,
  NO_CURRENCY,
  OTHER_CURRENCY,
  otherContent,
  permission,
  priced,
  newProduct,
  type Buyer,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The kinds of gateways by currency, as in the table. */
const GATEWAYS = {
  USD: 'global card gateway',
  ARS: 'regional wallet gateway',
  MXN: 'regional wallet gateway',
  BRL: 'regional wallet gateway',
  CLP: 'regional gateway reached through the wallet gateway',
  COP: 'local Colombian gateway',
} as const;

type Currency = keyof typeof GATEWAYS;
/** The currencies of the table. */
export const CURRENCIES = Object.keys(GATEWAYS) as Currency[];

/** Records a sale order of a title in a currency, with any outcome. */
export function sellIn(s: Script, reader: Buyer, currency: Val, ofProduct: Val = currency): Handle {
  const body = priced(s, 'sale', reader, [content(s)]);
  const [product] = body.products as Record<string, Val>[];
  const products = [{...product, currency_id: ofProduct}];
  return s.call('createOrder', {body: {...body, currency_id: currency, products}});
}

/** A sale order in each currency of the table. */
const inEach = sharedScene({
  id: 'store: a sale order in each currency of the gateways',
  act: (s) => {
    // Whether somebody may buy the same title again is not documented: each sale has a buyer of its own.
    const sales = CURRENCIES.map(
      (currency) => [currency, sellIn(s, createUser(s), currency)] as const,
    );
    return Object.fromEntries(sales) as Record<Currency, Handle>;
  },
});

/** The hook reports the gateway of a currency. */
export const expectGateway = (currency: Currency, gateway: Exchange): Judgement =>
  expectEqual(gateway.body?.gateway, GATEWAYS[currency], 'another', gateway, 'the gateway');

/** A currency in which the store does not sell is answered 400 (Errors). */
const expectBadRequest = (sale: Exchange): Judgement =>
  expectThat(sale.status === 400, {
    branch: 'another status for a currency',
    expected: `${sale.op} to be answered 400 for a currency in which the store does not sell`,
    got: summaryOf(sale),
    at: sale,
  });

/**
 * A check of the gateway, as a hook reports it. A currency in which the store does not sell has
 * none.
 */
const checkGateway = (currency: Currency): Check =>
  check({
    rule: 'store.orders.gateway-follows-the-currency',
    place: currency,
    act: (s) => {
      const sold = sellIn(s, createUser(s), currency);
      const order = sold.at('/data/id');
      const gateway = s.control('which-gateway', {role: 'admin', order}, {optional: true});
      return {sold, gateway};
    },
    // Sales may be in ARS only, by an older description (Orders, Create rule 5).
    judge: ({sold, gateway}) =>
      sold.situations.includes('currency-unsupported')
        ? notApplicable(`the store does not sell in ${currency}`)
        : when(isCreated(sold), `the order in ${currency} was refused`, () =>
            expectGateway(currency, gateway),
          ),
  });

/**
 * Records a sale order of three products with the given one in the middle, if the number of
 * requests does not matter.
 */
function sellThree(s: Script, reader: Buyer, between: Record<string, Val>): {middle?: Handle} {
  if (!s.offers('control:advance')) return {};
  const third = newProduct(s);
  const body = priced(s, 'sale', reader, [content(s), third]);
  const [first, last] = body.products as Record<string, Val>[];
  const products = [{...first}, between, {...last}];
  return {middle: s.call('createOrder', {body: {...body, products}})};
}

/** Sale orders whose products have the currency of the order, and others. */
const mixed = sharedScene({
  id: 'store: sale orders in one currency and in two',
  act: (s) => {
    const reader = createUser(s);
    const own = currencyOf(s);
    const body = priced(s, 'sale', reader, [content(s), otherContent(s)]);
    const [first, second] = body.products as Record<string, Val>[];
    const inOther = {...second, currency_id: OTHER_CURRENCY};
    return {
      one: sellIn(s, reader, own),
      other: sellIn(s, reader, own, OTHER_CURRENCY),
      second: s.call('createOrder', {
        body: {...body, products: [{...first}, inOther]},
      }),
      ...sellThree(s, reader, inOther),
    };
  },
});

/** The checks of currencies. */
export const currencies: Check[] = [
  ...checksOf(inEach, {
    'store.orders.sale-may-be-in-ars-only': (seen) => {
      const accepted = CURRENCIES.filter((one) => isCreated(seen[one]));
      return all(
        ...CURRENCIES.map((one) =>
          expectOutcome(seen[one], ['created', 'currency-unsupported'], `${one}: another answer`),
        ),
        saw(accepted.length === 1 ? `${accepted[0]} only` : `${accepted.length} currencies`),
      );
    },
    'store.orders.unsupported-currency-is-refused @ of the currencies with a gateway': (seen) => {
      const refused = CURRENCIES.map((one) => seen[one]).filter((one) => !isCreated(one));
      if (refused.length === CURRENCIES.length)
        return undecided('the store does not sell in any currency');
      // A code that is not a currency may be refused as invalid; these are currencies.
      return refused.length === 0
        ? notApplicable('the store sells in all of these currencies')
        : all(...refused.map((one) => expectBadRequest(one)));
    },
  }),
  ...CURRENCIES.map(checkGateway),
  ...checksOf(mixed, {
    'store.orders.one-currency-in-a-sale': ({one, other, second, middle}) =>
      when(isCreated(one), 'the store does not sell in this currency', () =>
        all(
          expectOutcome(other, 'invalid', 'another currency of the product'),
          expectOutcome(second, 'invalid', 'another currency of the second product'),
          middle
            ? expectOutcome(middle, 'invalid', 'another currency between two products')
            : nothing(),
        ),
      ),
  }),
  check({
    rule: 'store.orders.unsupported-currency-is-refused',
    act: (s) => {
      const reader = createUser(s);
      return {one: sellIn(s, reader, currencyOf(s)), none: sellIn(s, reader, NO_CURRENCY)};
    },
    judge: ({one, none}) =>
      when(isCreated(one), 'the store does not sell in the other currency either', () =>
        expectOutcome(none, 'currency-unsupported', 'taken'),
      ),
  }),
  check({
    rule: 'store.orders.permission-may-have-any-currency',
    act: (s) => {
      const reader = createUser(s);
      const send = (currency: string): Handle =>
        s.call('createOrder', {
          body: {
            ...permission(s, reader, [content(s)]),
            unit_price: 4.5,
            currency_id: currency,
          },
        });
      return {
        plain: s.call('createOrder', {body: permission(s, reader, [content(s)])}),
        other: send(OTHER_CURRENCY),
      };
    },
    judge: ({plain, other}): Judgement =>
      isCreated(plain)
        ? all(
            expectOutcome(other, ['created', 'currency-unsupported'], 'another answer'),
            saw(isCreated(other) ? 'every currency' : 'supported ones only'),
          )
        : undecided('a permission order was not created'),
  }),
];
