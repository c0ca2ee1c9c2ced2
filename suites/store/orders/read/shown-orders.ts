/** The responses that show a created order: its creation, a read, and the list. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Judgement} from '../../../language/check.ts';
import {expectEqual, judgeEach, whenServed} from '../../../language/judge.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {
  asAddress,
  asText,
  expectMembersGiven,
  type Members,
  type Shown,
} from '../../../tables/members.ts';
import {orderRow, orderIn, type OrderRow} from '../../order-rows.ts';
import {readOrder, listOrders} from '../../ordering.ts';

/** The members of an order that responses show as they were given, by what the rules call them. */
export const GIVEN = {
  creation: {
    type: 'exactly',
    external_reference: asText,
    currency_id: 'exactly',
    'user.email': asAddress,
  },
  price: {unit_price: 'exactly'},
  product: {
    'products.0.unit_price': 'exactly',
    'products.0.expiration_date': 'exactly',
  },
} satisfies Record<string, Members>;

/** A response that shows an order. */
export interface ShownOrder extends Shown {
  row: OrderRow;
}

/** The responses that show an order. How the list is paged is open (NS-ST-43): if it does not show it, it is left out. */
function shownIn(created: Exchange, read?: Exchange, list?: Exchange): ShownOrder[] {
  const row = list && orderRow(list, created);
  return [
    {how: 'on create', row: orderIn(created), where: created},
    ...(read ? [{how: 'when read', row: orderIn(read), where: read}] : []),
    ...(row ? [{how: 'in the list', row, where: list}] : []),
  ];
}

/** The responses that show an order, if other rules are to judge whether it is found. */
export const foundIn = (
  created: Exchange,
  list: Exchange | undefined,
  read?: Exchange,
): ShownOrder[] =>
  shownIn(
    created,
    read?.situations.includes('order') ? read : undefined,
    list?.situations.includes('orders') ? list : undefined,
  );

/** The responses to `sendAndRead`. */
type SeenOrder = Record<'created' | 'read' | 'list', Exchange>;

/** Judges each response; an unreadable one does not affect the others. */
export const judgeEachResponse = (
  {created, read, list}: SeenOrder,
  judge: (shown: ShownOrder) => Judgement,
): Judgement => whenServed(created, () => judgeEach(shownIn(created, read, list), judge));

/** Each response shows the members of the creation that one of the rules is about. */
export const expectAsGiven = (what: keyof typeof GIVEN, seen: SeenOrder): Judgement =>
  judgeEachResponse(seen, (shown) =>
    expectMembersGiven(shown, seen.created.requestBody, GIVEN[what]),
  );

/** Records an order, a read of it, and the list that shows it. */
export function sendAndRead(
  s: Script,
  body: Record<string, Val>,
  email: Val,
): Record<'created' | 'read' | 'list', Handle> {
  const created = s.call('createOrder', {body});
  return {created, read: readOrder(s, created), list: listOrders(s, {user_email: email})};
}

/** A member of an order, or of one of its products, has the value that was given. */
export const expectValue = (
  got: unknown,
  expected: unknown,
  name: string,
  how: string,
  where: Exchange,
): Judgement => expectEqual(got ?? null, expected, `another ${name} ${how}`, where, `\`${name}\``);
