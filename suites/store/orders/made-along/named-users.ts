/** The user of an order: by id, by email, by both or by neither (Orders, Create body). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Check, Judgement} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectThat,
  expectOutcome,
  saw,
  summaryOf,
  undecided,
  when,
} from '../../../language/judge.ts';
import {unusable} from '../../../target/unusable.ts';
import type {Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {checksOfTrials} from '../../../tables/trials.ts';
import {content, userOf, orderOf, ordersWith, type Buyer, type OrderType} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** Orders of a title of one type; without a change their reader has both names. */
const ordersOf = (s: Script, type: OrderType, reader: Buyer) =>
  ordersWith(s, () => orderOf(s, type, reader, [content(s)]));

/** One of the ids of a user is enough: which one is meant is open (NS-ST-33). */
function expectSomeIdEnough(ids: Exchange[]): Judgement {
  const problem = ids.map(unusable).find((one) => one !== undefined);
  if (problem !== undefined && !ids.some(isCreated)) return undecided(problem);
  return expectThat(ids.some(isCreated), {
    branch: 'id not enough',
    expected: 'an order with only `user.id` to be created, with one of the ids of the user',
    got: ids.map(summaryOf).join('; '),
    at: undefined,
    ...(ids[0] && {shownBy: ids[0]}),
  });
}

/**
 * Orders with both names of a reader, with one of them, and with neither. Whether somebody may order
 * the same title again is not documented: who is named in one way has not ordered before.
 */
const namings = (type: 'permission' | 'report'): Check[] =>
  checksOfTrials({
    scene: `store: ${type} orders by id, by email and by neither`,
    place: type,
    begin: (s) => {
      const [named, byId, byEmail] = [createUser(s), createUser(s), createUser(s)];
      return {byId, byEmail, ...ordersOf(s, type, named)};
    },
    rows: {
      'store.orders.user-id-is-enough': {
        requests: {
          id: (s, {byId}) => ({'/user': {id: userOf(s, byId).id}}),
          storeId: (_s, {byId}) => ({'/user': {id: text(byId.created.at('/data/id'))}}),
          uuid: (_s, {byId}) => ({'/user': {id: byId.created.at('/data/uuid')}}),
        },
        judge: (seen: Record<string, Exchange>) => expectSomeIdEnough(Object.values(seen)),
      },
      'store.orders.user-email-is-enough': {
        'email not enough': {created: (_s, {byEmail}) => ({'/user': {email: byEmail.body.email}})},
      },
      'store.orders.user-needs-id-or-email': {'created without both': {'/user': {}}},
    },
  });

/** Sale orders of one reader with both names, and with one of them. */
const sales = checksOfTrials({
  scene: 'store: sale orders by id and by email alone',
  begin: (s) => ordersOf(s, 'sale', createUser(s)),
  rows: {
    'store.orders.sale-may-need-the-email': {
      requests: {id: {'/user/email': undefined}},
      judge: ({id}: {id: Exchange}) =>
        all(
          // With an unknown id and no email, no user can be created (NS-ST-32, NS-ST-33).
          expectOutcome(id, ['created', 'invalid', 'user-refused'], 'another answer'),
          saw(isCreated(id) ? 'a sale needs no email' : 'a sale needs the email'),
        ),
    },
    'store.orders.user-id-is-required-for-sale': {
      'created by email alone': {'/user/id': undefined},
    },
  },
});

/** The user of an order who does not exist. @param length of the id */
const stranger = (length?: number) => (s: Script) => ({
  '/user': {id: s.fresh('external-id', length), email: s.fresh('email')},
});

/** Orders of users who do not exist, with ids of 64 and of 65 characters, and with a wrong address. */
const bounds = checksOfTrials({
  scene: 'store: bounds of the user of an order',
  begin: (s) => ordersOf(s, 'permission', createUser(s)),
  rows: {
    'store.orders.user-id-is-at-most-64': {
      requests: {unknown: stranger(), longest: stranger(64), tooLong: stranger(65)},
      judge: ({unknown, longest, tooLong}: Record<'unknown' | 'longest' | 'tooLong', Exchange>) =>
        when(isCreated(unknown), 'the order of an unknown user was not created', () =>
          all(
            expectOutcome(longest, 'created', '64 characters refused'),
            expectOutcome(tooLong, 'invalid', '65 characters taken'),
          ),
        ),
    },
    'store.orders.user-email-must-be-valid': {
      'wrong address taken': (s) => ({'/user': {email: text('no-address-', s.fresh('text'))}}),
      'wrong address taken beside an id': (s) => ({'/user/email': text(s.fresh('text'), '@')}),
    },
  },
});

/** The checks of the user of an order. */
export const namedUsers: Check[] = [
  ...namings('permission'),
  ...namings('report'),
  ...sales,
  ...bounds,
];
