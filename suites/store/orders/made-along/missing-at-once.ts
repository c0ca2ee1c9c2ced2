/** Orders at the same moment that create products (Orders, Create rule 3): of different ones, and of the same. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {groupIn, inGroups} from '../../../language/groups.ts';
import {all, expectOutcome, judgeEach, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {newProduct, order, orderOf, type OrderedProduct, type OrderType} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The orders at the same moment: two of different products, and two of the same one. */
const RACES = {different: [0, 1], same: [2, 2]} as const;

/** Orders of new readers, and then orders of the same products by their ids alone. */
const sceneOf = (type: OrderType) =>
  sharedScene({
    id: `store: ${type} orders of missing products at once`,
    onlyOnTestTargets: true,
    consecutive: true,
    act: (s) => {
      const byReader = (product: OrderedProduct) => {
        const body = orderOf(s, type, createUser(s), [product]);
        return (b: Script): Handle => order(b, body);
      };
      const byId = ({type: kind, id}: OrderedProduct) => byReader({type: kind, id})(s);
      const alone = newProduct(s);
      const control = {made: byReader(alone)(s), again: byReader(alone)(s), byId: byId(alone)};
      const products = [newProduct(s), newProduct(s), newProduct(s)] as const;
      const orders = [...RACES.different, ...RACES.same].map((at) => byReader(products[at]));
      const [one, other, ...same] = s.together(orders);
      return inGroups({control, different: [one, other], same, later: products.map(byId)});
    },
  });

/** All orders of a group are accepted, if one by itself is. */
const expectAllCreated = (
  alone: Exchange | undefined,
  orders: Record<string, Exchange>,
  branch: string,
): Judgement =>
  when(alone !== undefined && isCreated(alone), 'one by itself is not accepted', () =>
    judgeEach(Object.values(orders), (one) => expectOutcome(one, 'created', branch)),
  );

/** Products are created whatever other orders create at the same moment. */
export const missingAtOnce: Check[] = (['report', 'sale'] as const).flatMap((type) =>
  checksOf(sceneOf(type), {
    [`store.orders.missing-product-is-created @ ${type}s at once`]: (seen: object) => {
      const {made, again, byId} = groupIn(seen, 'control');
      const [different, same] = [groupIn(seen, 'different'), groupIn(seen, 'same')];
      const areMade = [...Object.values(different), ...Object.values(same)].every(isCreated);
      return all(
        () => expectAllCreated(made, different, 'refused beside another'),
        () => expectAllCreated(again, same, 'refused beside one of the same product'),
        () =>
          when(areMade, 'an order at the same moment was refused', () =>
            expectAllCreated(byId, groupIn(seen, 'later'), 'not in the catalog afterwards'),
          ),
      );
    },
  }),
);
