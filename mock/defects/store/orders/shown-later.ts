import type {Defect, Seam} from '../../../defect.ts';
import type {Input} from '../../../operation.ts';
import {afterwards, atPlace, breaking} from '../../breaking.ts';
import {CANCEL, LIST, READ, UPDATE} from './changed-orders.ts';

/** An order, or one of its products, in the form of responses. */
type Shown = Record<string, unknown>;

/** The changed members of an order in the response to a request; undefined: no change. */
type Otherwise = (order: Shown, input: Input) => Shown | undefined;

/** Changes orders in responses, alone and in lists. */
const showing = (operations: string[], otherwise: Otherwise): Seam =>
  afterwards(operations, (done, _view, input) => {
    const edited = (order: Shown): Shown => ({...order, ...otherwise(order, input)});
    const body = done.body as Shown;
    const {data} = body;
    if (data === undefined) return {...done, body: edited(body)};
    const under = Array.isArray(data) ? (data as Shown[]).map(edited) : edited(data as Shown);
    return {...done, body: {...body, data: under}};
  });

const productsOf = ({products}: Shown): Shown[] => products as Shown[];

/** Changes every product of some orders. */
const inProducts =
  (change: (product: Shown, order: Shown) => Shown): Otherwise =>
  (order) => ({products: productsOf(order).map((one) => ({...one, ...change(one, order)}))});

const isPaused = ({status}: Shown): boolean => status === 'paused';
const isCancelled = ({status}: Shown): boolean => status === 'cancelled';

/** Defects of orders in some states, or in responses to some requests (Resources / Order). */
export const shownLater: Defect[] = [
  ...breaking('store.orders.shown-alike-everywhere', {
    'a list shows cancelled orders as approved': showing(LIST, (order) =>
      isCancelled(order) ? {status: 'approved'} : undefined,
    ),
    'a list by a user shows paused orders as approved': showing(LIST, (order, {query}) =>
      isPaused(order) && query['user_id'] !== undefined ? {status: 'approved'} : undefined,
    ),
    'reading a paused order shows its products as approved': showing(
      READ.filter((operation) => !LIST.includes(operation)),
      (order) =>
        isPaused(order) ? inProducts(() => ({status: 'approved'}))(order, {} as Input) : undefined,
    ),
    'a list by a status shows an expiration of orders that have none': showing(
      LIST,
      (order, {query}) =>
        query['status'] === undefined
          ? undefined
          : inProducts(() => ({expiration_date: '2099-12-31'}))(order, {} as Input),
    ),
    'the response to an update shows the expiration of the first product for all': showing(
      UPDATE,
      (order) => {
        const [first] = productsOf(order);
        return inProducts(() => ({expiration_date: first?.['expiration_date']}))(
          order,
          {} as Input,
        );
      },
    ),
  }),
  ...atPlace('after every change', [
    ...breaking('store.orders.created-is-as-given', {
      'an order loses its currency when it is paused': showing([...READ, ...UPDATE], (order) =>
        isPaused(order) ? {currency_id: null} : undefined,
      ),
      'the response to an update shows another type': showing(UPDATE, ({type}) => ({
        type: type === 'report' ? 'permission' : 'report',
      })),
      'a cancelled order is a permission': showing(READ, (order) =>
        isCancelled(order) ? {type: 'permission'} : undefined,
      ),
    }),
    ...breaking('store.orders.price-is-as-given', {
      'a paused order costs nothing': showing([...READ, ...UPDATE, ...LIST], (order) =>
        isPaused(order) ? {unit_price: 0} : undefined,
      ),
      'the response to an update has the price in cents': showing(
        UPDATE,
        ({unit_price: price}) => ({
          unit_price: Number(price) * 100,
        }),
      ),
    }),
    ...breaking('store.orders.product-is-as-given', {
      'the products of a cancelled order cost nothing': showing(READ, (order, input) =>
        isCancelled(order) ? inProducts(() => ({unit_price: 0}))(order, input) : undefined,
      ),
      'the response to an update shows each product at the price of the order': showing(
        UPDATE,
        inProducts((_product, {unit_price: price}) => ({unit_price: price})),
      ),
    }),
    ...breaking('store.orders.created-at-is-the-day-of-creation', {
      'a paused order is as old as its day in another year': showing(READ, (order) =>
        isPaused(order) ? {created_at: `2019${String(order['created_at']).slice(4)}`} : undefined,
      ),
    }),
    ...breaking('store.orders.products-are-those-ordered', {
      'the response to an update shows the first product alone': showing(UPDATE, (order) => ({
        products: productsOf(order).slice(0, 1),
      })),
      'a cancelled order has no products': showing(READ, (order) =>
        isCancelled(order) ? {products: []} : undefined,
      ),
    }),
    ...breaking('store.orders.cancel-gives-external-reference', {
      'a cancellation for a reason shows another reference': showing(CANCEL, (_order, {body}) =>
        (body as Shown | undefined)?.['reason'] === undefined
          ? undefined
          : {external_reference: 'another'},
      ),
    }),
  ]),
];
