/** Orders create the products that the catalog does not have yet (Orders, Create rule 3). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {sharedScene, checksAt, check, type Judgement, type Check} from '../../../language/check.ts';
import {expectOutcome, nothing, all, whenServed} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {type Script, type Handle} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {
  missingProduct,
  orderOf,
  newProduct,
  priced,
  newLink,
  content,
  permission,
  type OrderType,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Records an order of a product that is not in the catalog. */
const orderMissingProduct = (s: Script, type: OrderType, more: object): Handle => {
  const reader = createUser(s);
  const product = {...missingProduct(s), ...more};
  return s.call('createOrder', {body: orderOf(s, type, reader, [product])});
};

/** The types of orders that create products. */
type CreatingType = 'report' | 'sale';

/** Orders of missing products, with and without the members that create them. */
const sceneOfMissing = (type: CreatingType) =>
  sharedScene({
    id: `store: ${type} orders of missing products`,
    api: 'store',
    act: (s) => {
      const reader = createUser(s);
      const product = newProduct(s);
      const body = priced(s, type, reader, [product]);
      const {name, url} = newLink(s);
      return {
        known: s.call('createOrder', {body: priced(s, type, reader, [content(s)])}),
        permitted: s.call('createOrder', {body: permission(s, reader, [content(s)])}),
        made: s.call('createOrder', {body}),
        referred: s.call('createOrder', {
          body: permission(s, reader, [{type: 'content', id: product.id}]),
        }),
        ...(s.offers('control:advance') && orderLater(s, type, product)),
        bare: orderMissingProduct(s, type, {}),
        unnamed: orderMissingProduct(s, type, {url}),
        unlinked: orderMissingProduct(s, type, {name}),
      };
    },
  });

/**
 * Records further orders of a product that an order has created, if the number of requests does not
 * matter: with and without its name and link, and of another new product beside a title of the
 * catalog. Each has a reader of its own, because whether somebody may order a title again is not documented.
 */
function orderLater(
  s: Script,
  type: CreatingType,
  product: OrderedProduct,
): Record<'again' | 'byIdAlone' | 'beside', Handle> {
  const order = (...products: OrderedProduct[]): Handle =>
    s.call('createOrder', {body: priced(s, type, createUser(s), products)});
  return {
    again: order(product),
    byIdAlone: order({type: 'content', id: product.id}),
    beside: order(content(s), newProduct(s)),
  };
}

/** Judges orders of missing products, if an order of a known one was created. */
const whenKnownCreated = (known: Exchange, judgement: () => Judgement): Judgement =>
  whenServed(known, judgement);

/** An order of a missing product is refused, whichever of the two statuses it has (NS-ST-35). */
const expectProductMissing = (response: Exchange, branch: string): Judgement =>
  expectOutcome(response, ['product-not-found', 'invalid'], branch);

/** A later order is also created, if the first one was. */
const expectOrdered = (first: Exchange, later: Exchange | undefined, branch: string): Judgement =>
  isCreated(first) && later ? expectOutcome(later, 'created', branch) : nothing();

type Seen = Record<
  'known' | 'permitted' | 'made' | 'referred' | 'bare' | 'unnamed' | 'unlinked',
  Exchange
> &
  Partial<Record<'again' | 'byIdAlone' | 'beside', Exchange>>;

/** The product is created, and it is in the catalog from then on. */
const expectProductCreated = (seen: Seen): Judgement => {
  const {permitted, made, referred, again, byIdAlone, beside} = seen;
  return all(
    expectOutcome(made, 'created', 'not created'),
    isCreated(permitted)
      ? expectOrdered(made, referred, 'not in the catalog afterwards')
      : nothing(),
    expectOrdered(made, again, 'refused the second time'),
    expectOrdered(made, byIdAlone, 'refused by its id alone'),
    expectOrdered(made, beside, 'not beside one of the catalog'),
  );
};

/** A product is not created without its name or its URL. */
const expectBothNeeded = ({bare, unnamed, unlinked}: Seen): Judgement =>
  all(
    expectProductMissing(bare, 'created from nothing'),
    expectProductMissing(unnamed, 'created without a name'),
    expectProductMissing(unlinked, 'created without a url'),
  );

const checksOfMissing = (type: CreatingType): Check[] => {
  const scene = sceneOfMissing(type);
  return [
    ...checksAt(scene, 'store.orders.missing-product-is-created', {
      [type]: (seen: Seen) => whenKnownCreated(seen.known, () => expectProductCreated(seen)),
    }),
    ...checksAt(scene, 'store.orders.missing-product-needs-name-and-url', {
      [type]: (seen: Seen) => whenKnownCreated(seen.known, () => expectBothNeeded(seen)),
    }),
  ];
};

/** The checks of the products that orders create. */
export const createdProducts: Check[] = [...checksOfMissing('report'), ...checksOfMissing('sale')];

/** An id of digits that no floating-point number holds exactly. */
const idOfDigits = (s: Script): Val =>
  text('9', {...s.fresh('external-id'), valueClass: 'digits beyond 2^53'});

/** A permission does not create its product. */
export const permissionOfAMissingProduct: Check = check({
  rule: 'store.orders.permission-of-a-missing-product-is-refused',
  act: (s) => {
    const reader = createUser(s);
    return {
      known: s.call('createOrder', {body: permission(s, reader, [content(s)])}),
      missing: orderMissingProduct(s, 'permission', {}),
      digits: s.call('createOrder', {
        body: permission(s, reader, [{type: 'content', id: idOfDigits(s)}]),
      }),
      beside: s.call('createOrder', {
        body: permission(s, reader, [content(s), missingProduct(s)]),
      }),
    };
  },
  judge: ({known, missing: one, digits, beside}) =>
    whenKnownCreated(known, () =>
      all(
        expectProductMissing(one, 'created'),
        expectProductMissing(digits, 'created for an id of digits'),
        expectProductMissing(beside, 'created beside a known product'),
      ),
    ),
});
