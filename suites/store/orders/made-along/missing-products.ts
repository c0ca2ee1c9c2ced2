/**
 * Orders of products that the catalog does not have (Errors; Orders, Create rule 3): reports and sales create
 * them, if they give a name and a URL.
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, nothing, when} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfTrials, type Change} from '../../../tables/trials.ts';
import {
  content,
  expectProductMissing,
  missingProduct,
  newLink,
  newProduct,
  orderOf,
  ordersWith,
  otherContent,
  permission,
  priced,
  subscription,
  type OrderedProduct,
  type OrderType,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The types of orders that create products. */
type CreatingType = 'report' | 'sale';

/** An order in place of the accepted one. */
const whole = (body: Record<string, Val>): Change => ({'': body});

/** The order of a new reader; whether somebody may order a title again is not documented. */
const later = (s: Script, type: CreatingType, ...products: OrderedProduct[]): Change | undefined =>
  // The number of requests does not matter where the clock can be moved.
  s.offers('control:advance') ? whole(priced(s, type, createUser(s), products)) : undefined;

/** An order of a missing product. @param more members of the product */
const orderOfMissing =
  (type: OrderType, more: (s: Script) => Partial<OrderedProduct> = () => ({})) =>
  (s: Script): Change => {
    const reader = createUser(s);
    return whole(orderOf(s, type, reader, [{...missingProduct(s), ...more(s)} as OrderedProduct]));
  };

type Orders = Record<'permitted' | 'made' | 'referred', Exchange> &
  Partial<Record<'again' | 'byIdAlone' | 'beside', Exchange>>;

/** The product is created, and it is in the catalog from then on. */
function expectProductCreated(seen: Orders): Judgement {
  const {permitted, made, referred, again, byIdAlone, beside} = seen;
  const expectOrdered = (order: Exchange | undefined, branch: string): Judgement =>
    isCreated(made) && order ? expectOutcome(order, 'created', branch) : nothing();
  return all(
    expectOutcome(made, 'created', 'not created'),
    isCreated(permitted) ? expectOrdered(referred, 'not in the catalog afterwards') : nothing(),
    expectOrdered(again, 'refused the second time'),
    expectOrdered(byIdAlone, 'refused by its id alone'),
    expectOrdered(beside, 'not beside one of the catalog'),
  );
}

/** Orders of missing products, with and without the members that create them. */
const ofType = (type: CreatingType): Check[] =>
  checksOfTrials({
    scene: `store: ${type} orders of missing products`,
    place: type,
    begin: (s) => {
      const [reader, product] = [createUser(s), newProduct(s)];
      const byId: OrderedProduct = {type: 'content', id: product.id};
      return {reader, product, byId, ...ordersWith(s, () => priced(s, type, reader, [content(s)]))};
    },
    rows: {
      'store.orders.missing-product-is-created': {
        requests: {
          permitted: (s, {reader}) => whole(permission(s, reader, [content(s)])),
          made: (s, {reader, product}) => whole(priced(s, type, reader, [product])),
          referred: (s, {reader, byId}) => whole(permission(s, reader, [byId])),
          again: (s, {product}) => later(s, type, product),
          byIdAlone: (s, {byId}) => later(s, type, byId),
          beside: (s) => later(s, type, content(s), newProduct(s)),
        },
        judge: expectProductCreated,
      },
      'store.orders.missing-product-needs-name-and-url': {
        'created from nothing': orderOfMissing(type),
        'created without a name': orderOfMissing(type, (s) => ({url: newLink(s).url})),
        'created without a url': orderOfMissing(type, (s) => ({name: newLink(s).name})),
      },
    },
    expectRefusal: expectProductMissing,
  });

const ofPermissions = checksOfTrials({
  scene: 'store.orders.permission-of-a-missing-product-is-refused',
  begin: (s) => {
    const reader = createUser(s);
    const permit = (...products: OrderedProduct[]) => permission(s, reader, products);
    return {permit, ...ordersWith(s, () => permit(content(s)))};
  },
  rows: {
    'store.orders.permission-of-a-missing-product-is-refused': {
      created: orderOfMissing('permission'),
      // No floating-point number holds the id exactly.
      'created for an id of digits': (s, {permit}) => {
        const digits = {...s.fresh('external-id'), valueClass: 'digits beyond 2^53'};
        return whole(permit({type: 'content', id: text('9', digits)}));
      },
      'created beside a known product': (s, {permit}) =>
        whole(permit(content(s), missingProduct(s))),
    },
  },
  expectRefusal: expectProductMissing,
});

/** How many products of the catalog an order has beside one that is missing. */
const KNOWN = 3;

/** By the type of the order, the rule that refuses it. */
const RULES = {
  permission: 'store.orders.permission-of-a-missing-product-is-refused',
  report: 'store.orders.missing-product-needs-name-and-url',
  sale: 'store.orders.missing-product-needs-name-and-url',
} satisfies Record<OrderType, RuleId>;

/** Where a missing product may stand among those of the catalog. */
const PLACES = (['content', 'subscription'] as const).flatMap((type) =>
  Array.from({length: KNOWN + 1}, (_, position) => ({type, position})),
);

/** Orders of known products, and the body of an order of others. */
interface Known extends ReturnType<typeof ordersWith> {
  known: OrderedProduct[];
  orderWith(products: OrderedProduct[]): Record<string, Val>;
}

/**
 * Orders of three products of the catalog and one that is missing there, at every position: an order
 * is not created without the product that cannot be ordered.
 */
const amongOthers = (type: OrderType): Check[] =>
  checksOfTrials({
    scene: `store: ${type} orders of several products, one of them missing`,
    onlyOnTestTargets: true,
    begin: (s): Known => {
      const reader = createUser(s);
      const known = [content(s), otherContent(s), subscription(s)];
      const orderWith = (products: OrderedProduct[]) => orderOf(s, type, reader, products);
      return {known, orderWith, ...ordersWith(s, () => orderWith(known))};
    },
    when: (known, judgement) =>
      when(isCreated(known), 'an order of known products was not created', judgement),
    rows: {
      [`${RULES[type]} @ ${type} of several products`]: Object.fromEntries(
        PLACES.map(({type: missing, position}) => [
          `created with a missing ${missing} as product ${position + 1} of ${KNOWN + 1}`,
          (s: Script, {known, orderWith}: Known): Change => {
            const product = {type: missing, id: s.fresh('external-id')};
            return whole(orderWith(known.toSpliced(position, 0, product)));
          },
        ]),
      ),
    },
    expectRefusal: expectProductMissing,
  });

/** The checks of orders of missing products. */
export const missingProducts: Check[] = [
  ...ofType('report'),
  ...ofType('sale'),
  ...ofPermissions,
  ...amongOthers('permission'),
  ...amongOthers('report'),
  ...amongOthers('sale'),
];
