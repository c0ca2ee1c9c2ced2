/** Products of another store, or that were deleted, are none of this store (Authentication; Orders, Create rule 3). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {toText} from '../../../../spec/json.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, expectRefused, notApplicable, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {remove} from '../../content/issue-steps.ts';
import {issueIdOf, readIssue, upload} from '../../issuing.ts';
import {expectProductMissing, newProduct, order, permission, priced} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {createPlan, walkPlans} from '../../plans/plan-steps.ts';
import {rowsOf} from '../../plans/plan-rows.ts';

const RULE = 'store.orders.permission-of-a-missing-product-is-refused';

type Store = 'admin' | 'second-store';

/** Records the sale of a product that the catalog of a store does not have yet. */
function sellNew(s: Script, as: Store): {sale: Handle; id: Val} {
  const product = newProduct(s);
  return {
    sale: order(s, priced(s, 'sale', createUser(s, {}, {as}), [product]), {as}),
    id: product.id,
  };
}

/** Orders of a product of a reader by an id. */
function permitting(s: Script, type: 'content' | 'subscription'): (id: Val) => Handle {
  const reader = createUser(s);
  return (id) => order(s, permission(s, reader, [{type, id}]));
}

/** Where the one product can be ordered, the other one is refused. */
const whenOrdered = (own: Exchange, judgement: () => Judgement): Judgement =>
  isCreated(own) ? judgement() : nothing();

/** If the own product can be ordered, the other store's is refused. */
const expectMissing = (own: Exchange, theirs: Exchange, what: string): Judgement =>
  whenOrdered(own, () => expectProductMissing(theirs, `ordered: ${what} of another store`));

const productOf = (ordered: Exchange): string => toText(ordered.requestBody.products[0].id);

/** The checks of products of another store, and of deleted content. */
export const foreignProducts: Check[] = [
  check({
    rule: RULE,
    place: 'content of another store',
    scene: 'store: orders of content of another store',
    onlyOnTestTargets: true,
    act: (s) => {
      const as = 'second-store' as const;
      const permit = permitting(s, 'content');
      const [own, theirs] = [upload(s), upload(s, {}, {as})];
      const [ownSale, theirSale] = [sellNew(s, 'admin'), sellNew(s, as)];
      return {
        sale: theirSale.sale,
        ownSold: permit(ownSale.id),
        theirsSold: permit(theirSale.id),
        ownReference: permit(own.body.external_id),
        theirsReference: permit(theirs.body.external_id),
        ownNumber: permit(text(issueIdOf(own.created))),
        // Both stores may have content with the number.
        sameNumber: readIssue(s, theirs.created),
        theirsNumber: permit(text(issueIdOf(theirs.created))),
      };
    },
    judge: ({sale, sameNumber, ...seen}) =>
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
  check({
    rule: RULE,
    place: 'a plan of another store',
    scene: 'store: orders of a plan of another store',
    onlyOnTestTargets: true,
    act: (s) => {
      const permit = permitting(s, 'subscription');
      const [own, theirs] = [createPlan(s), createPlan(s, {}, {as: 'second-store'})];
      return {
        own: permit(text(own.path.plan_id)),
        theirs: permit(text(theirs.path.plan_id)),
        listed: walkPlans(s),
      };
    },
    judge: ({own, theirs, listed}) => {
      if (!isCreated(own)) return notApplicable('a plan that was just created cannot be ordered');
      return rowsOf(listed).some(({id}) => toText(id) === productOf(theirs))
        ? notApplicable('both stores have a plan with the id')
        : expectMissing(own, theirs, 'a plan');
    },
  }),
  check({
    rule: RULE,
    place: 'content that was deleted',
    onlyOnTestTargets: true,
    act: (s) => {
      const permit = permitting(s, 'content');
      const {created, body} = upload(s);
      // By which of its ids an order names content is open (NS-ST-34).
      const number = text(issueIdOf(created));
      const [reference, byNumber] = [permit(body.external_id), permit(number)];
      remove(s, created, {expects: 'deleted'});
      return {
        reference,
        byNumber,
        referenceAfter: permit(body.external_id),
        numberAfter: permit(number),
      };
    },
    judge: ({reference, byNumber, referenceAfter, numberAfter}) =>
      [reference, byNumber].some(isCreated)
        ? all(
            whenOrdered(reference, () =>
              expectRefused(referenceAfter, 'ordered after its deletion'),
            ),
            whenOrdered(byNumber, () =>
              expectRefused(numberAfter, 'ordered by its number after its deletion'),
            ),
          )
        : notApplicable('content that was just uploaded cannot be ordered'),
  }),
];
