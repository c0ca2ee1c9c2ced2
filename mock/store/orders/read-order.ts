import {guarded} from '../../guarded.ts';
import {defined} from '../../../spec/defined.ts';
import {foundOrder, noSuchOrder, untyped, type FoundOrder} from './find-order.ts';
import {renderOrder} from './render-order.ts';
import {wrapped} from './wrapped.ts';

/** GET /orders/{id}: one order, by its id or by the caller's reference (Orders, Read). */
export const getOrder = guarded<FoundOrder>({
  find: foundOrder,
  guards: [
    {situation: 'id-type-refused', judge: untyped},
    {
      situation: 'order-not-found',
      fixed: true,
      judge: (found, view) => (found.order ? undefined : noSuchOrder(found, view)),
    },
  ],
  perform: ({order}, view) => ({
    situation: 'order',
    body: wrapped(view, renderOrder(view, defined(order, 'the order that was found'))),
  }),
});
