/** Orders with a value of every kind in every member, in every representation (Orders). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {at} from '../../../../spec/json.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Check} from '../../../language/check.ts';
import {all, expectOutcome, judgeEach, nothing, when} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Script} from '../../../language/script.ts';
import {checksOfCases, type Answers} from '../../../tables/cases.ts';
import {
  acceptedAsWhole,
  ifPlain,
  ofEachAccepted,
  sceneOfKinds,
  type Expected,
} from '../../../tables/each-kind.ts';
import {asText, expectMembersGiven} from '../../../tables/members.ts';
import {orderIn} from '../../order-rows.ts';
import {byReference, content, currencyOf, listOrders} from '../../ordering.ts';
import {KINDS} from './kinds-of-values.ts';
import {expectOrder} from '../read/reading.ts';
import {foundIn, GIVEN} from '../read/shown-orders.ts';

/** Plain values of every kind. */
const plain = (s: Script): Record<string, Val> => ({
  external_reference: s.fresh('external-id'),
  userId: s.fresh('external-id'),
  email: s.fresh('email'),
  price: 9.5,
  end: '2031-05-14',
  laterEnd: '2031-06-15',
});

/** The body of an order of somebody who is no user yet. */
function bodyOf(s: Script, values: Record<string, Val>): Record<string, Val> {
  const {external_reference: reference = '', userId = '', email = '', price = 0} = values;
  const priced = {unit_price: price, currency_id: currencyOf(s)};
  return {
    type: 'permission',
    external_reference: reference,
    user: {id: userId, email},
    products: [{...content(s), ...priced, expiration_date: values.end ?? null}],
    ...priced,
  };
}

/** An order, and each request about it, which names it by its reference. */
const orders = sceneOfKinds({
  id: 'store: orders with each kind of value',
  kinds: KINDS,
  plain,
  act: (s, values) => {
    const named = byReference(values.external_reference ?? '');
    return {
      created: s.call('createOrder', {body: bodyOf(s, values)}),
      order: s.call('getOrder', named),
      listed: listOrders(s, {user_email: values.email ?? ''}),
      updated: s.call('updateOrder', {
        ...named,
        body: {expiration_date: values.laterEnd ?? null},
      }),
      cancelled: s.call('cancelOrder', named),
    };
  },
});

type Steps = NonNullable<(typeof orders)['steps']>;
type Seen = Answers<Steps>;

/** Whether an order shows the id of the user that was given: which id is shown is open (NS-ST-33). */
const showsGivenId = ({created}: Seen): boolean =>
  isCreated(created) &&
  at(orderIn(created), '/user/id') === (at(created.requestBody, '/user/id') as unknown);

/** Every representation of an order shows what was given; the id of the user, if a plain one is shown. */
const allGiven = (what: keyof typeof GIVEN): Expected<Steps> =>
  ofEachAccepted('created', (seen, _kinds, plainly) =>
    judgeEach(foundIn(seen.created, seen.listed, seen.order), (shown) =>
      expectMembersGiven(shown, seen.created.requestBody, {
        ...GIVEN[what],
        ...(what === 'creation' && showsGivenId(plainly) && {'user.id': asText}),
      }),
    ),
  );

/**
 * A request by the reference of each created order finds that order, if one by a plain reference does.
 * @param step the request, named for the outcome of one that finds its order
 * @param isOfRule whether a response says something about the rule
 */
const found = (
  step: 'order' | 'updated' | 'cancelled',
  isOfRule: (sent: Exchange) => boolean = () => true,
): Expected<Steps> =>
  ifPlain(
    (plainly, judgement) =>
      when(
        plainly[step].situations.includes(step),
        'the order with plain values was not found by its reference',
        judgement,
      ),
    ofEachAccepted('created', (seen, {external_reference: kind = ''}) => {
      const sent = seen[step];
      if (sent.refusedInFront || !isOfRule(sent)) return nothing();
      return all(expectOutcome(sent, step, `not found: ${kind}`), () =>
        sent.situations.includes(step)
          ? expectOrder(sent, seen.created, 'another-order')
          : nothing(),
      );
    }),
  );

const isNotInvalid = ({status}: Exchange): boolean => status !== 422;

/** The checks of orders with each kind of value. */
export const eachKind: Check[] = checksOfCases(orders, 'each kind of value', {
  'store.orders.created-is-as-given': [
    acceptedAsWhole('created', 'external_reference', 'userId', 'email', 'price', 'end'),
    allGiven('creation'),
  ],
  'store.orders.price-is-as-given': allGiven('price'),
  'store.orders.product-is-as-given': allGiven('product'),
  'store.orders.external-reference-finds-the-order': found('order'),
  'store.orders.update-by-external-reference': found('updated', isNotInvalid),
  'store.orders.cancel-by-external-reference': found('cancelled', isNotInvalid),
  'store.orders.expiration-is-kept-as-written': ofEachAccepted('updated', ({updated}) =>
    expectMembersGiven(
      {how: 'after the update', row: orderIn(updated), where: updated},
      {products: [updated.requestBody]},
      {'products.0.expiration_date': 'exactly'},
    ),
  ),
});
