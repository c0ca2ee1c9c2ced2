/** Access by sales that are not paid, by several orders of one title, and after the return of a user. */

import {check, type Check, type Judgement} from '../../../language/check.ts';
import {all, when, nothing} from '../../../language/judge.ts';
import type {Exchange} from '../../../../spec/exchange.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {orderIn} from '../../order-rows.ts';
import {
  byReference,
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
import {mayIn, askAccess, expectAccess, whenGranted} from './read-access.ts';

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
    const older = orderTwice(s, one, title, true);
    const newer = orderTwice(s, other, title, false);
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
    all(
      () => expectKept(seen.olderBefore, seen.olderGranted, seen.olderEnded, 'older'),
      () => expectKept(seen.newerBefore, seen.newerGranted, seen.newerEnded, 'newer'),
    ),
});

/** Access that two orders have given is kept when one of them has ended. */
const expectKept = (
  before: Exchange,
  granted: Exchange,
  ended: Exchange,
  which: 'older' | 'newer',
): Judgement =>
  whenGranted(before, granted, () =>
    expectAccess(ended, true, `no access after the end of the ${which} of two orders`),
  );

/** What the cancelled order of a user gives when the user has come back. */
const afterTheReturn = check({
  rule: FOLLOWS,
  place: 'after a reactivation of the user',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const title = content(s);
    const may = (): Handle => askAccess(s, reader, title);
    const before = may();
    const created = createOrder(s, permission(s, reader, [title]));
    const granted = may();
    deactivate(s, reader.created);
    s.call('reactivateUser', {path: idOf(reader.created), expects: 'reactivated'});
    return {before, granted, shown: readOrder(s, created), afterwards: may()};
  },
  judge: ({before, granted, shown, afterwards}): Judgement =>
    whenGranted(before, granted, () =>
      when(orderIn(shown).status === 'cancelled', 'the order was not cancelled', () =>
        expectAccess(afterwards, false, 'access by an order that was cancelled with its user'),
      ),
    ),
});

/** A cancellation by the reference of an order ends access on its day. */
const endingByReference = check({
  rule: 'store.orders.cancel-date-ends-access',
  place: 'by its reference',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = createUser(s);
    const title = content(s);
    const may = (): Handle => askAccess(s, reader, title);
    const before = may();
    const reference = s.fresh('external-id');
    const body = {...permission(s, reader, [title]), external_reference: reference};
    const created = createOrder(s, body);
    const granted = may();
    const ending = {expiration_date: daysAfter(created, SOON)};
    s.call('cancelOrder', {...byReference(reference), body: ending, expects: 'cancelled'});
    const cancelled = may();
    s.advance(hours(24 * LATER));
    return {before, granted, cancelled, afterwards: may()};
  },
  judge: ({before, granted, cancelled, afterwards}) =>
    whenGranted(before, granted, () =>
      all(expectAccess(cancelled, true, 'access ended before its day'), () =>
        mayIn(cancelled) ? expectAccess(afterwards, false, 'access after its last day') : nothing(),
      ),
    ),
});

/** The checks of access beside other orders, and by other ways. */
export const accessBeside: Check[] = [notPaid, untilTheLastEnds, afterTheReturn, endingByReference];
