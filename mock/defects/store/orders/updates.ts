import {addDays} from '../../../../spec/days.ts';
import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type Input} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {around, atPlace, breaking} from '../../breaking.ts';
import {
  given,
  making,
  moving,
  orderIn,
  refusing,
  storing,
  UPDATE,
  withProducts,
  withStatus,
} from './changed-orders.ts';
import {withChanges} from '../../stored-rows.ts';

/** Gives some products another expiration than an update of all products contains. */
const dating = (other: (day: string, at: number) => string | null): Seam =>
  making(UPDATE, ({order, input}) => {
    const {expiration_date: day} = given(input);
    if (day === undefined || input.query['product_id'] !== undefined) return undefined;
    return withProducts(order, (_product, at) => ({expiration_date: other(day, at)}));
  });

/** Lets an update of one product change more than that. */
const datingOne = (isDated: (order: Order, at: number, named: string) => boolean): Seam =>
  making(UPDATE, ({order, before, input}) => {
    const {expiration_date: day} = given(input);
    const named = input.query['product_id'];
    if (day === undefined || named === undefined || !before) return undefined;
    return withProducts(order, (_product, at) => ({
      expiration_date: isDated(order, at, named)
        ? day
        : (before.products[at]?.expiration_date ?? null),
    }));
  });

/** Stores a refused update. */
export const refusedButStored = (
  which: (order: Order, body: ReturnType<typeof given>, input: Input) => Partial<Order> | undefined,
): Seam =>
  around(UPDATE, (next) => (view, input) => {
    const done = next(view, input);
    const order = orderIn(view, input);
    const more = isRefused(done) && order && which(order, given(input), input);
    if (!more) return done;
    const {refused: situation} = done;
    return {
      situation,
      body: {status: 422, errors: [{title: 'status', details: ['The request is refused.']}]},
      changes: [{table: 'orders', put: {...order, ...more}}],
    };
  });

const isSale = ({type}: Order): boolean => type === 'sale';

/** Defects of updates of orders (Orders, Update). */
export const updates: Defect[] = [
  ...breaking('store.orders.expiration-applies-to-all-products', {
    'only the first product gets the expiration': dating((day, at) => (at === 0 ? day : null)),
    'the last product gets no expiration': dating((day, at) => (at === 0 ? day : addDays(day, 1))),
    'the response shows the expiration, and it is not stored': storing(UPDATE, ({before, input}) =>
      given(input).expiration_date !== undefined &&
      input.query['product_id'] === undefined &&
      before
        ? {products: before.products}
        : undefined,
    ),
  }),
  ...atPlace(
    'of three subscriptions',
    breaking('store.orders.expiration-applies-to-all-products', {
      'only the first two products get the expiration': dating((day, at) => (at < 2 ? day : null)),
    }),
  ),
  ...breaking('store.orders.expiration-applies-to-the-product-named', {
    'every product gets the expiration': datingOne(() => true),
    'the last product of the order gets the expiration': datingOne(
      ({products}, at) => at === products.length - 1,
    ),
    'the expiration of a named product is not stored': storing(UPDATE, ({before, input}) =>
      input.query['product_id'] !== undefined && before ? {products: before.products} : undefined,
    ),
  }),
  ...atPlace(
    'of two subscriptions',
    breaking('store.orders.expiration-applies-to-the-product-named', {
      'every subscription gets the expiration of one': datingOne(({products}, at, named) => {
        const isPlan = products.some(({id, type}) => id === named && type === 'subscription');
        return isPlan ? products[at]?.type === 'subscription' : products[at]?.id === named;
      }),
    }),
  ),
  ...atPlace(
    'of a title and a plan with one id',
    breaking('store.orders.expiration-applies-to-the-product-named', {
      'every product with the id gets the expiration': datingOne(
        ({products}, at, named) => products[at]?.id === named,
      ),
      'the first product with the id gets the expiration': datingOne(
        ({products}, at, named) => products.findIndex(({id}) => id === named) === at,
      ),
    }),
  ),
  ...breaking('store.orders.expiration-is-kept-as-written', {
    'an expiration is stored as the day after': making(UPDATE, ({order, input}) => {
      const {expiration_date: day} = given(input);
      return day === undefined || Number(day.slice(0, 4)) < 2030
        ? undefined
        : withProducts(order, () => ({expiration_date: addDays(day, 1)}));
    }),
    'a leap day is stored as the day before': making(UPDATE, ({order, input}) =>
      given(input).expiration_date?.endsWith('02-29')
        ? withProducts(order, ({expiration_date: day}) => ({
            expiration_date: day?.replace('02-29', '02-28') ?? null,
          }))
        : undefined,
    ),
    'the last day of a year is stored as the first of the next': making(UPDATE, ({order, input}) =>
      given(input).expiration_date?.endsWith('12-31')
        ? withProducts(order, ({expiration_date: day}) => ({
            expiration_date: addDays(day ?? '', 1),
          }))
        : undefined,
    ),
  }),
  ...breaking('store.orders.update-changes-what-it-names-only', {
    'a pause clears the expirations': storing(UPDATE, ({order, input}) =>
      given(input).status === 'paused'
        ? withProducts(order, () => ({expiration_date: null}))
        : undefined,
    ),
    'an expiration of one product pauses the order': storing(UPDATE, ({order, input}) =>
      input.query['product_id'] === undefined ? undefined : withStatus(order, 'paused'),
    ),
    'an update changes the oldest order of the user, too': around(
      UPDATE,
      (next) => (view, input) => {
        const done = next(view, input);
        const order = orderIn(view, input);
        if (isRefused(done) || !order) return done;
        const [first = order] = view.all<Order>('orders', 'user', order.user);
        const put = {...first, ...withProducts(first, () => ({expiration_date: '2040-01-01'}))};
        const isOther = first.key !== order.key;
        return isOther ? withChanges(done, {table: 'orders', put}) : done;
      },
    ),
    'an expiration changes the price': storing(UPDATE, ({order, input}) =>
      given(input).expiration_date === undefined ? undefined : {unit_price: order.unit_price + 1},
    ),
  }),
  ...breaking('store.orders.product-id-needs-product-type', {
    'product_id alone is taken': {seam: 'skip', situation: 'product-type-missing', in: UPDATE},
    'product_id alone is a conflict': around(
      UPDATE,
      (next) => (view, input) =>
        input.query['product_id'] !== undefined && input.query['product_type'] === undefined
          ? refuse('foreign-refused', {expected: 'product_type', got: 'none', todo: 'send it'})
          : next(view, input),
    ),
  }),
  ...breaking('store.orders.product-type-alone-is-no-error', {
    'product_type alone is refused': around(
      UPDATE,
      (next) => (view, input) =>
        input.query['product_id'] === undefined && input.query['product_type'] !== undefined
          ? refuse('move-refused', {expected: 'product_id', got: 'none', todo: 'send it'})
          : next(view, input),
    ),
    'product_type alone finds no order': around(
      UPDATE,
      (next) => (view, input) =>
        input.query['product_id'] === undefined && input.query['product_type'] !== undefined
          ? refuse('order-not-found', {expected: 'product_id', got: 'none', todo: 'send it'})
          : next(view, input),
    ),
  }),
  ...breaking('store.orders.update-names-at-least-one-member', {
    'an update of nothing is taken': {seam: 'skip', situation: 'nothing-to-change', in: UPDATE},
    'an update of nothing is not found': refusing(UPDATE, 'order-not-found', (_order, input) => {
      const {status, expiration_date: day} = given(input);
      return status === undefined && day === undefined;
    }),
  }),
  ...breaking('store.orders.both-members-may-be-given', {
    'of both the status is lost': storing(UPDATE, ({order, before, input}) => {
      const {status, expiration_date: day} = given(input);
      if (status === undefined || day === undefined || !before) return undefined;
      return withStatus(order, before.status);
    }),
    'of both the expiration is lost': storing(UPDATE, ({order, before, input}) => {
      const {status, expiration_date: day} = given(input);
      if (status === undefined || day === undefined || !before) return undefined;
      return withProducts(order, (_product, at) => ({
        expiration_date: before.products[at]?.expiration_date ?? null,
      }));
    }),
  }),
  ...breaking('store.orders.refused-update-changes-nothing', {
    'an update without a product type is refused and stored': refusedButStored((order, body) =>
      body.expiration_date === undefined
        ? undefined
        : withProducts(order, () => ({expiration_date: '2041-01-01'})),
    ),
    'an update of nothing is refused and pauses': refusedButStored((order, body) =>
      Object.keys(body).length === 0 && order.status === 'approved'
        ? withStatus(order, 'paused')
        : undefined,
    ),
  }),
  ...atPlace(
    'of a pending sale',
    breaking('store.orders.refused-update-changes-nothing', {
      'a pending sale refuses a pause and is paused': refusedButStored((order, body) =>
        order.status === 'pending' && body.status === 'paused'
          ? withStatus(order, 'paused')
          : undefined,
      ),
      'a pending sale refuses an approval and is approved': refusedButStored((order, body) =>
        order.status === 'pending' && body.status === 'approved'
          ? withStatus(order, 'approved')
          : undefined,
      ),
    }),
  ),
  ...breaking('store.orders.approved-sale-takes-an-expiration', {
    'a sale never takes an expiration': refusing(UPDATE, 'move-refused', isSale),
    'the expiration of a sale is not stored': storing(UPDATE, ({before}) =>
      before && isSale(before) ? {products: before.products} : undefined,
    ),
  }),
  ...breaking('store.orders.pending-sale-takes-no-expiration', {
    'a pending sale takes an expiration': moving(UPDATE, 'updated', (order, input) => {
      const {expiration_date: day} = given(input);
      if (order.status !== 'pending' || day === undefined) return undefined;
      return withProducts(order, () => ({expiration_date: day}));
    }),
    'a pending sale refuses an expiration and stores it': refusedButStored((order, body) =>
      order.status === 'pending' && body.expiration_date !== undefined
        ? withProducts(order, () => ({expiration_date: body.expiration_date ?? null}))
        : undefined,
    ),
  }),
];
