/** A refused creation makes neither an order, nor a user, nor a product. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {isClientError} from '../../../../spec/status.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import type {Write} from '../../../language/chapter.ts';
import {all, expectThat, expectNone, summaryOf, when, whenServed} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {checksOfCorrected} from '../../../tables/corrected.ts';
import {ordersIn} from '../../order-rows.ts';
import {
  byReference,
  content,
  currencyOf,
  listOrders,
  NO_CURRENCY,
  order,
  OTHER_CURRENCY,
  permission,
  priced,
  somebody,
  newProduct,
  missingProduct,
  type Buyer,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

const NO_USER = 'store.orders.refused-create-makes-no-user';
const NO_PRODUCT = 'store.orders.refused-create-makes-no-product';
const NOTHING = 'store.orders.refused-create-makes-nothing';

const isRefused = ({status}: Exchange): boolean => isClientError(status);

/** Judges only if the creations were refused; other rules require it. */
const whenRefused = (creations: Exchange | Exchange[], judgement: () => Judgement): Judgement =>
  when([creations].flat().every(isRefused), 'the creation was not refused', judgement);

/** No user has the email of a refused creation. */
const expectNobody = (list: Exchange, branch = 'user made'): Judgement =>
  expectNone(rowsOf(list), 'user of the refused creation', branch, list);

/** A permission for the product of a refused creation is refused: the catalog does not have it. */
const expectNoProduct = (referred: Exchange, branch: string): Judgement =>
  expectThat(isRefused(referred), {
    branch,
    expected: 'the product of the refused creation not to be in the catalog',
    got: summaryOf(referred),
    at: referred,
  });

/** Creations that are certainly refused, each with its own user, reference or product. */
const refusals = sharedScene({
  id: 'store: creations of orders that are refused',
  // No other scene may send orders of its user.
  noRequestReuse: true,
  act: (s) => {
    const reader = createUser(s);
    const [product, reference] = [content(s), s.fresh('external-id')];
    const [stranger, buyer] = [somebody(s), somebody(s)];
    const sale = priced(s, 'sale', reader, [product]);
    const missing = newProduct(s);
    const [paid] = priced(s, 'sale', reader, [missing]).products as Record<string, Val>[];
    const {currency_id: _, ...unpriced} = paid ?? {};
    // The last product is wrong: the correct ones before it must not be stored.
    const halfWrong = permission(s, reader, [product, missingProduct(s)]);
    return {
      order: order(s, {...halfWrong, external_reference: reference}),
      found: s.call('getOrder', byReference(reference)),
      list: listOrders(s, {user_email: reader.body.email}),
      permission: order(s, {...permission(s, reader, [missingProduct(s)]), user: stranger}),
      stranger: search(s, stranger.email),
      sale: order(s, {...sale, user: buyer, unit_price: 'many'}),
      buyer: search(s, buyer.email),
      product: order(s, {...sale, products: [unpriced]}),
      referred: order(s, permission(s, reader, [{type: 'content', id: missing.id}])),
    };
  },
});

/**
 * The check that a refused creation does not make its first product. If it was made, it is in the catalog, and a
 * permission for it is accepted like one for a title.
 * @param body of the creation, for the product that it would make
 */
const checkOfFirstProduct = (
  scene: string,
  place: string,
  branch: string,
  body: (s: Script, reader: Buyer, made: OrderedProduct) => Record<string, Val>,
): Check =>
  check({
    rule: NO_PRODUCT,
    place,
    scene,
    noRequestReuse: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const [reader, made] = [createUser(s), newProduct(s)];
      const permit = (product: OrderedProduct) => order(s, permission(s, reader, [product]));
      return {
        refused: order(s, body(s, reader, made)),
        known: permit(content(s)),
        unknown: permit(missingProduct(s)),
        referred: permit({type: 'content', id: made.id}),
      };
    },
    judge: ({refused, known, unknown, referred}) =>
      whenRefused([refused, unknown], () =>
        whenServed(known, () => expectNoProduct(referred, branch)),
      ),
  });

/** A sale of a new product and of a title in another currency. */
function twoCurrencies(s: Script, reader: Buyer, made: OrderedProduct): Record<string, Val> {
  const body = priced(s, 'sale', reader, [made, content(s)]);
  const [first, second] = body.products as Record<string, Val>[];
  return {...body, products: [{...first}, {...second, currency_id: OTHER_CURRENCY}]};
}

/** Other values for the product of a sale. */
const withProduct = (sale: Record<string, Val>, more: Record<string, Val>) => ({
  '/products': (sale.products as Record<string, Val>[]).map((one) => ({...one, ...more})),
});

/** The checks of refused creations. */
export const refusedCreations: Check[] = [
  ...checksOf(refusals, {
    [NOTHING]: ({order: refused, found, list}) =>
      whenRefused(refused, () =>
        all(
          expectThat(found.status >= 400, {
            branch: 'order made',
            expected: 'no order with the reference of the refused creation',
            got: summaryOf(found),
            at: found,
          }),
          () => expectNone(ordersIn(list), 'order of the refused creation', 'order listed', list),
        ),
      ),
    [NO_USER]: ({permission: one, stranger, sale, buyer}) =>
      all(
        whenRefused(one, () => expectNobody(stranger)),
        whenRefused(sale, () => expectNobody(buyer, 'user of a sale made')),
      ),
    [NO_PRODUCT]: ({product, permission: unknown, referred}) =>
      whenRefused([product, unknown], () => expectNoProduct(referred, 'product made')),
  }),
  ...checksOfCorrected({
    scene: 'store: creations of orders that are refused and then corrected',
    rule: NOTHING,
    place: 'and takes no reference',
    begin: (s) => {
      const title = content(s);
      return {title, control: order(s, permission(s, createUser(s), [title]))};
    },
    send: order,
    bodies: (s, {title}) => {
      const reader = createUser(s);
      const reference = {external_reference: s.fresh('external-id')};
      return {
        right: {...permission(s, reader, [title]), ...reference},
        wrong: {...priced(s, 'sale', reader, [title]), ...reference},
      };
    },
    causes: {
      'refused after a price that is no number': () => ({'/unit_price': 'many'}),
      'refused after a currency that is none': () => ({'/currency_id': NO_CURRENCY}),
      'refused after a product in another currency': (_s, _begun, sale) =>
        withProduct(sale, {currency_id: OTHER_CURRENCY}),
      'refused after a product that is missing': (s, _begun, sale) =>
        withProduct(sale, {id: s.fresh('external-id')}),
    },
    isRefused,
  }),
  checkOfFirstProduct(
    'store: a sale in two currencies whose first product is new',
    'of a sale in two currencies',
    'product of a sale made',
    twoCurrencies,
  ),
  ...(['report', 'sale'] as const).map((type) =>
    checkOfFirstProduct(
      `store: a ${type} whose first product is new and whose second one is missing`,
      `of a ${type} whose second product is missing`,
      'product made beside a missing one',
      (s, reader, made) => priced(s, type, reader, [made, missingProduct(s)]),
    ),
  ),
  check({
    rule: NO_USER,
    place: 'whose second product is missing',
    scene: 'store: a creation for somebody new whose second product is missing',
    noRequestReuse: true,
    onlyOnTestTargets: true,
    act: (s) => {
      const user = somebody(s);
      const products = [content(s), missingProduct(s)];
      return {
        refused: order(s, {type: 'permission', user, products}),
        stranger: search(s, user.email),
      };
    },
    judge: ({refused, stranger}) => whenRefused(refused, () => expectNobody(stranger)),
  }),
];

/** The creation of orders, with the search for users by the email of the request. */
export const creation: Write = {
  api: 'store',
  op: 'createOrder',
  rules: {
    refused: 'store.orders.refused-create-makes-no-user',
    noServerError: 'store.access.client-faults-are-no-server-errors',
  },
  maxDrawsOnShared: 2,
  act: (s) => {
    const reader = createUser(s);
    const user = {id: s.fresh('external-id'), email: s.fresh('email')};
    const body = {
      ...permission(s, reader, [content(s)]),
      user,
      external_reference: s.fresh('external-id'),
      unit_price: 4.5,
      currency_id: currencyOf(s),
    };
    return {args: {body}, read: () => search(s, user.email)};
  },
  untouched: ({read}) => expectNone(rowsOf(read), 'user of refused creations', 'user made', read),
};
