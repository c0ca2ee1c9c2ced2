import type {Defect, Seam} from '../../../defect.ts';
import {isRefused, refuse, type Input} from '../../../operation.ts';
import type {Order} from '../../../store/orders/order.ts';
import {
  around,
  atPlace,
  breaking,
  finding,
  receiving,
  seeing,
  findingAll,
  findingBy,
} from '../../breaking.ts';
import {LIST, READ, isExternal, orderIn} from './changed-orders.ts';

/** Lets operations look up a reference that no order has. */
const findingNone = (operations: string[], which: (reference: string) => boolean) =>
  receiving(operations, (input) =>
    isExternal(input) && which(input.path['id'] ?? '')
      ? {path: {...input.path, id: 'of-no-order'}}
      : {},
  );

/** Some reads find no paused order. */
const notWhilePaused = (which: (input: Input) => boolean): Seam =>
  receiving(READ, (input, view) =>
    which(input) && orderIn(view, input)?.status === 'paused'
      ? {path: {...input.path, id: '00000000-0000-4000-8000-000000000000'}}
      : {},
  );

/** Looks up the reference without its leading zeros. */
const withoutZeros = (operation: string): Seam =>
  receiving([operation], (input) => {
    const {id = ''} = input.path;
    return isExternal(input) ? {path: {...input.path, id: id.replace(/^0+(?=\d)/, '')}} : {};
  });

/** Looks up the reference without a letter at its end. */
const withoutLetter = (operation: string): Seam =>
  receiving([operation], (input) => {
    const {id = ''} = input.path;
    return isExternal(input) ? {path: {...input.path, id: id.replace(/x$/, '')}} : {};
  });

/** Finds the oldest order of the store instead of the requested one. */
const oldest = (order: Order, all: readonly Order[]): Order => all[0] ?? order;

/** References that are percent-encoded in a path. */
const isEncoded = (reference: string): boolean => /[^\w.~-]/.test(reference);

/**
 * Reads of a pending order give URLs that earlier ones gave.
 * @param of the number of a read: that of the read whose URL it gives
 */
const repeatingUrl = (of: (read: number) => number): Seam =>
  around(READ, (next) => {
    const given = new Map<string, unknown[]>();
    return (view, input) => {
      const done = next(view, input);
      if (isRefused(done)) return done;
      const shown = done.body as {id: string; checkout?: unknown};
      const urls = [...(given.get(shown.id) ?? []), shown.checkout];
      given.set(shown.id, urls);
      const checkout = urls[of(urls.length) - 1];
      return checkout === undefined ? done : {...done, body: {...shown, checkout}};
    };
  });

/** Defects of finding orders by their names (Orders, Read). */
export const reading: Defect[] = [
  ...breaking('store.orders.internal-id-finds-the-order', {
    'the oldest order of the store is answered': finding<Order>(READ, 'orders', (order, view) =>
      oldest(order, view.oldest<Order>('orders', {limit: 1})),
    ),
    'an order with a reference is not found by its id': finding<Order>(READ, 'orders', (order) =>
      order.external_reference === null ? order : undefined,
    ),
    'a paused order is not found by its id': notWhilePaused((input) => !isExternal(input)),
  }),
  ...breaking('store.orders.external-reference-finds-the-order', {
    'references find nothing': findingNone(READ, () => true),
    'a paused order is not found by its reference': notWhilePaused(isExternal),
    'the oldest order is answered for every reference': findingBy(READ, (row, {table, view}) =>
      table === 'orders' && row ? view.oldest('orders', {limit: 1})[0] : row,
    ),
  }),
  ...breaking('store.orders.reading-gives-a-new-checkout-url', {
    'a read by the reference gives the URL of the read before': around(READ, (next) => {
      const last = new Map<string, unknown>();
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        const shown = done.body as {id: string; checkout?: unknown};
        const before = isExternal(input) ? last.get(shown.id) : undefined;
        if (before) return {...done, body: {...shown, checkout: before}};
        last.set(shown.id, shown.checkout);
        return done;
      };
    }),
    'from the second read on a URL is given for eight seconds': around(READ, (next) => {
      const given = new Map<string, {at: number; checkout: unknown}>();
      return (view, input) => {
        const done = next(view, input);
        if (isRefused(done)) return done;
        const shown = done.body as {id: string; checkout?: unknown};
        if (shown.checkout === undefined) return done;
        const before = given.get(shown.id);
        if (before && view.now - before.at < 8000)
          return {...done, body: {...shown, checkout: before.checkout}};
        given.set(shown.id, {at: view.now, checkout: shown.checkout});
        return done;
      };
    }),
    'the third read gives the URL of the first': repeatingUrl((read) => (read === 3 ? 1 : read)),
  }),
  ...atPlace(
    'of many',
    breaking('store.orders.reading-gives-a-new-checkout-url', {
      'the seventh read gives the URL of the third': repeatingUrl((read) =>
        read === 7 ? 3 : read,
      ),
    }),
  ),
  ...atPlace(
    'in the form of an id',
    breaking('store.orders.external-reference-finds-the-order', {
      'references that could be ids find nothing': findingNone(READ, (reference) =>
        /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(reference),
      ),
    }),
  ),
  ...atPlace(
    'whatever it is',
    breaking('store.orders.external-reference-finds-the-order', {
      'references that have to be percent-encoded find nothing': findingNone(READ, isEncoded),
      'references with a letter beside figures and a dash find nothing': findingNone(
        READ,
        (reference) => !/^pc-[\w-]+$/.test(reference),
      ),
    }),
  ),
  ...atPlace(
    'whatever it is',
    breaking('store.orders.update-by-external-reference', {
      'updates find no references': findingNone(['updateOrder'], () => true),
      'updates find no reference that has to be percent-encoded': findingNone(
        ['updateOrder'],
        isEncoded,
      ),
    }),
  ),
  ...atPlace(
    'whatever it is',
    breaking('store.orders.cancel-by-external-reference', {
      'cancellations find no references': findingNone(['cancelOrder'], () => true),
      'cancellations find no reference that has to be percent-encoded': findingNone(
        ['cancelOrder'],
        isEncoded,
      ),
      'a cancellation by a reference is not stored': around(
        ['cancelOrder'],
        (next) => (view, input) => {
          const done = next(view, input);
          return isRefused(done) || !isExternal(input) ? done : {...done, changes: []};
        },
      ),
    }),
  ),
  ...atPlace(
    'what differs in little',
    breaking('store.orders.update-by-external-reference', {
      'updates drop a letter at the end of a reference': withoutLetter('updateOrder'),
    }),
  ),
  ...atPlace(
    'what differs in little',
    breaking('store.orders.cancel-by-external-reference', {
      'cancellations drop a letter at the end of a reference': withoutLetter('cancelOrder'),
    }),
  ),
  ...atPlace(
    'what differs in little, turned',
    breaking('store.orders.update-by-external-reference', {
      'updates drop leading zeros of a reference': withoutZeros('updateOrder'),
    }),
  ),
  ...atPlace(
    'what differs in little, turned',
    breaking('store.orders.cancel-by-external-reference', {
      'cancellations drop leading zeros of a reference': withoutZeros('cancelOrder'),
    }),
  ),
  ...breaking('store.orders.read-shows-what-was-created', {
    'a read shows another price': {
      seam: 'member',
      situation: 'order',
      pointer: '/unit_price',
      edit: {add: 1},
    },
    'a read shows a currency where none was given': {
      seam: 'member',
      situation: 'order',
      pointer: '/currency_id',
      edit: {set: 'USD'},
    },
    'a read shows the id as the reference': {
      seam: 'member',
      situation: 'order',
      pointer: '/external_reference',
      edit: {set: '0d4f3c1e-6a51-4d0c-9a8e-1f7a2b3c4d5e'},
    },
  }),
  ...breaking('store.orders.id-type-defaults-to-internal', {
    'without id_type the oldest order is answered': seeing(READ, (view, {query}) => ({
      find: <R>(table: string, key: string) =>
        (table === 'orders' && query['id_type'] === undefined
          ? view.oldest('orders', {limit: 1})[0]
          : view.find(table, key)) as R | undefined,
    })),
    'without id_type the order before it is answered': finding<Order>(
      READ,
      'orders',
      (order, view, {query}) =>
        query['id_type'] === undefined
          ? view.newest<Order>('orders', {limit: 1, before: order.seq})[0]
          : order,
    ),
  }),
  ...breaking('store.orders.reference-needs-its-id-type', {
    'a reference is found without id_type': receiving(READ, ({query, path}, view) =>
      query['id_type'] === undefined && view.by('orders', 'reference', path['id'] ?? '')
        ? {query: {...query, id_type: 'external'}}
        : {},
    ),
    'a reference is found as an internal id': receiving(READ, ({query, path}, view) =>
      query['id_type'] === 'internal' && view.by('orders', 'reference', path['id'] ?? '')
        ? {query: {...query, id_type: 'external'}}
        : {},
    ),
  }),
  ...atPlace(
    'getOrder by a reference of nobody',
    breaking('store.orders.unknown-is-not-found', {
      'a reference of nobody finds the newest order': around(READ, (next) => (view, input) => {
        const done = next(view, input);
        const [newest] = view.newest<Order>('orders', {limit: 1});
        if (!isRefused(done) || !isExternal(input) || !newest) return done;
        return next(view, {...input, path: {id: newest.key}, query: {id_type: 'internal'}});
      }),
      'a reference of nobody is answered as wrong': around(READ, (next) => (view, input) => {
        const done = next(view, input);
        return isRefused(done) && isExternal(input)
          ? refuse('foreign-refused', {expected: 'a reference', got: 'another', todo: 'none'})
          : done;
      }),
    }),
  ),
  ...atPlace(
    'orders',
    breaking('store.access.list-shows-own-only', {
      'reads find orders of all stores': {seam: 'tenancy', in: READ},
      'lists of orders cover all stores': {seam: 'tenancy', in: LIST},
    }),
  ),
  ...atPlace(
    'orders of one email in two stores',
    breaking('store.access.list-shows-own-only', {
      'a list by an email has the orders of that email in every store': {
        seam: 'several',
        seams: [
          {seam: 'tenancy', in: LIST},
          findingAll(LIST, (rows, {table, view, input: {query}}) => {
            const isEverywhere = query['user_email'] !== undefined && table === 'orders';
            return isEverywhere ? rows : rows.filter(({tenant}) => tenant === view.tenant);
          }),
        ],
      },
    }),
  ),
  ...atPlace(
    'on orders',
    breaking('store.access.foreign-write-has-no-effect', {
      'updates change orders of all stores': {seam: 'tenancy', in: ['updateOrder']},
      'updates of one product change orders of all stores': {
        seam: 'several',
        seams: [
          {seam: 'tenancy', in: ['updateOrder']},
          seeing(['updateOrder'], (view, {query}) => ({
            find: <R>(table: string, key: string) => {
              const order = view.find<Order>(table, key);
              const isForeign = table === 'orders' && order?.tenant !== view.tenant;
              return (isForeign && query['product_id'] === undefined ? undefined : order) as
                | R
                | undefined;
            },
          })),
        ],
      },
      'cancellations end orders of all stores': {seam: 'tenancy', in: ['cancelOrder']},
      'a reference is looked up in all stores': {
        seam: 'several',
        seams: [
          {seam: 'tenancy', in: ['cancelOrder']},
          finding<Order>(['cancelOrder'], 'orders', (order, view) =>
            order.tenant === view.tenant ? order : undefined,
          ),
        ],
      },
    }),
  ),
];
