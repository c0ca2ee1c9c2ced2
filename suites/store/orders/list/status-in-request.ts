/** The creation of orders with a `status`, which the document does not list (Orders, Create body). */

import {toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import type {Judgement} from '../../../language/check.ts';
import {notApplicable, when, judgeEach} from '../../../language/judge.ts';
import {unusable} from '../../../target/unusable.ts';
import {isCreated} from '../../../language/outcome.ts';
import {orderIn, expectStatus} from '../../order-rows.ts';

/** A `status` in the request makes no difference to an order that is created. */
const expectToBeginAlike = (one: Exchange, plain: Exchange): Judgement =>
  when(isCreated(plain) && isCreated(one), 'an order was not created', () =>
    expectStatus(one, toText(orderIn(plain).status), `taken: ${toText(one.requestBody.status)}`),
  );

/** A creation with a `status`, and the same creation without one. */
type Pair = readonly [withStatus: Exchange, plain: Exchange];

/**
 * A `status` in the request does not set the status of the order. The document lists no such member, so that a
 * store may refuse it.
 */
export function expectStatusOfType(pairs: readonly Pair[]): Judgement {
  const undecidedYet = pairs.filter(([one, plain]) => !(isRefusal(one) && isCreated(plain)));
  if (!undecidedYet.length)
    return notApplicable('an order whose creation names a `status` is refused');
  return judgeEach(undecidedYet, ([one, plain]) => expectToBeginAlike(one, plain));
}

/** Whether the store itself refuses the values of a request. */
const isRefusal = (exchange: Exchange): boolean =>
  (exchange.status === 400 || exchange.status === 422) && unusable(exchange) === undefined;
