import type {Defect, Seam} from '../../../defect.ts';
import type {CheckoutInput} from '../../../store/checkout/find-checkout.ts';
import type {Issue} from '../../../store/content/issue.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, around, atPlace, breaking, finding, seeing} from '../../breaking.ts';
import {before, DELETE, READ as READ_ISSUE, UPDATE} from '../content/changed-issues.ts';
import {listing} from '../content/listed-issues.ts';
import {fromEveryStore} from '../from-every-store.ts';
import {CANCEL, making, READ, storing, UPDATE as UPDATE_ORDER} from './changed-orders.ts';

/** An order that remembers when it was read. */
type ReadOrder = Order & {readAt?: number};

/** Lets requests by a reference find some orders of every store. */
const foundInEveryStore = (
  isMeant: (order: Order) => boolean,
  operations: string[] = READ,
): Seam => ({
  seam: 'several',
  seams: [
    {seam: 'tenancy', in: operations},
    seeing(operations, (view) => ({
      by: <R>(table: string, index: string, value: string) => {
        const order = view.by<Order>(table, index, value);
        return (order && (order.tenant === view.tenant || isMeant(order)) ? order : undefined) as R;
      },
      find: <R>(table: string, key: string) => {
        const order = view.find<Order>(table, key);
        return (order?.tenant === view.tenant ? order : undefined) as R;
      },
    })),
  ],
});

type Gone = Issue & {gone?: boolean};

/** Takes a reference that is the id of an order for that id. */
const idsFirst: Seam = around(
  READ,
  (next) => (view, input) =>
    view.find<Order>('orders', input.path['id'] ?? '')
      ? next(view, {...input, query: {...input.query, id_type: 'internal'}})
      : next(view, input),
);

/** Lets the URL of a read expire when the URL of the creation does. */
const endingWithTheFirst: Seam = {
  seam: 'several',
  seams: [
    storing(READ, ({view}): Partial<ReadOrder> => ({readAt: view.now})),
    seeing(['openCheckout'], (view, {body}) => {
      const order = view.find<ReadOrder>('orders', (body as CheckoutInput).order);
      return order?.readAt === undefined ? {} : {now: view.now + order.readAt - order.created};
    }),
  ],
};

/** Keeps deleted content in the catalog of products. */
const orderedAfterDeletion: Seam = {
  seam: 'several',
  seams: [
    afterwards(DELETE, (done, view, input) => {
      const issue = before(view, input);
      return issue ? {...done, changes: [{table: 'issues', put: {...issue, gone: true}}]} : done;
    }),
    finding<Gone>([...READ_ISSUE, ...UPDATE, ...DELETE], 'issues', (issue) =>
      issue.gone ? undefined : issue,
    ),
    listing((isFound, issue) => isFound && !(issue as Gone).gone),
  ],
};

/** Defects of references and products that look like others, and of late reads. */
export const referencesOfOthers: Defect[] = [
  ...atPlace(
    'the id of another order',
    breaking('store.orders.external-reference-finds-the-order', {
      'a reference that is an id is taken for it': idsFirst,
    }),
  ),
  ...atPlace(
    'digits that begin with zeros',
    breaking('store.orders.external-reference-finds-the-order', {
      'a reference of digits loses its leading zeros': making(
        ['createOrder'],
        ({order: {external_reference: reference}}) =>
          reference !== null && /^0+\d{1,15}$/.test(reference)
            ? {external_reference: String(Number(reference))}
            : undefined,
      ),
    }),
  ),
  ...atPlace(
    'content that was deleted',
    breaking('store.orders.permission-of-a-missing-product-is-refused', {
      'deleted content can be ordered': orderedAfterDeletion,
    }),
  ),
  ...atPlace(
    'content of another store',
    breaking('store.orders.permission-of-a-missing-product-is-refused', {
      'content of every store can be ordered': fromEveryStore(['createOrder'], 'issues'),
    }),
  ),
  ...atPlace(
    'a plan of another store',
    breaking('store.orders.permission-of-a-missing-product-is-refused', {
      'plans of every store can be ordered': fromEveryStore(['createOrder'], 'plans'),
    }),
  ),
  ...atPlace(
    'references of orders',
    breaking('store.access.list-shows-own-only', {
      'a reference is found in every store': foundInEveryStore(() => true),
      'the reference of a cancelled order is found in every store': foundInEveryStore(
        ({status}) => status === 'cancelled',
      ),
      'the reference of a sale order is found in every store': foundInEveryStore(
        ({type}) => type === 'sale',
      ),
    }),
  ),
  ...atPlace(
    'by references of orders',
    breaking('store.access.foreign-write-has-no-effect', {
      'the reference of a paused order is updated from every store': foundInEveryStore(
        ({status}) => status === 'paused',
        UPDATE_ORDER,
      ),
      'the reference of a sale order is cancelled from every store': foundInEveryStore(
        ({type}) => type === 'sale',
        CANCEL,
      ),
    }),
  ),
  ...atPlace(
    'of a late read',
    breaking('store.orders.checkout-opens-within-its-ttl', {
      'the URL of a read expires with that of the creation': endingWithTheFirst,
    }),
  ),
];
