import type {Val} from '../../../../spec/value.ts';
import {
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../../language/check.ts';
import {all, saw, when, nothing} from '../../../language/judge.ts';
import {isUpdated} from '../../../language/outcome.ts';
import {hours, type Handle, type Script} from '../../../language/script.ts';
import {
  byId,
  byReference,
  cancelOrder,
  content,
  createOrder,
  daysAfter,
  otherContent,
  permission,
  priced,
  subscription,
  updateOrder,
  type OrderedProduct,
} from '../../ordering.ts';
import {createUser} from '../../people.ts';
import {checksOfProducts} from './access-of-products.ts';
import {askAccess, checkAfterGrant, expectAccess, mayIn, whenGranted} from './read-access.ts';

/** A permission is paused, approved again and cancelled; a report is created for another reader. */
const lifeOfAccess = sharedScene({
  id: 'store: what a reader may read while an order moves',
  act: (s) => {
    const [reader, other] = [createUser(s), createUser(s)];
    const title = content(s);
    const may = (): Handle => askAccess(s, reader, title);
    const before = may();
    const created = createOrder(s, permission(s, reader, [title]));
    const granted = may();
    updateOrder(s, created, {status: 'paused'}, {}, {expects: 'updated'});
    const paused = may();
    updateOrder(s, created, {status: 'approved'}, {}, {expects: 'updated'});
    const approved = may();
    const secondPause = updateOrder(s, created, {status: 'paused'});
    const pausedAgain = may();
    const secondApproval = updateOrder(s, created, {status: 'approved'});
    // These steps need one more hook, so they are only sent to deployments whose clock can be
    // moved.
    const afterwards = s.offers('control:advance') ? {approvedAgain: may()} : {};
    const othersBefore = askAccess(s, other, title);
    createOrder(s, priced(s, 'report', other, [title]));
    const reported = askAccess(s, other, title);
    cancelOrder(s, created, undefined, {expects: 'cancelled'});
    return {
      before,
      granted,
      paused,
      approved,
      secondPause,
      pausedAgain,
      secondApproval,
      ...afterwards,
      othersBefore,
      reported,
      cancelled: may(),
      others: askAccess(s, other, title),
    };
  },
});

/** A reader has a title through two orders, of which one is paused and cancelled. */
const oneOfTwoOrders = checkAfterGrant({
  rule: 'store.orders.permission-grants-access',
  place: 'when another order of the title ends',
  act: (s, {reader, title, created: first, may}) => {
    createOrder(s, permission(s, reader, [title]));
    updateOrder(s, first, {status: 'paused'}, {}, {expects: 'updated'});
    const paused = may();
    cancelOrder(s, first, undefined, {expects: 'cancelled'});
    return {paused, cancelled: may()};
  },
  judge: ({paused, cancelled}) =>
    all(
      expectAccess(paused, true, 'no access by the order beside a paused one'),
      expectAccess(cancelled, true, 'no access by the order beside a cancelled one'),
    ),
});

/** A cancelled order is cancelled once more, with a day that has not come: it ended for good. */
const cancelledTwice = checkAfterGrant({
  rule: 'store.orders.cancel-ends-access-at-once',
  place: 'cancelled again with a later day',
  onlyOnTestTargets: true,
  act: (s, {created, may}) => {
    cancelOrder(s, created, undefined, {expects: 'cancelled'});
    const cancelled = may();
    // Refused or taken, it leaves the order as it is (NS-ST-46).
    cancelOrder(s, created, {expiration_date: daysAfter(created, LATER)});
    return {cancelled, again: may()};
  },
  judge: ({cancelled, again}) =>
    when(mayIn(cancelled) === false, 'the cancellation took no access', () =>
      expectAccess(again, false, 'access after a second cancellation'),
    ),
});

/** Days before and after the end of access: one day more or less is tolerated. */
const [SOON, LATER] = [3, 8];

/** If the second pause took access away, the second approval restores it. */
const expectAccessGivenBackAgain = ({
  pausedAgain,
  secondApproval,
  approvedAgain,
}: Pick<
  SeenIn<typeof lifeOfAccess>,
  'pausedAgain' | 'secondApproval' | 'approvedAgain'
>): Judgement =>
  approvedAgain && mayIn(pausedAgain) === false && isUpdated(secondApproval)
    ? expectAccess(approvedAgain, true, 'no access when approved once more')
    : nothing();

const twoTitles = (s: Script): OrderedProduct[] => [content(s), otherContent(s)];

/** Access follows the state of orders at once (States / Order; Orders, Cancel). */
export const access: Check[] = [
  ...checksOfProducts({what: 'two titles', productsOf: twoTitles, endsAtOnce: true}),
  ...checksOfProducts({
    what: 'two titles, by its reference',
    productsOf: twoTitles,
    endsAtOnce: true,
    namedBy: 'reference',
  }),
  ...checksOfProducts({
    what: 'two titles of a paid sale',
    productsOf: twoTitles,
    endsAtOnce: true,
    type: 'paid sale',
  }),
  // Whether a cancelled subscription ends at once, or with its period, is open (NS-ST-48).
  ...checksOfProducts({
    what: 'a subscription',
    productsOf: (s) => [subscription(s)],
    endsAtOnce: false,
  }),
  ...checksOf(lifeOfAccess, {
    'store.orders.permission-grants-access': ({before, granted}) =>
      when(mayIn(before) === false, 'the reader had access before', () =>
        expectAccess(granted, true, 'no access by a permission'),
      ),
    'store.orders.report-grants-access': ({othersBefore, reported}) =>
      when(mayIn(othersBefore) === false, 'the reader had access before', () =>
        expectAccess(reported, true, 'no access by a report'),
      ),
    'store.orders.pause-takes-access': ({before, granted, paused, secondPause, pausedAgain}) =>
      whenGranted(before, granted, () =>
        all(expectAccess(paused, false, 'access while paused'), () =>
          isUpdated(secondPause)
            ? expectAccess(pausedAgain, false, 'access while paused again')
            : nothing(),
        ),
      ),
    'store.orders.approval-gives-access-back': ({before, granted, paused, approved, ...seen}) =>
      whenGranted(before, granted, () =>
        all(
          when(mayIn(paused) === false, 'the pause took no access', () =>
            expectAccess(approved, true, 'no access when approved again'),
          ),
          () => expectAccessGivenBackAgain(seen),
        ),
      ),
    'store.orders.cancel-ends-access-at-once': (seen) => {
      const {before, approved, cancelled, reported, others} = seen;
      return whenGranted(before, approved, () =>
        all(
          expectAccess(cancelled, false, 'access after the cancellation'),
          () =>
            mayIn(reported) ? expectAccess(others, true, 'another reader lost access') : nothing(),
          saw('access to content ends at once'),
        ),
      );
    },
  }),
  oneOfTwoOrders,
  cancelledTwice,
  checkEndOnADay('*'),
  checkEndOnADay('of a subscription', {productOf: subscription}),
  checkEndOnADay('with a reason', {reason: 'The reader moves away.'}),
  checkEndOnADay('by its reference', {
    referenceOf: (s) => s.fresh('external-id'),
    onlyOnTestTargets: true,
  }),
];

/** How an order is ended on a day. */
interface EndOnADay {
  productOf?: (s: Script) => OrderedProduct;
  /** The order has this reference, by which it is cancelled. */
  referenceOf?: (s: Script) => Val;
  /** The reason that the cancellation gives beside the day. */
  reason?: Val;
  onlyOnTestTargets?: true;
}

/** A cancellation with a day ends access on that day, and not before. */
function checkEndOnADay(place: string, {reason, ...order}: EndOnADay = {}): Check {
  return checkAfterGrant({
    rule: 'store.orders.cancel-date-ends-access',
    place,
    ...order,
    act: (s, {created, reference, may}) => {
      const name = reference === undefined ? byId(created) : byReference(reference);
      const body = {
        ...(reason !== undefined && {reason}),
        expiration_date: daysAfter(created, SOON),
      };
      s.call('cancelOrder', {...name, body, expects: 'cancelled'});
      const cancelled = may();
      s.advance(hours(24 * LATER));
      return {cancelled, afterwards: may()};
    },
    judge: ({cancelled, afterwards}) =>
      all(
        expectAccess(cancelled, true, 'access ended before its day'),
        expectAccess(afterwards, false, 'access after its last day'),
      ),
  });
}
