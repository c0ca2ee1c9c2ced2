/** Orders that name users who were deactivated or anonymized, and updates of them (States / User). */

import {at, toText} from '../../../../spec/json.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {check, type Check, type Judgement} from '../../../language/check.ts';
import {expectThat, notApplicable, undecided, when, judgeEach} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import {isSameAddress} from '../../../values/normalized.ts';
import {orderIn} from '../../order-rows.ts';
import {content, permission, priced} from '../../ordering.ts';
import {createUser, deactivate, findDeactivated, idOf, updateOf} from '../../people.ts';
import {expectListedDeactivated, rowOf} from '../../user-rows.ts';

/** Orders for a deactivated user: whether they are accepted is open, but they move nobody. */
const ofDeactivated = check({
  rule: 'store.users.moves-are-the-listed-ones',
  place: 'orders for a deactivated user',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const title = content(s);
    const {created, body} = reader;
    deactivate(s, created);
    const before = findDeactivated(s, created, body.email);
    s.call('createOrder', {body: permission(s, reader, [title])});
    s.call('createOrder', {body: priced(s, 'report', reader, [title])});
    s.call('createOrder', {body: priced(s, 'sale', reader, [title])});
    const after = findDeactivated(s, created, body.email);
    return {created, listBefore: before.list, found: after.found, list: after.list};
  },
  judge: ({created, listBefore, found, list}) =>
    when(rowOf(listBefore, created) !== undefined, 'the user was not listed as deactivated', () =>
      expectListedDeactivated({found, list}, created, 'active again by an order'),
    ),
});

/** An update of a deactivated user, with another password: whether it is accepted is open (NS-ST-15), but it moves nobody. */
const updated = check({
  rule: 'store.users.moves-are-the-listed-ones',
  place: 'an update of a deactivated user',
  act: (s) => {
    const {created, body} = createUser(s);
    deactivate(s, created);
    const before = findDeactivated(s, created, body.email);
    s.call('updateUser', {
      path: idOf(created),
      body: {...updateOf(body), new_password: s.fresh('password')},
    });
    const after = findDeactivated(s, created, body.email);
    return {created, listBefore: before.list, found: after.found, list: after.list};
  },
  judge: ({created, listBefore, found, list}) =>
    when(rowOf(listBefore, created) !== undefined, 'the user was not listed as deactivated', () =>
      expectListedDeactivated({found, list}, created, 'active again by an update'),
    ),
});

/** The user of an order has the address that the order named, and not that of the anonymized user. */
const expectAddress = (order: Exchange, how: string): Judgement => {
  const email: unknown = at(orderIn(order), '/user/email');
  const sent: unknown = at(order.requestBody, '/user/email');
  if (typeof email !== 'string' || typeof sent !== 'string')
    return undecided('no address is shown');
  return expectThat(isSameAddress(sent, email), {
    branch: `an order goes to the anonymized user: ${how}`,
    expected: `\`user.email\` of the order to be ${toText(sent)}`,
    got: email,
    at: order,
  });
};

/** Orders with the address of before, alone and with the external_id of before. */
const ofAnonymized = check({
  rule: 'store.users.old-email-finds-nobody',
  place: 'for an order',
  onlyOnTestTargets: true,
  act: (s) => {
    const [reader, other] = [createUser(s), createUser(s)];
    const title = content(s);
    deactivate(s, reader.created, {anonymize: 'true'});
    deactivate(s, other.created, {anonymize: 'true'});
    const alone = {...permission(s, reader, [title]), user: {email: reader.body.email}};
    return {
      other: other.created,
      alone: s.call('createOrder', {body: alone}),
      withId: s.call('createOrder', {body: permission(s, other, [title])}),
    };
  },
  judge: ({other, alone, withId}) => {
    // An anonymized user keeps the uuid and the id of the store, by which an order may still name the user.
    const isCleared = withId.requestBody?.user?.id === other.requestBody?.external_id;
    const orders = {alone, ...(isCleared && {'with the id': withId})};
    const made = Object.entries(orders).filter(([, one]) => isCreated(one));
    return made.length
      ? judgeEach(made, ([how, order]) => expectAddress(order, how))
      : notApplicable('no order was created');
  },
});

/** The checks of orders for those who are gone, and of updates. */
export const ordersOfTheGone: Check[] = [ofDeactivated, updated, ofAnonymized];
