import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import {
  check,
  checksAt,
  checksOf,
  sharedScene,
  type Check,
  type Judgement,
  type SeenIn,
} from '../../check.ts';
import {all, expectThat, saw, undecided, when} from '../../judge.ts';
import {hours, type Args, type Handle, type Script} from '../../script.ts';
import {
  byId,
  byReference,
  cancelOrder,
  content,
  daysAfter,
  otherContent,
  permission,
  createOrder,
  priced,
  subscription,
  updateOrder,
  type OrderedProduct,
  type Buyer,
} from '../ordering.ts';
import {pay, readApproved} from '../buying.ts';
import {create} from '../people.ts';

/** Records whether a user may read a product now. A hook answers this, because the API does not. */
export const mayRead = (s: Script, {created}: Buyer, {id, type}: OrderedProduct): Handle =>
  s.control('may-this-user-read', {
    role: 'admin',
    user: created.at('/data/id'),
    product: id,
    type,
  });

/** Whether a user may read, according to the hook; undefined if it does not say. */
export const mayIn = (access: Exchange | undefined): boolean | undefined =>
  typeof access?.body?.may === 'boolean' ? access.body.may : undefined;

/** The user may read the product or not, as expected. */
export function expectAccess(access: Exchange, expected: boolean, branch: string): Judgement {
  const may = mayIn(access);
  if (may === undefined) return undecided('the hook did not answer `may`');
  return expectThat(may === expected, {
    branch,
    expected: `the user ${expected ? 'to be allowed' : 'not to be allowed'} to read the product`,
    got: may ? 'allowed' : 'not allowed',
    at: access,
  });
}

/** A judgement of access, if the order gave access that its user did not have before. */
export const whenGranted = (
  before: Exchange,
  granted: Exchange,
  judgement: () => Judgement,
): Judgement =>
  when(
    mayIn(before) === false && mayIn(granted) === true,
    'the order granted no access',
    judgement,
  );

/** A permission is paused, approved again and cancelled; a report is created for another reader. */
const lifeOfAccess = sharedScene({
  id: 'store: what a reader may read while an order moves',
  api: 'store',
  act: (s) => {
    const [reader, other] = [create(s), create(s)];
    const title = content(s);
    const may = (): Handle => mayRead(s, reader, title);
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
    const othersBefore = mayRead(s, other, title);
    createOrder(s, priced(s, 'report', other, [title]));
    const reported = mayRead(s, other, title);
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
      others: mayRead(s, other, title),
    };
  },
});

/** A reader has a title through two orders, of which one is paused and cancelled. */
const oneOfTwoOrders = check({
  rule: 'store.orders.permission-grants-access',
  place: 'when another order of the title ends',
  act: (s) => {
    const reader = create(s);
    const title = content(s);
    const may = (): Handle => mayRead(s, reader, title);
    const before = may();
    const first = createOrder(s, permission(s, reader, [title]));
    const granted = may();
    createOrder(s, permission(s, reader, [title]));
    updateOrder(s, first, {status: 'paused'}, {}, {expects: 'updated'});
    const paused = may();
    cancelOrder(s, first, undefined, {expects: 'cancelled'});
    return {before, granted, paused, cancelled: may()};
  },
  judge: ({before, granted, paused, cancelled}) =>
    whenGranted(before, granted, () =>
      all(
        expectAccess(paused, true, 'no access by the order beside a paused one'),
        expectAccess(cancelled, true, 'no access by the order beside a cancelled one'),
      ),
    ),
});

/** A cancelled order is cancelled once more, with a day that has not come: it ended for good. */
const cancelledTwice = check({
  rule: 'store.orders.cancel-ends-access-at-once',
  place: 'cancelled again with a later day',
  onlyOnTestTargets: true,
  act: (s) => {
    const reader = create(s);
    const title = content(s);
    const may = (): Handle => mayRead(s, reader, title);
    const before = may();
    const created = createOrder(s, permission(s, reader, [title]));
    const granted = may();
    cancelOrder(s, created, undefined, {expects: 'cancelled'});
    const cancelled = may();
    // Refused or taken, it leaves the order as it is (NS-ST-46).
    cancelOrder(s, created, {expiration_date: daysAfter(created, LATER)});
    return {before, granted, cancelled, again: may()};
  },
  judge: ({before, granted, cancelled, again}) =>
    whenGranted(before, granted, () =>
      when(mayIn(cancelled) === false, 'the cancellation took no access', () =>
        expectAccess(again, false, 'access after a second cancellation'),
      ),
    ),
});

/** Days from the creation of an order to an end that no check reaches. */
const FAR = 90;

/** The access to each product of an order in the states of the order. */
type Stage = 'before' | 'granted' | 'paused' | 'extended' | 'approved' | 'cancelled';

const keyOf = (stage: Stage, product: number): string => `${stage}: product ${product}`;

/** By what an order is named when it is moved. */
type Name = 'id' | 'reference';

/** How the order comes to be approved. */
type Kind = 'permission' | 'paid sale';

/** An order of several products, or of a subscription, is paused, approved and cancelled. */
const lifeOf = (what: string, productsOf: (s: Script) => OrderedProduct[], by: Name, kind: Kind) =>
  sharedScene({
    id: `store: what a reader may read of ${what} while an order moves`,
    api: 'store',
    ...((by === 'reference' || kind === 'paid sale') && {onlyOnTestTargets: true as const}),
    act: (s) => {
      const reader = create(s);
      const products = productsOf(s);
      const seen: Record<string, Handle> = {};
      const ask = (stage: Stage): void => {
        for (const [index, product] of products.entries())
          seen[keyOf(stage, index)] = mayRead(s, reader, product);
      };
      ask('before');
      const reference = by === 'reference' ? s.fresh('external-id') : undefined;
      const isSale = kind === 'paid sale';
      const created = createOrder(s, {
        ...(isSale ? priced(s, 'sale', reader, products) : permission(s, reader, products)),
        ...(reference && {external_reference: reference}),
      });
      if (isSale) {
        pay(s, created);
        readApproved(s, created);
      }
      const name = reference ? byReference(reference) : byId(created);
      const update = (body: Record<string, Val>, args: Args = {}): Handle =>
        s.call('updateOrder', {...name, body, ...args});
      ask('granted');
      update({status: 'paused'}, {expects: 'updated'});
      ask('paused');
      // Whether it is refused or accepted, it does not approve the order.
      update({expiration_date: daysAfter(created, FAR)});
      ask('extended');
      update({status: 'approved'}, {expects: 'updated'});
      ask('approved');
      s.call('cancelOrder', {...name, expects: 'cancelled'});
      ask('cancelled');
      return seen;
    },
  });

/** A judgement of each product to which the order gave new access. */
const ofGranted = (
  seen: Record<string, Exchange>,
  stage: Stage,
  judge: (access: Exchange, product: number) => Judgement,
): Judgement => {
  const at = (one: Stage, product: number): Exchange | undefined => seen[keyOf(one, product)];
  const products = Object.keys(seen)
    .filter((key) => key.startsWith('before'))
    .map((_, n) => n);
  const judged = products.flatMap((product) => {
    const [before, granted, asked] = [
      at('before', product),
      at('granted', product),
      at(stage, product),
    ];
    return before && granted && asked
      ? [() => whenGranted(before, granted, () => judge(asked, product))]
      : [];
  });
  return all(...judged);
};

/** Access to all products of an order changes together (States / Order). */
const checksOfLife = (
  what: string,
  productsOf: (s: Script) => OrderedProduct[],
  endsAtOnce: boolean,
  by: Name = 'id',
  kind: Kind = 'permission',
): Check[] => {
  const scene = lifeOf(what, productsOf, by, kind);
  const at = (rule: string, judge: (seen: Record<string, Exchange>) => Judgement): Check[] =>
    checksAt(scene, `store.orders.${rule}`, {[what]: judge});
  return [
    ...at('pause-takes-access', (seen) =>
      all(
        ofGranted(seen, 'paused', (asked, n) =>
          expectAccess(asked, false, `product ${n} while paused`),
        ),
        ofGranted(seen, 'extended', (asked, n) =>
          expectAccess(asked, false, `product ${n} while paused, with a later end`),
        ),
      ),
    ),
    ...at('approval-gives-access-back', (seen) =>
      ofGranted(seen, 'approved', (asked, n) =>
        when(mayIn(seen[keyOf('paused', n)]) === false, 'the pause took no access', () =>
          expectAccess(asked, true, `product ${n} not when approved again`),
        ),
      ),
    ),
    ...(endsAtOnce
      ? at('cancel-ends-access-at-once', (seen) =>
          ofGranted(seen, 'cancelled', (asked, n) =>
            expectAccess(asked, false, `product ${n} after the cancellation`),
          ),
        )
      : []),
  ];
};

/** Days before and after the end of access: one day more or less is tolerated. */
const [SOON, LATER] = [3, 8];

/** If the second pause took access away, the second approval restores it. */
const givesBackAgain = ({
  pausedAgain,
  secondApproval,
  approvedAgain,
}: Pick<
  SeenIn<typeof lifeOfAccess>,
  'pausedAgain' | 'secondApproval' | 'approvedAgain'
>): Judgement =>
  approvedAgain && mayIn(pausedAgain) === false && secondApproval.situations.includes('updated')
    ? expectAccess(approvedAgain, true, 'no access when approved once more')
    : all();

/** Access follows the state of orders at once (States / Order; Orders, Cancel). */
export const access: Check[] = [
  ...checksOfLife('two titles', (s) => [content(s), otherContent(s)], true),
  ...checksOfLife(
    'two titles, by its reference',
    (s) => [content(s), otherContent(s)],
    true,
    'reference',
  ),
  ...checksOfLife(
    'two titles of a paid sale',
    (s) => [content(s), otherContent(s)],
    true,
    'id',
    'paid sale',
  ),
  // Whether a cancelled subscription ends at once, or with its period, is open (NS-ST-48).
  ...checksOfLife('a subscription', (s) => [subscription(s)], false),
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
          secondPause.situations.includes('updated')
            ? expectAccess(pausedAgain, false, 'access while paused again')
            : all(),
        ),
      ),
    'store.orders.approval-gives-access-back': ({before, granted, paused, approved, ...seen}) =>
      whenGranted(before, granted, () =>
        all(
          when(mayIn(paused) === false, 'the pause took no access', () =>
            expectAccess(approved, true, 'no access when approved again'),
          ),
          () => givesBackAgain(seen),
        ),
      ),
    'store.orders.cancel-ends-access-at-once': (seen) => {
      const {before, approved, cancelled, reported, others} = seen;
      return whenGranted(before, approved, () =>
        all(
          expectAccess(cancelled, false, 'access after the cancellation'),
          () =>
            mayIn(reported) ? expectAccess(others, true, 'another reader lost access') : all(),
          saw('access to content ends at once'),
        ),
      );
    },
  }),
  oneOfTwoOrders,
  cancelledTwice,
  endingOnADay('*', content),
  endingOnADay('of a subscription', subscription),
  endingOnADay('with a reason', content, {reason: 'The reader moves away.'}),
];

/**
 * A cancellation with a day ends access on that day, and not before.
 * @param more what the cancellation gives beside the day
 */
function endingOnADay(
  where: string,
  productOf: (s: Script) => OrderedProduct,
  more: Record<string, Val> = {},
): Check {
  return check({
    rule: 'store.orders.cancel-date-ends-access',
    place: where,
    act: (s) => {
      const reader = create(s);
      const title = productOf(s);
      const may = (): Handle => mayRead(s, reader, title);
      const before = may();
      const created = createOrder(s, permission(s, reader, [title]));
      const granted = may();
      const ending = {...more, expiration_date: daysAfter(created, SOON)};
      cancelOrder(s, created, ending, {expects: 'cancelled'});
      const cancelled = may();
      s.advance(hours(24 * LATER));
      return {before, granted, cancelled, afterwards: may()};
    },
    judge: ({before, granted, cancelled, afterwards}) =>
      whenGranted(before, granted, () =>
        all(
          expectAccess(cancelled, true, 'access ended before its day'),
          expectAccess(afterwards, false, 'access after its last day'),
        ),
      ),
  });
}
