import type {Defect, Seam} from '../../../defect.ts';
import type {View} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, around, atPlace, breaking, findingAll} from '../../breaking.ts';
import {CANCEL, given, storing, UPDATE, withProducts, withStatus} from './changed-orders.ts';

/** The operations that say whether a user may read a product: the hook, and the page of the reader. */
const ASKED = ['readAccess', 'openReader'];

/** Lets access depend on orders of other users, or on changed orders. */
export const seeingOrders = (other: (orders: Order[], view: View) => Order[]): Seam =>
  findingAll<Order>(ASKED, (orders, {table, view}) =>
    table === 'orders' ? other(orders, view) : orders,
  );

/** An order as if it were approved. */
export const asApproved = (order: Order): Order => ({...order, ...withStatus(order, 'approved')});

const withoutEnd = (order: Order): Order => ({
  ...order,
  ...withProducts(order, () => ({expiration_date: null})),
});

const isPaused = ({status}: Order): boolean => status === 'paused';
const isCancelled = ({status}: Order): boolean => status === 'cancelled';

/** Whether the first products of two orders are the same. */
export const haveSameTitle = (one: Order, other: Order): boolean =>
  one.products[0]?.product === other.products[0]?.product;

/** The first expiration of an order. */
type Ended = Partial<Order> & {ended?: string | null};

/** Marks an order that was paused before. */
type Paused = Order & {was_paused?: boolean; pauses?: number};

const marking: Seam = storing(UPDATE, ({input, before}) =>
  given(input).status === 'paused'
    ? ({
        was_paused: true,
        pauses: ((before as Paused | undefined)?.pauses ?? 0) + 1,
      } as Partial<Order>)
    : undefined,
);

/** An order with the name by which it was moved last. */
type Named = Order & {by?: 'id' | 'reference'};

const markingNames = (operations: string[]): Seam =>
  storing(operations, ({input}): Partial<Named> => ({
    by: input.query['id_type'] === 'external' ? 'reference' : 'id',
  }));

/** A move by the reference takes the access to the first product, and leaves the others. */
const byReferenceOnly = (isMoved: (order: Order) => boolean, operations: string[]): Seam => ({
  seam: 'several',
  seams: [
    markingNames(operations),
    seeingOrders((orders) =>
      orders.map((order) =>
        isMoved(order) && (order as Named).by === 'reference'
          ? asApproved({...order, products: order.products.slice(1)})
          : order,
      ),
    ),
  ],
});

/** A sale that was moved gives other access than one that was only paid. */
const ofSales = (isMeant: (order: Order) => boolean, other: (order: Order) => Order[]): Seam =>
  seeingOrders((orders) =>
    orders.flatMap((order) => (order.type === 'sale' && isMeant(order) ? other(order) : [order])),
  );

/** Defects of who may read what (States / Order; Orders, Cancel). */
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
    'a paused order gives access': seeingOrders((orders) =>
      orders.map((order) => (isPaused(order) ? asApproved(order) : order)),
    ),
    'a paused permission without an end gives access': seeingOrders((orders) =>
      orders.map((order) =>
        isPaused(order) && order.products.every(({expiration_date: day}) => day === null)
          ? asApproved(order)
          : order,
      ),
    ),
    'of a paused order only the first product is withheld': seeingOrders((orders) =>
      orders.map((order) =>
        isPaused(order) ? asApproved({...order, products: order.products.slice(1)}) : order,
      ),
    ),
    'the second pause of an order takes no access': {
      seam: 'several',
      seams: [
        marking,
        seeingOrders((orders) =>
          orders.map((order) =>
            isPaused(order) && Number((order as Paused).pauses) > 1 ? asApproved(order) : order,
          ),
        ),
      ],
    },
    'a new end lets a paused order go on': seeingOrders((orders) =>
      orders.map((order) =>
        isPaused(order) && order.products.some(({expiration_date: day}) => day !== null)
          ? asApproved(order)
          : order,
      ),
    ),
    'a paused order of a subscription gives access': seeingOrders((orders) =>
      orders.map((order) =>
        isPaused(order) && order.products.every(({type}) => type === 'subscription')
          ? asApproved(order)
          : order,
      ),
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
        seeingOrders((orders) =>
          orders.map((order) =>
            (order as Paused).was_paused ? {...order, products: order.products.slice(0, 1)} : order,
          ),
        ),
      ],
    },
    'a permission that was paused expires': {
      seam: 'several',
      seams: [
        marking,
        seeingOrders((orders) =>
          orders.map((order) =>
            (order as Paused).was_paused && order.type === 'permission'
              ? {...order, ...withProducts(order, () => ({expiration_date: '2020-01-01'}))}
              : order,
          ),
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
          seeingOrders((orders) =>
            orders.map((order) =>
              order.status === 'approved' && (order as Named).by === 'reference'
                ? {...order, products: order.products.slice(0, 1)}
                : order,
            ),
          ),
        ],
      },
    }),
  ]),
  ...atPlace(
    'cancelled again with a later day',
    breaking('store.orders.cancel-ends-access-at-once', {
      'a second cancellation with a day gives access until then': {
        seam: 'several',
        seams: [
          around(CANCEL, (next) => (view, input) => {
            const order = view.find<Order>('orders', input.path['id'] ?? '');
            const {expiration_date: day} = (input.body ?? {}) as {expiration_date?: string};
            if (order?.status !== 'cancelled' || day === undefined) return next(view, input);
            return {
              situation: 'cancelled',
              body: {id: order.key, external_reference: order.external_reference},
              changes: [{table: 'orders', put: {...order, revived: true} as Order}],
            };
          }),
          seeingOrders((orders) =>
            orders.map((order) =>
              (order as Order & {revived?: true}).revived ? withoutEnd(asApproved(order)) : order,
            ),
          ),
        ],
      },
    }),
  ),
  ...breaking('store.orders.cancel-ends-access-at-once', {
    'of a cancelled order the last product can be read': seeingOrders((orders) =>
      orders.map((order) =>
        isCancelled(order) && order.products.length > 1
          ? asApproved({...order, products: order.products.slice(-1)})
          : order,
      ),
    ),
    'a cancelled order gives access': seeingOrders((orders) =>
      orders.map((order) => (isCancelled(order) ? asApproved(order) : order)),
    ),
    'a cancellation takes the access of every reader of the title': afterwards(
      CANCEL,
      (done, view) => ({
        ...done,
        changes: [
          ...view.oldest<Order>('orders', {limit: 100}).map((order) => ({
            table: 'orders',
            put: {...order, ...withProducts(order, () => ({expiration_date: '2020-01-01'}))},
          })),
          ...(done.changes ?? []),
        ],
      }),
    ),
  }),
  ...atPlace(
    'with a reason',
    breaking('store.orders.cancel-date-ends-access', {
      'a reason makes the day of a cancellation forgotten': storing(CANCEL, ({order, input}) =>
        given(input).reason === undefined
          ? undefined
          : withProducts(order, () => ({access_until: null})),
      ),
    }),
  ),
  ...breaking('store.orders.cancel-date-ends-access', {
    'a cancellation with a day ends access at once': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date === undefined
        ? undefined
        : withProducts(order, () => ({access_until: null})),
    ),
    'a subscription that is cancelled with a day ends at once': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date !== undefined &&
      order.products.every(({type}) => type === 'subscription')
        ? withProducts(order, () => ({access_until: null}))
        : undefined,
    ),
    'a cancellation with a day never ends access': storing(CANCEL, ({order, input}) =>
      given(input).expiration_date === undefined
        ? undefined
        : withProducts(order, () => ({expiration_date: null, access_until: '2999-12-31'})),
    ),
  }),
  ...breaking('store.orders.access-follows-the-orders', {
    'an expired order gives access': seeingOrders((orders) => orders.map(withoutEnd)),
    'of several orders only the newest counts': seeingOrders((orders) => orders.slice(-1)),
    'any order of a user opens every title': findingAll<Order>(ASKED, (orders, {table, view}) => {
      if (table !== 'orders') return orders;
      const titles = view.oldest('issues', {limit: 100});
      return orders.map((order) => ({
        ...order,
        products: titles.flatMap(({key}) =>
          order.products.map((product) => ({...product, product: key})),
        ),
      }));
    }),
    'a later expiration is shown, and access ends when the first one did': {
      seam: 'several',
      seams: [
        storing(UPDATE, ({order, before, input}) => {
          const [first] = before?.products ?? [];
          const {ended = first?.expiration_date} = (before ?? {}) as Ended;
          return given(input).expiration_date === undefined || !ended
            ? undefined
            : ({...order, ended} as Partial<Order>);
        }),
        seeingOrders((orders) =>
          orders.map((order) => {
            const {ended} = order as Ended;
            return ended
              ? {...order, ...withProducts(order, () => ({expiration_date: ended}))}
              : order;
          }),
        ),
      ],
    },
  }),
];
