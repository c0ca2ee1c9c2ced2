/** Every kind of permission order begins approved, and ends with its user (States / Order; States / User). */

import type {Exchange} from '../../../../spec/exchange.ts';
import {mapValues} from '../../../../spec/map-values.ts';
import type {Val} from '../../../../spec/value.ts';
import {checksOf, sharedScene, type Check, type Judgement} from '../../../language/check.ts';
import {groupIn, inGroups} from '../../../language/groups.ts';
import {all, expectEqual, when, judgeEach, nothing} from '../../../language/judge.ts';
import {isCreated} from '../../../language/outcome.ts';
import type {Handle, Script} from '../../../language/script.ts';
import {orderIn, orderRow, expectStatus} from '../../order-rows.ts';
import {
  byId,
  content,
  currencyOf,
  listOrders,
  otherContent,
  permission,
  returnUrlOf,
  subscription,
  type Buyer,
} from '../../ordering.ts';
import {createUser, deactivate} from '../../people.ts';

/** The bodies of permission orders that differ in their optional members and in their products. */
function bodiesOf(s: Script, reader: Buyer): Record<string, Record<string, Val>> {
  const [title, other] = [content(s), otherContent(s)];
  const money = {unit_price: 4.5, currency_id: currencyOf(s)};
  const until = {expiration_date: '2031-05-14'};
  const bare = permission(s, reader, [title]);
  return {
    'without more': bare,
    'with a price': {...bare, ...money},
    'of a product with a price': permission(s, reader, [{...title, ...money}]),
    'with a reference': {...bare, external_reference: s.fresh('external-id')},
    'with a return URL': {...bare, return_url: returnUrlOf(s)},
    'that expires': permission(s, reader, [{...title, ...until}]),
    'of two titles': permission(s, reader, [title, other]),
    ...(s.offers('sample:subscribable_plan') && {
      'of a plan': permission(s, reader, [subscription(s)]),
      'of a title and a plan': permission(s, reader, [other, subscription(s)]),
    }),
  };
}

/** A reader with one order of every kind, who is deactivated or anonymized. */
const everyKind = (end: 'deactivated' | 'anonymized') =>
  sharedScene({
    id: `store: permission orders of every kind of a user who is ${end}`,
    onlyOnTestTargets: true,
    act: (s): Record<string, Handle> => {
      const reader = createUser(s);
      // It is open whether a reader can have a second order of the same title.
      const created = mapValues(bodiesOf(s, reader), (body) => s.call('createOrder', {body}));
      const readAll = () =>
        mapValues(created, (one) => s.call('getOrder', {...byId(one), optional: true}));
      const before = readAll();
      const list = listOrders(s, {user_email: reader.body.email});
      deactivate(s, reader.created, end === 'anonymized' ? {anonymize: 'true'} : {});
      return {...inGroups({created, before, after: readAll()}), list};
    },
  });

/** The exchanges of one kind of order. */
interface OfKind {
  kind: string;
  created: Exchange;
  before: Exchange;
  after: Exchange;
}

/** The orders that were created, by kind. */
const ordersIn = (seen: object): OfKind[] =>
  Object.entries(groupIn(seen, 'created')).flatMap(([kind, created]) => {
    const [before, after] = [groupIn(seen, 'before')[kind], groupIn(seen, 'after')[kind]];
    return before && after && isCreated(created) ? [{kind, created, before, after}] : [];
  });

/** Every order is approved in its creation, in a read, and in the list if that shows it. */
const expectAllApproved = ({list, ...seen}: Record<string, Exchange>): Judgement =>
  all(
    ...ordersIn(seen).flatMap(({kind, created, before}) => [
      () => expectStatus(created, 'approved', `another status on create: ${kind}`),
      () => expectStatus(before, 'approved', `another status when read: ${kind}`),
      () => expectListedAsApproved(list, created, kind),
    ]),
  );

/** How the list is paged is open (NS-ST-43): an order that it does not show decides nothing. */
function expectListedAsApproved(
  list: Exchange | undefined,
  created: Exchange,
  kind: string,
): Judgement {
  const row = list && orderRow(list, created);
  return row
    ? expectEqual(row.status, 'approved', `another status in the list: ${kind}`, list, '`status`')
    : nothing();
}

/** Every order that was approved before is cancelled afterwards. */
function expectAllEnded(seen: Record<string, Exchange>): Judgement {
  const active = ordersIn(seen).filter(({before}) => orderIn(before).status === 'approved');
  return when(active.length > 1, 'the user did not have several kinds of order', () =>
    judgeEach(active, ({kind, after}) => expectStatus(after, 'cancelled', `still active: ${kind}`)),
  );
}

const [OF_THE_DEACTIVATED, OF_THE_ANONYMIZED] = [everyKind('deactivated'), everyKind('anonymized')];

/** The checks of permission orders of every kind. */
export const kindsOfPermissions: Check[] = [
  ...checksOf(OF_THE_DEACTIVATED, {
    'store.orders.permission-is-approved-at-once @ of every kind': expectAllApproved,
    'store.orders.deactivation-cancels-manual-orders @ of every kind': expectAllEnded,
  }),
  ...checksOf(OF_THE_ANONYMIZED, {
    'store.orders.anonymization-cancels-manual-orders @ of every kind': expectAllEnded,
  }),
];
