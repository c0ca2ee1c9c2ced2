import type {Exchange} from '../../../spec/step.ts';
import {check, checksOf, sharedScene, type Check, type Judgement} from '../../check.ts';
import {all, holds, saw, undecided, when} from '../../judge.ts';
import {hours, type Handle, type Script} from '../../script.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  permission,
  place,
  priced,
  updateOrder,
  type OrderedProduct,
  type Reader,
} from '../ordering.ts';
import {create} from '../people.ts';

/** Records whether a user may read a product now: a hook tells, since the API does not. */
export const mayRead = (s: Script, {created}: Reader, {id, type}: OrderedProduct): Handle =>
  s.control('may-this-user-read', {
    role: 'admin',
    user: created.at('/data/id'),
    product: id,
    type,
  });

/** Whether a user may read, as the hook answers; undefined where it does not say. */
const mayIn = ({body}: Exchange): boolean | undefined =>
  typeof body?.may === 'boolean' ? body.may : undefined;

/** The user may read the product, or may not. */
function reads(access: Exchange, expected: boolean, branch: string): Judgement {
  const may = mayIn(access);
  if (may === undefined) return undecided('the hook did not tell `may`');
  return holds(may === expected, {
    branch,
    expected: `the user ${expected ? 'to be allowed' : 'not to be allowed'} to read the product`,
    got: may ? 'allowed' : 'not allowed',
    at: access,
  });
}

/** A judgement of access, where the order gave some that its user did not have before. */
const onceGranted = (before: Exchange, granted: Exchange, judgement: () => Judgement): Judgement =>
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
    const created = place(s, permission(s, reader, [title]));
    const granted = may();
    updateOrder(s, created, {status: 'paused'}, {}, {expects: 'updated'});
    const paused = may();
    updateOrder(s, created, {status: 'approved'}, {}, {expects: 'updated'});
    const approved = may();
    const othersBefore = mayRead(s, other, title);
    place(s, priced(s, 'report', other, [title]));
    const reported = mayRead(s, other, title);
    cancelOrder(s, created, undefined, {expects: 'cancelled'});
    return {
      before,
      granted,
      paused,
      approved,
      othersBefore,
      reported,
      cancelled: may(),
      others: mayRead(s, other, title),
    };
  },
});

/** Days before and after the end of access: one day more or less is tolerated. */
const [SOON, LATER] = [3, 8];

/** Access follows the state of orders at once (States / Order; Orders, Cancel). */
export const access: Check[] = [
  ...checksOf(lifeOfAccess, {
    'store.orders.permission-grants-access': ({before, granted}) =>
      when(mayIn(before) === false, 'the reader had access before', () =>
        reads(granted, true, 'no access by a permission'),
      ),
    'store.orders.report-grants-access': ({othersBefore, reported}) =>
      when(mayIn(othersBefore) === false, 'the reader had access before', () =>
        reads(reported, true, 'no access by a report'),
      ),
    'store.orders.pause-takes-access': ({before, granted, paused}) =>
      onceGranted(before, granted, () => reads(paused, false, 'access while paused')),
    'store.orders.approval-gives-access-back': ({before, granted, paused, approved}) =>
      onceGranted(before, granted, () =>
        when(mayIn(paused) === false, 'the pause took no access', () =>
          reads(approved, true, 'no access when approved again'),
        ),
      ),
    'store.orders.cancel-ends-access-at-once': (seen) => {
      const {before, approved, cancelled, reported, others} = seen;
      return onceGranted(before, approved, () =>
        all(
          reads(cancelled, false, 'access after the cancellation'),
          () => (mayIn(reported) ? reads(others, true, 'another reader lost access') : all()),
          saw('access to content ends at once'),
        ),
      );
    },
  }),
  check({
    rule: 'store.orders.cancel-date-ends-access',
    act: (s) => {
      const reader = create(s);
      const title = content(s);
      const may = (): Handle => mayRead(s, reader, title);
      const before = may();
      const created = place(s, permission(s, reader, [title]));
      const granted = may();
      cancelOrder(s, created, {expiration_date: daysAfter(created, SOON)}, {expects: 'cancelled'});
      const cancelled = may();
      s.advance(hours(24 * LATER));
      return {before, granted, cancelled, afterwards: may()};
    },
    judge: ({before, granted, cancelled, afterwards}) =>
      onceGranted(before, granted, () =>
        all(
          reads(cancelled, true, 'access ended before its day'),
          reads(afterwards, false, 'access after its last day'),
        ),
      ),
  }),
];
