/** Several sales of one buyer, each with values of its own (Orders, Create rules 4 and 5). */

import {checksOf, sharedScene, type Check, type SeenIn} from '../../../language/check.ts';
import {all, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Handle} from '../../../language/script.ts';
import {checksOfCases, ofEach, sceneOfCases} from '../../../tables/cases.ts';
import {pay} from '../../buying.ts';
import {content, createOrder, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {CURRENCIES, expectGateway, sellIn} from '../create/currencies.ts';
import {expectOrderId, expectReference, expectSentBack} from './redirects.ts';

/** The addresses to which the buyer of three sales comes back. */
const ADDRESSES = ['one', 'two', 'three'].map((name) => `https://presscheck.example/${name}`);

/** Three sales of one buyer, which are paid in another order than they were created. */
const eachPaid = sharedScene({
  id: 'store: three sales of one buyer with an address each',
  onlyOnTestTargets: true,
  act: (s) => {
    const buyer = createUser(s);
    const body = priced(s, 'sale', buyer, [content(s)]);
    const [first, second, third] = ADDRESSES.map((address) =>
      createOrder(s, {...body, return_url: address, external_reference: s.fresh('external-id')}),
    ) as [Handle, Handle, Handle];
    return {
      first,
      second,
      third,
      secondPaid: pay(s, second),
      thirdPaid: pay(s, third),
      firstPaid: pay(s, first),
    };
  },
});

/** Judges the return of the buyer from each sale. */
const afterEach = (
  seen: SeenIn<typeof eachPaid>,
  judge: (one: {created: Exchange; paid: Exchange}) => ReturnType<typeof all>,
) =>
  all(
    () => judge({created: seen.first, paid: seen.firstPaid}),
    () => judge({created: seen.second, paid: seen.secondPaid}),
    () => judge({created: seen.third, paid: seen.thirdPaid}),
  );

const PLACE = 'of each of several sales';

/** The gateways of the sales of one buyer in each currency, once all of them exist. */
const inEachCurrency = sceneOfCases({
  id: `store.orders.gateway-follows-the-currency ${PLACE}`,
  onlyOnTestTargets: true,
  cases: CURRENCIES,
  begin: (s) => ({buyer: createUser(s)}),
  act: (s, currency, {buyer}) => {
    const sold = sellIn(s, buyer, currency);
    const query = {role: 'admin', order: sold.at('/data/id')};
    return {sold, gateway: () => s.control('which-gateway', query, {optional: true})};
  },
});

/** The checks of several sales of one buyer. */
export const severalSales: Check[] = [
  ...checksOf(eachPaid, {
    [`store.orders.redirect-goes-to-the-return-url @ ${PLACE}`]: (seen) =>
      afterEach(seen, expectSentBack),
    [`store.orders.redirect-has-order-id @ ${PLACE}`]: (seen) => afterEach(seen, expectOrderId),
    [`store.orders.redirect-has-order-external-id @ ${PLACE}`]: (seen) =>
      afterEach(seen, expectReference),
  }),
  ...checksOfCases(inEachCurrency, PLACE, {
    'store.orders.gateway-follows-the-currency': ofEach(({sold, gateway}, currency) =>
      isCreated(sold) ? expectGateway(currency, gateway) : nothing(),
    ),
  }),
];
