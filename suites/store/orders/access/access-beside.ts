/** Access by sales that are not paid, by several orders of one title, and after the return of a user. */

import {check, type Check} from '../../../language/check.ts';
import {judgeEach, when} from '../../../language/judge.ts';
import {hours, type Script} from '../../../language/script.ts';
import {orderIn} from '../../order-rows.ts';
import {
  content,
  createOrder,
  daysAfter,
  otherContent,
  permission,
  priced,
  readOrder,
  type Buyer,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser, deactivate, idOf} from '../../people.ts';
import {askAccess, checkAfterGrant, expectAccess, whenGranted} from './read-access.ts';

const FOLLOWS = 'store.orders.access-follows-the-orders';

/** Days after which one order ends, and days that pass: one day more or less is tolerated. */
const [SOON, LATER] = [3, 8];

/** Records a sale order that nobody pays, and another kind of order, which shows that the title is not free. */
const notPaid = check({
  rule: FOLLOWS,
  place: 'a sale that is not paid',
  onlyOnTestTargets: true,
  act: (s) => {
    const [buyer, reader] = [createUser(s), createUser(s)];
    const title = content(s);
    const before = askAccess(s, buyer, title);
    const sold = createOrder(s, priced(s, 'sale', buyer, [title]));
    const pending = readOrder(s, sold);
    const afterwards = askAccess(s, buyer, title);
    createOrder(s, permission(s, reader, [title]));
    return {before, pending, afterwards, ofReader: askAccess(s, reader, title)};
  },
  judge: ({before, pending, afterwards, ofReader}) =>
    when(orderIn(pending).status === 'pending', 'the sale was not pending', () =>
      whenGranted(before, ofReader, () =>
        expectAccess(afterwards, false, 'access before the payment'),
      ),
    ),
});

/** Records an order of a title that ends soon, with another one that does not end before or after it. */
function orderTwice(s: Script, reader: Buyer, title: OrderedProduct, endsFirst: boolean) {
  const before = askAccess(s, reader, title);
  const lasting = () => createOrder(s, permission(s, reader, [title]));
  if (!endsFirst) lasting();
  // The day of the end counts from the creation of an order for the other title.
  const dated = createOrder(s, permission(s, reader, [otherContent(s)]));
  const ending = {...title, expiration_date: daysAfter(dated, SOON)};
  createOrder(s, permission(s, reader, [ending]));
  if (endsFirst) lasting();
  return {before, granted: askAccess(s, reader, title)};
}

/** Two readers with two orders of a title each, of which the older one or the newer one ends. */
const untilTheLastEnds = check({
  rule: FOLLOWS,
  place: 'by two orders of which one ends',
  onlyOnTestTargets: true,
  act: (s) => {
    const [one, other] = [createUser(s), createUser(s)];
    const title = content(s);
    const [older, newer] = [orderTwice(s, one, title, true), orderTwice(s, other, title, false)];
    s.advance(hours(24 * LATER));
    return {
      olderBefore: older.before,
      olderGranted: older.granted,
      olderEnded: askAccess(s, one, title),
      newerBefore: newer.before,
      newerGranted: newer.granted,
      newerEnded: askAccess(s, other, title),
    };
  },
  judge: (seen) =>
    judgeEach(['older', 'newer'] as const, (which) =>
      whenGranted(seen[`${which}Before`], seen[`${which}Granted`], () =>
        expectAccess(
          seen[`${which}Ended`],
          true,
          `no access after the end of the ${which} of two orders`,
        ),
      ),
    ),
});

/** What the cancelled order of a user gives when the user has come back. */
const afterTheReturn = checkAfterGrant({
  rule: FOLLOWS,
  place: 'after a reactivation of the user',
  onlyOnTestTargets: true,
  act: (s, {reader, created, may}) => {
    deactivate(s, reader.created);
    s.call('reactivateUser', {path: idOf(reader.created), expects: 'reactivated'});
    return {shown: readOrder(s, created), afterwards: may()};
  },
  judge: ({shown, afterwards}) =>
    when(orderIn(shown).status === 'cancelled', 'the order was not cancelled', () =>
      expectAccess(afterwards, false, 'access by an order that was cancelled with its user'),
    ),
});

/** The checks of access beside other orders, and by other ways. */
export const accessBeside: Check[] = [notPaid, untilTheLastEnds, afterTheReturn];
