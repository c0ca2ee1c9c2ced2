/** Products of another store are none of this store (Authentication; Orders, Create rule 3). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {toText} from '../../../../spec/json.ts';
import {checksAt, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {issueIdOf, readIssue, upload} from '../../issuing.ts';
import {newProduct, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {createPlan, walkPlans} from '../../plans/plan-steps.ts';
import {rowsOf} from '../../plans/plan-rows.ts';

const RULE = 'store.orders.permission-of-a-missing-product-is-refused';

type Store = 'admin' | 'second-store';

/** Records the sale of a product that the catalog of a store does not have yet. */
function sellNew(s: Script, as: Store): {sale: Handle; id: Val} {
  const product = newProduct(s);
  const body = priced(s, 'sale', createUser(s, {}, {as}), [product]);
  return {sale: s.call('createOrder', {as, body}), id: product.id};
}

/** Permissions of the first store for content of each store. */
const contents = sharedScene({
  id: 'store: orders of content of another store',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const as = 'second-store' as const;
    const own = upload(s);
    const theirs = upload(s, {}, {as});
    const order = (id: Val): Handle =>
      s.call('createOrder', {body: permission(s, reader, [{type: 'content', id}])});
    const ownSale = sellNew(s, 'admin');
    const theirSale = sellNew(s, as);
    return {
      sale: theirSale.sale,
      ownSold: order(ownSale.id),
      theirsSold: order(theirSale.id),
      ownReference: order(own.body.external_id),
      theirsReference: order(theirs.body.external_id),
      ownNumber: order(text(issueIdOf(own.created))),
      // Both stores may have content with the number.
      sameNumber: readIssue(s, theirs.created),
      theirsNumber: order(text(issueIdOf(theirs.created))),
    };
  },
});

/** Permissions of the first store for a plan of each store. */
const plans = sharedScene({
  id: 'store: orders of a plan of another store',
  api: 'store',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const order = (id: Val): Handle =>
      s.call('createOrder', {body: permission(s, reader, [{type: 'subscription', id}])});
    const own = createPlan(s);
    const theirs = createPlan(s, {}, {as: 'second-store'});
    return {
      own: order(text(own.path.plan_id)),
      theirs: order(text(theirs.path.plan_id)),
      listed: walkPlans(s),
    };
  },
});

/** If the own product can be ordered, the other store's is refused, with either status (NS-ST-35). */
const expectMissing = (own: Exchange, theirs: Exchange, what: string): Judgement =>
  isCreated(own)
    ? expectOutcome(theirs, ['product-not-found', 'invalid'], `ordered: ${what} of another store`)
    : nothing();

const productOf = (order: Exchange): string => toText(order.requestBody.products[0].id);

/** The checks of products of another store. */
export const foreignProducts: Check[] = [
  ...checksAt(contents, RULE, {
    'content of another store': ({sale, sameNumber, ...seen}) =>
      [seen.ownSold, seen.ownReference, seen.ownNumber].some(isCreated)
        ? all(
            isCreated(sale)
              ? expectMissing(seen.ownSold, seen.theirsSold, 'a product that a sale created')
              : nothing(),
            expectMissing(seen.ownReference, seen.theirsReference, 'content by its reference'),
            sameNumber.status === 404
              ? expectMissing(seen.ownNumber, seen.theirsNumber, 'content by its number')
              : nothing(),
          )
        : notApplicable('no content of the own store that was just made can be ordered'),
  }),
  ...checksAt(plans, RULE, {
    'a plan of another store': ({own, theirs, listed}) => {
      if (!isCreated(own)) return notApplicable('a plan that was just created cannot be ordered');
      return rowsOf(listed).some(({id}) => toText(id) === productOf(theirs))
        ? notApplicable('both stores have a plan with the id')
        : expectMissing(own, theirs, 'a plan');
    },
  }),
];
