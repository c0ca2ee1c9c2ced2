/**
 * Orders of three products of the catalog and one that is missing there, at every position: an order
 * is not created without the product that cannot be ordered (Errors; Orders, Create rule 3).
 */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {RuleId} from '../../../../spec/rule.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {all, expectOutcome, when} from '../../../language/judge.ts';
import type {Handle} from '../../../language/script.ts';
import {
  content,
  otherContent,
  subscription,
  orderOf,
  type OrderedProduct,
  type OrderType,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** How many products of the catalog each order has. */
const KNOWN = 3;

/** By the type of the order, the rule that refuses it. */
const RULES = {
  permission: 'store.orders.permission-of-a-missing-product-is-refused',
  report: 'store.orders.missing-product-needs-name-and-url',
  sale: 'store.orders.missing-product-needs-name-and-url',
} satisfies Record<OrderType, RuleId>;

/** The product types of which one is missing. */
const MISSING = ['content', 'subscription'] as const;

const nameOf = (type: string, position: number): string =>
  `${type} as product ${position + 1} of ${KNOWN + 1}`;

const scene = (type: OrderType) =>
  sharedScene({
    id: `store: ${type} orders of several products, one of them missing`,
    api: 'store',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const known = [content(s), otherContent(s), subscription(s)];
      const order = (products: OrderedProduct[]): Handle =>
        s.call('createOrder', {body: orderOf(s, type, reader, products)});
      const seen: Record<string, Handle> = {known: order(known)};
      for (const missing of MISSING)
        for (let position = 0; position <= KNOWN; position += 1) {
          const product = {type: missing, id: s.fresh('external-id')};
          seen[nameOf(missing, position)] = order(known.toSpliced(position, 0, product));
        }
      return seen;
    },
  });

/** Which of the two statuses the refusal has is open (NS-ST-35). */
const expectAllRefused = ({known, ...others}: Record<string, Exchange>): Judgement =>
  when(known !== undefined && isCreated(known), 'an order of known products was not created', () =>
    all(
      ...Object.entries(others).map(([name, order]) =>
        expectOutcome(order, ['product-not-found', 'invalid'], `created with a missing ${name}`),
      ),
    ),
  );

/** The checks of orders with one product that is missing. */
export const missingAmongOthers: Check[] = (Object.keys(RULES) as OrderType[]).flatMap((type) =>
  checksAt(scene(type), RULES[type], {[`${type} of several products`]: expectAllRefused}),
);
