/** References that look like something else, and products that are no longer in the catalog. */

import {check, type Check} from '../../../language/check.ts';
import {
  all,
  expectOutcome,
  expectMember,
  notApplicable,
  expectRefused,
  nothing,
} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {text} from '../../../language/sent-values.ts';
import {remove} from '../../content/issue-steps.ts';
import {issueIdOf, upload} from '../../issuing.ts';
import {byId, byReference, createOrder, permission} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {keptOrder} from '../change/kept-order.ts';
import {expectOrder} from '../read/reading.ts';

const FINDS = 'store.orders.external-reference-finds-the-order';

/** The checks of these references and products. */
export const referencesOfOthers: Check[] = [
  check({
    rule: FINDS,
    place: 'the id of another order',
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, {reader, title}) => {
      const one = createOrder(s, permission(s, reader, [title]));
      const id = one.at('/data/id');
      const other = s.call('createOrder', {
        body: {...permission(s, reader, [title]), external_reference: id},
      });
      return {
        one,
        other,
        byReference: s.call('getOrder', byReference(id)),
        byId: s.call('getOrder', byId(one)),
      };
    },
    judge: ({one, other, byReference: referred, byId: read}) =>
      isCreated(other)
        ? all(
            expectOutcome(referred, 'order', 'not found by its reference'),
            () => expectOrder(referred, other, 'the order with that id'),
            expectOutcome(read, 'order', 'not found by its id'),
            () => expectOrder(read, one, 'the order with that reference'),
          )
        : notApplicable('no reference may be the id of another order'),
  }),
  check({
    rule: FINDS,
    place: 'digits that begin with zeros',
    onlyOnTestTargets: true,
    given: keptOrder,
    act: (s, {reader, title}) => {
      const digits = {...s.fresh('content-id'), valueClass: 'digits of an ISBN'};
      const reference = text('00', digits);
      const created = createOrder(s, {
        ...permission(s, reader, [title]),
        external_reference: reference,
      });
      return {created, read: s.call('getOrder', byReference(reference))};
    },
    judge: ({created, read}) =>
      all(expectOutcome(read, 'order', 'not found by its reference'), () =>
        all(
          expectOrder(read, created, 'another order'),
          expectMember(
            read,
            '/external_reference',
            created.requestBody.external_reference,
            'another reference',
          ),
        ),
      ),
  }),
  check({
    rule: 'store.orders.permission-of-a-missing-product-is-refused',
    place: 'content that was deleted',
    onlyOnTestTargets: true,
    act: (s) => {
      const reader = createUser(s);
      const {created, body} = upload(s);
      const order = (id: typeof body.external_id) =>
        s.call('createOrder', {body: permission(s, reader, [{type: 'content', id}])});
      const orders = () => ({
        byReference: order(body.external_id),
        byNumber: order(text(issueIdOf(created))),
      });
      const before = orders();
      remove(s, created, {expects: 'deleted'});
      const after = orders();
      return {
        referenceBefore: before.byReference,
        numberBefore: before.byNumber,
        referenceAfter: after.byReference,
        numberAfter: after.byNumber,
      };
    },
    // By which of its ids an order names content is open (NS-ST-34).
    judge: ({referenceBefore, numberBefore, referenceAfter, numberAfter}) =>
      [referenceBefore, numberBefore].some(isCreated)
        ? all(
            isCreated(referenceBefore)
              ? expectRefused(referenceAfter, 'ordered after its deletion')
              : nothing(),
            isCreated(numberBefore)
              ? expectRefused(numberAfter, 'ordered by its number after its deletion')
              : nothing(),
          )
        : notApplicable('content that was just uploaded cannot be ordered'),
  }),
];
