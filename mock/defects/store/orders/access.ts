/** Defects of who may read what while orders are approved and paused (States / Order). */

import type {Seam, Defect} from '../../../defect.ts';
import type {Order} from '../../../store/orders/order.ts';
import {breaking, atPlace} from '../../breaking.ts';
import {storing, UPDATE, given, CANCEL} from './changed-orders.ts';
import {
  seeingOrders,
  isCancelled,
  haveSameTitle,
  isPaused,
  ofSales,
  asApproved,
  withoutEnd,
  seeingEachOrder,
  endingOn,
  byReferenceOnly,
  markingNames,
  type Named,
} from './seen-orders.ts';

/** Marks an order that was paused before. */
type Paused = Order & {was_paused?: boolean; pauses?: number};

/** Notes the pauses of an order. */
const marking: Seam = storing(UPDATE, ({input, before}) =>
  given(input).status === 'paused'
    ? ({
        was_paused: true,
        pauses: ((before as Paused | undefined)?.pauses ?? 0) + 1,
      } as Partial<Order>)
    : undefined,
);

/** Whether no product of an order has an end. */
const isEndless = ({products}: Order): boolean =>
  products.every(({expiration_date: day}) => day === null);

/** Defects of the access by orders that are not cancelled, and of sales of two titles. */
export const access: Defect[] = [
  ...breaking('store.orders.permission-grants-access', {
    'a permission grants nothing': seeingOrders((orders) =>
      orders.filter(({type}) => type !== 'permission'),
    ),
    'the first order of a user grants nothing': seeingOrders((orders) => orders.slice(1)),
  }),
  ...atPlace(
    'when another order of the title ends',
    breaking('store.orders.permission-grants-access', {
      'a cancelled order takes the access by other orders of its title': seeingOrders((orders) =>
        orders.filter(
          (order) => !orders.some((other) => isCancelled(other) && haveSameTitle(order, other)),
        ),
      ),
      'a paused order takes the access by other orders of its title': seeingOrders((orders) =>
        orders.filter(
          (order) => !orders.some((other) => isPaused(other) && haveSameTitle(order, other)),
        ),
      ),
    }),
  ),
  ...atPlace('two titles of a paid sale', [
    ...breaking('store.orders.pause-takes-access', {
      'a paused sale gives access': ofSales(isPaused, (order) => [asApproved(order)]),
    }),
    ...breaking('store.orders.cancel-ends-access-at-once', {
      'a cancelled sale gives access': ofSales(isCancelled, (order) => [
        withoutEnd(asApproved(order)),
      ]),
    }),
    ...breaking('store.orders.approval-gives-access-back', {
      'a sale that was paused never gives access again': {
        seam: 'several',
        seams: [
          marking,
          ofSales(
            (order) => Boolean((order as Paused).was_paused),
            () => [],
          ),
        ],
      },
    }),
  ]),
  ...breaking('store.orders.report-grants-access', {
    'a report grants nothing': seeingOrders((orders) =>
      orders.filter(({type}) => type !== 'report'),
    ),
    'an order with a price grants nothing': seeingOrders((orders) =>
      orders.filter(({unit_price: price}) => price === 0),
    ),
  }),
  ...breaking('store.orders.pause-takes-access', {
    'a paused order gives access': seeingEachOrder((order) =>
      isPaused(order) ? asApproved(order) : order,
    ),
    'a paused permission without an end gives access': seeingEachOrder((order) =>
      isPaused(order) && isEndless(order) ? asApproved(order) : order,
    ),
    'of a paused order only the first product is withheld': seeingEachOrder((order) =>
      isPaused(order) ? asApproved({...order, products: order.products.slice(1)}) : order,
    ),
    'the second pause of an order takes no access': {
      seam: 'several',
      seams: [
        marking,
        seeingEachOrder((order) =>
          isPaused(order) && Number((order as Paused).pauses) > 1 ? asApproved(order) : order,
        ),
      ],
    },
    'a new end lets a paused order go on': seeingEachOrder((order) =>
      isPaused(order) && !isEndless(order) ? asApproved(order) : order,
    ),
    'a paused order of a subscription gives access': seeingEachOrder((order) =>
      isPaused(order) && order.products.every(({type}) => type === 'subscription')
        ? asApproved(order)
        : order,
    ),
  }),
  ...breaking('store.orders.approval-gives-access-back', {
    'an order that was paused never gives access again': {
      seam: 'several',
      seams: [
        marking,
        seeingOrders((orders) => orders.filter((order) => !(order as Paused).was_paused)),
      ],
    },
    'an order that was paused twice never gives access again': {
      seam: 'several',
      seams: [
        marking,
        seeingOrders((orders) => orders.filter((order) => ((order as Paused).pauses ?? 0) < 2)),
      ],
    },
    'of an order that was paused only the first product comes back': {
      seam: 'several',
      seams: [
        marking,
        seeingEachOrder((order) =>
          (order as Paused).was_paused ? {...order, products: order.products.slice(0, 1)} : order,
        ),
      ],
    },
    'a permission that was paused expires': {
      seam: 'several',
      seams: [
        marking,
        seeingEachOrder((order) =>
          (order as Paused).was_paused && order.type === 'permission'
            ? endingOn(order, '2020-01-01')
            : order,
        ),
      ],
    },
  }),
  ...atPlace('two titles, by its reference', [
    ...breaking('store.orders.pause-takes-access', {
      'a pause by the reference takes the access to the first product only': byReferenceOnly(
        isPaused,
        UPDATE,
      ),
    }),
    ...breaking('store.orders.cancel-ends-access-at-once', {
      'a cancellation by the reference takes the access to the first product only': byReferenceOnly(
        isCancelled,
        CANCEL,
      ),
    }),
    ...breaking('store.orders.approval-gives-access-back', {
      'an approval by the reference gives the access to the first product only': {
        seam: 'several',
        seams: [
          markingNames(UPDATE),
          seeingEachOrder((order) =>
            order.status === 'approved' && (order as Named).by === 'reference'
              ? {...order, products: order.products.slice(0, 1)}
              : order,
          ),
        ],
      },
    }),
  ]),
];
