/** The responses that show a created order: its creation, a read, and the list. */

import type {Exchange} from '../../../../spec/exchange.ts';
import type {Val} from '../../../../spec/value.ts';
import type {Judgement} from '../../../language/check.ts';
import {expectEqual, judgeEach, whenServed} from '../../../language/judge.ts';
import type {Script, Handle} from '../../../language/script.ts';
import {orderRow, orderIn, type OrderRow} from '../../order-rows.ts';
import {readOrder, listOrders} from '../../ordering.ts';

/** The responses that show an order: its creation, a read, the list. */
type Shown = [how: string, order: OrderRow, where: Exchange][];

/** How the list is paged is open (NS-ST-43): if it does not show the order, it is left out. */
function shownIn(created: Exchange, read: Exchange, list: Exchange): Shown {
  const row = orderRow(list, created);
  return [
    ['on create', orderIn(created), created],
    ['when read', orderIn(read), read],
    ...(row ? [['in the list', row, list] as Shown[number]] : []),
  ];
}

/** Judges each response; an unreadable one does not affect the others. */
export const judgeEachResponse = (
  seen: {created: Exchange; read: Exchange; list: Exchange},
  judge: (order: OrderRow, how: string, where: Exchange) => Judgement,
): Judgement =>
  whenServed(seen.created, () =>
    judgeEach(shownIn(seen.created, seen.read, seen.list), ([how, order, where]) =>
      judge(order, how, where),
    ),
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
