/** A user whom an order has made has an email and an external_id that nobody else can take. */

import type {Exchange} from '../../../../spec/exchange.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, expectOutcome, notApplicable, type LazyJudgement} from '../../../language/judge.ts';
import type {Script} from '../../../language/script.ts';
import {content, permission, priced, somebody} from '../../ordering.ts';
import {createUser, newUser, search} from '../../people.ts';
import {rowsOf} from '../../user-rows.ts';

/** Records a user whom an order of this type makes, and creations with the same values. */
function orderThenCreate(s: Script, type: 'permission' | 'sale') {
  const reader = createUser(s);
  const products = [content(s)];
  const order =
    type === 'sale' ? priced(s, type, reader, products) : permission(s, reader, products);
  const user = somebody(s);
  s.call('createOrder', {body: {...order, user}});
  return {
    found: search(s, user.email),
    sameId: s.call('createUser', {body: {...newUser(s), external_id: user.id}}),
    sameEmail: s.call('createUser', {body: {...newUser(s), email: user.email}}),
  };
}

/** Two users whom orders have made (Orders, Create rule 2). */
const madeByOrders = sharedScene({
  id: 'store: values of users whom orders have made',
  onlyOnTestTargets: true,
  act: (s) => {
    const permitted = orderThenCreate(s, 'permission');
    const buyer = orderThenCreate(s, 'sale');
    return {
      permitted: permitted.found,
      permittedId: permitted.sameId,
      permittedEmail: permitted.sameEmail,
      buyer: buyer.found,
      buyerId: buyer.sameId,
      buyerEmail: buyer.sameEmail,
    };
  },
});

type Made = SeenIn<typeof madeByOrders>;

/** A value is taken, where the list shows that the user whom the order made has it. */
const expectTaken = (
  list: Exchange,
  creation: Exchange,
  name: 'email' | 'external_id',
  branch: string,
): LazyJudgement[] => {
  const given: unknown = creation.requestBody?.[name];
  return list.situations.includes('page') && rowsOf(list).some((row) => row[name] === given)
    ? [expectOutcome(creation, 'invalid', branch)]
    : [];
};

/** Judges the users who have the value; it is open which id an order means (NS-ST-33). */
const whenUsersWereMade = (...taken: LazyJudgement[]): Judgement =>
  taken.length ? all(...taken) : notApplicable('no order has made a user with this value');

const PLACE = 'of a user whom an order has made';

/** The checks of users whom orders have made. */
export const orderedUsers: Check[] = checksOf(madeByOrders, {
  [`store.users.email-is-unique @ ${PLACE}`]: (seen: Made) =>
    whenUsersWereMade(
      ...expectTaken(seen.permitted, seen.permittedEmail, 'email', 'email of a reader accepted'),
      ...expectTaken(seen.buyer, seen.buyerEmail, 'email', 'email of a buyer accepted'),
    ),
  [`store.users.external-id-is-unique @ ${PLACE}`]: (seen: Made) =>
    whenUsersWereMade(
      ...expectTaken(seen.permitted, seen.permittedId, 'external_id', 'id of a reader accepted'),
      ...expectTaken(seen.buyer, seen.buyerId, 'external_id', 'id of a buyer accepted'),
    ),
});
