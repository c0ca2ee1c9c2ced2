/** The user of an order: by id, by email, by both or by neither (Orders, Create body). */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import {
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
} from '../../../language/check.ts';
import {isCreated} from '../../../language/outcome.ts';
import {
  all,
  expectThat,
  expectOutcome,
  saw,
  summaryOf,
  undecided,
  when,
  whenServed,
} from '../../../language/judge.ts';
import {unusable} from '../../../target/unusable.ts';
import {type Handle, type Script} from '../../../language/script.ts';
import {text} from '../../../language/sent-values.ts';
import {content, userOf, orderOf, type Buyer, type OrderType} from '../../ordering.ts';
import {createUser} from '../../people.ts';

/** The body of an order of a type, of a title, with another `user`. */
function orderOfUser(
  s: Script,
  type: OrderType,
  reader: Buyer,
  user: Record<string, Val>,
): Record<string, Val> {
  const products = [content(s)];
  const body = orderOf(s, type, reader, products);
  return {...body, user};
}

/**
 * Orders with both names of a reader, with one of them, and with neither. Whether somebody may order
 * the same title again is not documented: who is named in one way has not ordered before.
 */
const namings = (type: 'permission' | 'report') =>
  sharedScene({
    id: `store: ${type} orders by id, by email and by neither`,
    api: 'store',
    act: (s) => {
      const [named, byId, byEmail] = [createUser(s), createUser(s), createUser(s)];
      const send = (reader: Buyer, user: Record<string, Val>): Handle =>
        s.call('createOrder', {body: orderOfUser(s, type, reader, user)});
      return {
        both: send(named, userOf(s, named)),
        id: send(byId, {id: userOf(s, byId).id}),
        // Which id is meant is open (NS-ST-33).
        storeId: send(byId, {id: text(byId.created.at('/data/id'))}),
        uuid: send(byId, {id: byId.created.at('/data/uuid')}),
        email: send(byEmail, {email: byEmail.body.email}),
        neither: send(named, {}),
      };
    },
  });

/** One of the ids of a user is enough. */
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

const checksOfNamings = (type: 'permission' | 'report'): Check[] => {
  const scene = namings(type);
  type Seen = Record<'both' | 'id' | 'storeId' | 'uuid' | 'email' | 'neither', Exchange>;
  const whenBothNamed = (both: Exchange, judgement: () => Judgement): Judgement =>
    whenServed(both, judgement);
  return [
    ...checksAt(scene, 'store.orders.user-id-is-enough', {
      [type]: ({both, id, storeId, uuid}: Seen) =>
        whenBothNamed(both, () => expectSomeIdEnough([id, storeId, uuid])),
    }),
    ...checksAt(scene, 'store.orders.user-email-is-enough', {
      [type]: ({both, email}: Seen) =>
        whenBothNamed(both, () => expectOutcome(email, 'created', 'email not enough')),
    }),
    ...checksAt(scene, 'store.orders.user-needs-id-or-email', {
      [type]: ({both, neither}: Seen) =>
        whenBothNamed(both, () => expectOutcome(neither, 'invalid', 'created without both')),
    }),
  ];
};

/** Sale orders of one reader with both names, and with one of them. */
const sales = sharedScene({
  id: 'store: sale orders by id and by email alone',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const {id, email} = userOf(s, reader);
    const send = (user: Record<string, Val>): Handle =>
      s.call('createOrder', {body: orderOfUser(s, 'sale', reader, user)});
    return {both: send({id, email}), id: send({id}), email: send({email})};
  },
});

/** Orders of users who do not exist, with ids of 64 and of 65 characters, and with a wrong address. */
const bounds = sharedScene({
  id: 'store: bounds of the user of an order',
  api: 'store',
  act: (s) => {
    const reader = createUser(s);
    const send = (user: Record<string, Val>): Handle =>
      s.call('createOrder', {body: orderOfUser(s, 'permission', reader, user)});
    const {id, email} = userOf(s, reader);
    return {
      known: send({id, email}),
      unknown: send({id: s.fresh('external-id'), email: s.fresh('email')}),
      longest: send({id: s.fresh('external-id', 64), email: s.fresh('email')}),
      tooLong: send({id: s.fresh('external-id', 65), email: s.fresh('email')}),
      wrongAlone: send({email: text('no-address-', s.fresh('text'))}),
      wrongBesideId: send({id, email: text(s.fresh('text'), '@')}),
    };
  },
});

/** The checks of the user of an order. */
export const namedUsers: Check[] = [
  ...checksOfNamings('permission'),
  ...checksOfNamings('report'),
  ...checksOf(sales, {
    'store.orders.user-id-is-required-for-sale': ({both, email}) =>
      whenServed(both, () => expectOutcome(email, 'invalid', 'created by email alone')),
    'store.orders.sale-may-need-the-email': ({both, id}) =>
      whenServed(both, () =>
        all(
          // With an unknown id and no email, no user can be created (NS-ST-32, NS-ST-33).
          expectOutcome(id, ['created', 'invalid', 'user-refused'], 'another answer'),
          saw(isCreated(id) ? 'a sale needs no email' : 'a sale needs the email'),
        ),
      ),
  }),
  ...checksOf(bounds, {
    'store.orders.user-id-is-at-most-64': ({unknown, longest, tooLong}) =>
      when(isCreated(unknown), 'the order of an unknown user was not created', () =>
        all(
          expectOutcome(longest, 'created', '64 characters refused'),
          expectOutcome(tooLong, 'invalid', '65 characters taken'),
        ),
      ),
    'store.orders.user-email-must-be-valid': ({known, wrongAlone, wrongBesideId}) =>
      whenServed(known, () =>
        all(
          expectOutcome(wrongAlone, 'invalid', 'wrong address taken'),
          expectOutcome(wrongBesideId, 'invalid', 'wrong address taken beside an id'),
        ),
      ),
  }),
];
