import type {Defect, Seam} from '../../../defect.ts';
import {isRefused} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {
  CANCEL,
  given,
  moving,
  orderIn,
  refusing,
  storing,
  UPDATE,
  withProducts,
  withStatus,
  type Moved,
} from './changed-orders.ts';
import {withChanges} from '../../stored-rows.ts';

/** An order with the number of its pauses. */
type Counted = Order & {pauses?: number};

const asksFor = (status: string) => (_order: Order, input: Moved['input']) =>
  given(input).status === status;

/** Lets an update to one status lead to another. */
const leading = (
  from: Order['status'],
  asked: string,
  to: Order['status'],
  which: (input: Moved['input']) => boolean = () => true,
): Seam =>
  moving(UPDATE, 'updated', (order, input) =>
    order.status === from && given(input).status === asked && which(input)
      ? withStatus(order, to)
      : undefined,
  );

const isByReference = ({query}: Moved['input']): boolean => query['id_type'] === 'external';

/** Responds to a move with success, but does not store it. */
const forgetting = (operation: string[], which: (moved: Moved) => boolean): Seam =>
  storing(operation, (moved) =>
    moved.before && which(moved) ? withStatus(moved.order, moved.before.status) : undefined,
  );

const wasIn =
  (status: Order['status'], which: (order: Order) => boolean = () => true) =>
  ({before}: Moved): boolean =>
    before !== undefined && before.status === status && which(before);

const hasTwo = ({products}: Order): boolean => products.length > 1;
const isReport = ({type}: Order): boolean => type === 'report';
const isSale = ({type}: Order): boolean => type === 'sale';

/** Counts the pauses of an order, and refuses or ignores later ones. */
const counting = (
  after: number,
  then: (order: Counted, input: Moved['input']) => boolean,
): Seam => ({
  seam: 'several',
  seams: [
    storing(UPDATE, ({order, input}) =>
      given(input).status === 'paused'
        ? ({pauses: ((order as Counted).pauses ?? 0) + 1} as Partial<Order>)
        : undefined,
    ),
    refusing(
      UPDATE,
      'move-refused',
      (order, input) => ((order as Counted).pauses ?? 0) >= after && then(order, input),
    ),
  ],
});

/** Defects of moves of orders (States / Order). */
export const moves: Defect[] = [
  ...breaking('store.orders.pending-is-not-approved-by-an-update', {
    'an update approves a pending sale': leading('pending', 'approved', 'approved'),
  }),
  ...atPlace('by its reference', [
    ...breaking('store.orders.pending-is-not-paused', {
      'an update by the reference pauses a pending sale': leading(
        'pending',
        'paused',
        'paused',
        isByReference,
      ),
    }),
    ...breaking('store.orders.pending-is-not-approved-by-an-update', {
      'an update by the reference approves a pending sale': leading(
        'pending',
        'approved',
        'approved',
        isByReference,
      ),
    }),
    ...breaking('store.orders.pending-sale-takes-no-expiration', {
      'an update by the reference sets the expiration of a pending sale': moving(
        UPDATE,
        'updated',
        (order, input) =>
          order.status === 'pending' && isByReference(input)
            ? withProducts(order, () => ({expiration_date: given(input).expiration_date ?? null}))
            : undefined,
      ),
    }),
  ]),
  ...breaking('store.orders.pending-is-not-paused', {
    'an update pauses a pending sale': leading('pending', 'paused', 'paused'),
  }),
  ...breaking('store.orders.approved-can-be-paused', {
    'a pause is not stored': forgetting(
      UPDATE,
      (moved) => given(moved.input).status === 'paused' && wasIn('approved')(moved),
    ),
    'reports cannot be paused': refusing(
      UPDATE,
      'move-refused',
      (order, input) => isReport(order) && given(input).status === 'paused',
    ),
    'an order can be paused once': counting(1, asksFor('paused')),
  }),
  ...breaking('store.orders.paused-can-be-approved', {
    'a paused order stays so': forgetting(
      UPDATE,
      (moved) => given(moved.input).status === 'approved' && wasIn('paused')(moved),
    ),
    'orders of two titles stay paused': refusing(
      UPDATE,
      'move-refused',
      (order, input) => hasTwo(order) && given(input).status === 'approved',
    ),
    'an order that was paused twice stays so': counting(2, asksFor('approved')),
  }),
  ...breaking('store.orders.pending-can-be-cancelled', {
    'a pending sale cannot be cancelled': refusing(
      CANCEL,
      'move-refused',
      ({status}) => status === 'pending',
    ),
    'the cancellation of a pending sale is not stored': forgetting(CANCEL, wasIn('pending')),
  }),
  ...breaking('store.orders.approved-can-be-cancelled', {
    'the cancellation of an approved order is not stored': forgetting(CANCEL, wasIn('approved')),
    'the cancellation of a sale that was paid is not stored': forgetting(
      CANCEL,
      wasIn('approved', ({type}) => type === 'sale'),
    ),
    'a cancellation ends the other orders for its title, too': around(
      CANCEL,
      (next) => (view, input) => {
        const done = next(view, input);
        const order = orderIn(view, input);
        if (isRefused(done) || !order) return done;
        const changes = view
          .oldest<Order>('orders', {limit: 100})
          .filter(({products}) => products[0]?.product === order.products[0]?.product)
          .map((other) => ({table: 'orders', put: {...other, ...withStatus(other, 'cancelled')}}));
        return {...done, changes: [...changes, ...(done.changes ?? [])]};
      },
    ),
  }),
  ...atPlace(
    'whatever it is, and for any reason',
    breaking('store.orders.approved-can-be-cancelled', {
      'reports cannot be cancelled': refusing(CANCEL, 'move-refused', isReport),
      'the cancellation of an order of two titles is not stored': forgetting(
        CANCEL,
        wasIn('approved', hasTwo),
      ),
      'a reason is measured in bytes': refusing(
        CANCEL,
        'invalid',
        (_order, {body}) =>
          Buffer.byteLength((body as {reason?: string} | undefined)?.reason ?? '') > 150,
      ),
      'a reason of 150 characters cancels nothing': forgetting(
        CANCEL,
        (moved) => given(moved.input).reason?.length === 150 && wasIn('approved')(moved),
      ),
    }),
  ),
  ...atPlace(
    'whatever it is, and for any reason',
    breaking('store.orders.paused-can-be-cancelled', {
      'a paused order cannot be cancelled': refusing(
        CANCEL,
        'move-refused',
        ({status}) => status === 'paused',
      ),
      'the cancellation of a paused report is not stored': forgetting(
        CANCEL,
        wasIn('paused', isReport),
      ),
    }),
  ),
  ...atPlace('a sale that was paid', [
    ...breaking('store.orders.approved-can-be-paused', {
      'sales cannot be paused': refusing(
        UPDATE,
        'move-refused',
        (order, input) => isSale(order) && given(input).status === 'paused',
      ),
      'the pause of a sale is not stored': forgetting(UPDATE, wasIn('approved', isSale)),
    }),
    ...breaking('store.orders.paused-can-be-approved', {
      'a paused sale stays so': forgetting(UPDATE, wasIn('paused', isSale)),
      'a paused sale is pending when it is approved': storing(UPDATE, ({order, before}) =>
        isSale(order) && before?.status === 'paused' ? withStatus(order, 'pending') : undefined,
      ),
    }),
    ...breaking('store.orders.paused-can-be-cancelled', {
      'a paused sale cannot be cancelled': refusing(
        CANCEL,
        'move-refused',
        (order) => isSale(order) && order.status === 'paused',
      ),
    }),
  ]),
  ...breaking('store.orders.cancelled-is-not-revived', {
    'an update approves a cancelled order': leading('cancelled', 'approved', 'approved'),
    'a pause of a cancelled order is stored': leading('cancelled', 'paused', 'paused'),
    'an update by the reference approves a cancelled order': moving(
      UPDATE,
      'updated',
      (order, {query}) =>
        query['id_type'] === 'external' && order.status === 'cancelled'
          ? withStatus(order, 'approved')
          : undefined,
    ),
    'an expiration is taken for a new approval': moving(UPDATE, 'updated', (order, input) =>
      order.status === 'cancelled' && given(input).expiration_date !== undefined
        ? withStatus(order, 'approved')
        : undefined,
    ),
  }),
  ...atPlace(
    'at the same moment',
    breaking('store.orders.cancelled-is-not-revived', {
      'an update at the same moment does not see the cancellation': {
        seam: 'stale',
        in: UPDATE,
        table: 'orders',
      },
      'the second of two cancellations approves the order': moving(CANCEL, 'cancelled', (order) =>
        order.status === 'cancelled' ? withStatus(order, 'approved') : undefined,
      ),
    }),
  ),
  ...breaking('store.orders.cancelling-twice-changes-nothing', {
    'a second cancellation approves the order': moving(CANCEL, 'cancelled', (order) =>
      order.status === 'cancelled' ? withStatus(order, 'approved') : undefined,
    ),
    'a second cancellation clears the expirations': moving(CANCEL, 'cancelled', (order) =>
      order.status === 'cancelled'
        ? withProducts(order, () => ({expiration_date: '2042-02-02'}))
        : undefined,
    ),
  }),
  ...breaking('store.orders.moves-are-the-listed-ones', {
    'an order that was paused twice can be paused no more': counting(2, asksFor('paused')),
    'an order that was paused cannot take an expiration': counting(
      1,
      (order, input) => order.status === 'approved' && given(input).expiration_date !== undefined,
    ),
    'an order that was cancelled until a day is approved by an update': moving(
      UPDATE,
      'updated',
      (order, input) =>
        order.status === 'cancelled' &&
        order.products.some(({access_until: until}) => until !== null) &&
        given(input).status === 'approved'
          ? withStatus(order, 'approved')
          : undefined,
    ),
    'a cancelled order that was paused is approved by an update': moving(
      UPDATE,
      'updated',
      (order, input) =>
        order.status === 'cancelled' &&
        (order as Counted).products.length === 1 &&
        given(input).status === 'approved'
          ? withStatus(order, 'approved')
          : undefined,
    ),
    'a cancellation takes the other orders of the user with it': around(
      CANCEL,
      (next) => (view, input) => {
        const done = next(view, input);
        const order = orderIn(view, input);
        if (isRefused(done) || !order) return done;
        const others = view
          .all<Order>('orders', 'user', order.user)
          .filter(({key, status}) => key !== order.key && status === 'approved');
        const changes = others.map((other) => ({
          table: 'orders',
          put: {...other, ...withStatus(other, 'cancelled')},
        }));
        return withChanges(done, ...changes);
      },
    ),
  }),
];
