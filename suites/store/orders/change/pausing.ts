import type {Exchange} from '../../../../spec/exchange.ts';
import type {AnyProperty, Judgement} from '../../../language/check.ts';
import {all, expectEqual, judgeEach} from '../../../language/judge.ts';
import {propertiesOf} from '../../../language/property.ts';
import type {Handle} from '../../../language/script.ts';
import {booleans, classesOf} from '../../../values/values.ts';
import {expectAsBefore, expectStatus, expirationsOf, orderIn} from '../../order-rows.ts';
import {createOrder, orderOf, readOrder, updateOrder} from '../../ordering.ts';
import {keptOrder} from './kept-order.ts';
import {
  expectMoved,
  momentOf,
  recordLife,
  whenIn,
  type Moment,
  type SeenLife,
} from './order-life.ts';

/** An approved order of any kind is paused and approved again, and perhaps once more. */
export const pausing: AnyProperty[] = propertiesOf(
  {
    scene: 'store: orders paused and approved again',
    forAll: {
      type: classesOf<'permission' | 'report'>('permission', 'report'),
      hasTwo: booleans,
      isEnding: booleans,
      again: booleans,
    },
    given: keptOrder,
    maxDrawsOnShared: 1,
    act: (s, {type, hasTwo, isEnding, again}, {reader, title, other, kept, keptBefore}) => {
      const titles = hasTwo ? [title, other] : [title];
      const products = titles.map((one) =>
        isEnding ? {...one, expiration_date: '2099-03-31'} : one,
      );
      const created = createOrder(s, orderOf(s, type, reader, products));
      const turn = (status: string) => (): Handle => updateOrder(s, created, {status});
      const requests = {pause: turn('paused'), approval: turn('approved')};
      if (again) for (const send of Object.values(requests)) send();
      const life = recordLife(s, created, requests);
      return {...life, keptBefore, keptAfter: readOrder(s, kept)};
    },
  },
  {
    'store.orders.approved-can-be-paused': (seen: SeenLife) =>
      expectTurned(momentOf(seen, 'pause'), 'paused'),
    'store.orders.paused-can-be-approved': (seen: SeenLife) =>
      whenIn('paused', momentOf(seen, 'approval'), (moment) => expectTurned(moment, 'approved')),
    'store.orders.update-changes-what-it-names-only': ({keptBefore, keptAfter, ...seen}: Seen) => {
      const [pause, approval] = [momentOf(seen, 'pause'), momentOf(seen, 'approval')];
      const expirations = expirationsOf(orderIn(pause.before));
      return all(
        judgeEach([pause.after, approval.after], (shown) =>
          expectEqual(
            expirationsOf(orderIn(shown)),
            expirations,
            'an expiration changed by a status',
            shown,
            'the expirations of the products',
          ),
        ),
        () => expectAsBefore(keptBefore, keptAfter, 'another order changed'),
      );
    },
  },
);

type Seen = SeenLife & Record<'keptBefore' | 'keptAfter', Exchange>;

/** An order was moved to a status, which the response shows, too. */
const expectTurned = (moment: Moment, to: string): Judgement =>
  all(expectMoved(moment, to), () =>
    expectStatus(moment.response, to, 'the response shows another status'),
  );
