import type {Defect, Seam} from '../../../defect.ts';
import type {User} from '../../../store/users/user.ts';
import {productById, titleById} from '../../../store/orders/catalog.ts';
import type {Order} from '../../../store/orders/order.ts';
import {afterwards, around, atPlace, breaking} from '../../breaking.ts';
import {
  alsoPutting,
  answeredOtherwise,
  CREATE,
  leaving,
  refusing,
  takingFor,
  withValue,
  type Wanted,
} from './created-orders.ts';
import {isRefused, type View} from '../../../operation.ts';
import {invalid} from '../../../store/users/find-user.ts';

const emailOf = ({user}: Wanted): string => user?.email ?? '';

/** Whether the store has the user of an order. */
const isUser = (body: Wanted, view: View): boolean =>
  emailOf(body) === '' || view.by<User>('users', 'email', emailOf(body)) !== undefined;

const idOf = ({products}: Wanted): string => String(products?.[0]?.id ?? '');

/** Whether the catalog has the first product of an order. */
const isInCatalog = (body: Wanted, view: View): boolean =>
  titleById(view, idOf(body)) !== undefined;

const isMissing = (body: Wanted, view: View): boolean =>
  body.products?.[0]?.type === 'content' && !isInCatalog(body, view);

/** Adds members to the first product of an order that the request lacks. */
const completed = (which: (body: Wanted, view: View) => boolean): Seam =>
  takingFor((body, view) => {
    const [product] = body.products ?? [];
    if (!product || !isMissing(body, view) || !which(body, view)) return undefined;
    const {name = 'Unnamed', url = 'https://store.example/'} = product;
    return withValue(withValue(body, '/products/0/name', name), '/products/0/url', url);
  });

/** Stores another product than an order creates. */
const linksAs = (set: Record<string, unknown>): Seam => ({
  seam: 'change',
  in: CREATE,
  table: 'issues',
  set,
});

/** Stores other products than an order creates, but for the first one. */
const linksBehindTheFirst = (set: Record<string, unknown>): Seam =>
  afterwards(CREATE, (done) => {
    const first = done.changes?.find(({table}) => table === 'issues');
    return {
      ...done,
      changes: (done.changes ?? []).map((change) =>
        change.table === 'issues' && 'put' in change && change !== first
          ? {table: 'issues', put: {...change.put, ...set}}
          : change,
      ),
    };
  });

const dropping = (table: string): Seam => ({seam: 'change', in: CREATE, table, drop: true});

/** Loses changes of a table for orders of one type. */
const losing = (table: string, type: string): Seam =>
  afterwards(CREATE, (done, _view, {body}) => ({
    ...done,
    changes: (done.changes ?? []).filter(
      (change) => change.table !== table || (body as Wanted).type !== type,
    ),
  }));

/** Lets an order create a second user instead of finding the known one. */
const doubling = (which: (user: User) => boolean): Seam =>
  alsoPutting((order, view) => {
    const user = view.find<User>('users', order.user);
    if (!user || !which(user)) return [];
    const id = view.newNumber('user') + 1_000_000;
    const put = {...user, key: `second-${id}`, id, seq: view.newSeq()};
    return [{table: 'users', put}];
  });

/** Lets the search for an email show one user at most. */
const findingOne = afterwards(['listUsers'], (done, _view, {query}) => {
  const body = done.body as {data: {paginator: {data: unknown[]}}};
  const {paginator} = body.data;
  return (query['query'] ?? '').includes('@')
    ? {
        ...done,
        body: {...body, data: {paginator: {...paginator, data: paginator.data.slice(0, 1)}}},
      }
    : done;
});

/** Shows no user in the second of two orders that arrive within a second. */
const withoutUserAtOnce = around(CREATE, (next) => {
  let last: {email: string; now: number} | undefined;
  return (view, input) => {
    const email = emailOf(input.body as Wanted);
    const isSecond = last?.email === email && view.now - last.now < 1000;
    last = {email, now: view.now};
    const done = next(view, input);
    if (isRefused(done) || !isSecond) return done;
    const body = done.body as {data: object};
    return {...done, body: {...body, data: {...body.data, user: {id: '', email: ''}}}};
  };
});

/**
 * Orders of a type are created without the product that is missing.
 * @param isLeftOut whether one at a position is left out, or is refused as it should be
 */
const withoutMissing = (type: string, isLeftOut: (product: Product, at: number) => boolean): Seam =>
  takingFor((body, view) =>
    body.type === type && (body.products?.length ?? 0) > 2
      ? {
          ...body,
          products: body.products?.filter(
            (one, at) => !(isUnknown(one, view) && isLeftOut(one, at)),
          ),
        }
      : undefined,
  );

type Product = NonNullable<Wanted['products']>[number];

/** Whether a product is missing in the catalog and cannot be made either. */
const isUnknown = ({type, id, url}: Product, view: View): boolean =>
  url === undefined && productById(view, type, String(id)) === undefined;

/** Defects of the users and products that orders create (Orders, Create rules 2 and 3), and must not create. */
export const automatic: Defect[] = [
  ...breaking('store.orders.unknown-user-is-created', {
    'the user is not stored': dropping('users'),
    'an unknown user is refused': refusing(
      (body, view) => !isUser(body, view),
      'user',
      'user-refused',
    ),
  }),
  ...breaking('store.orders.unknown-user-is-created', {
    'an unknown user of a sale is refused': refusing(
      (body, view) => body.type === 'sale' && !isUser(body, view),
      'user',
      'user-refused',
    ),
  }),
  ...breaking('store.orders.unknown-user-of-a-report-may-be-created', {
    'an unknown user of a report is answered 410': answeredOtherwise(
      ({type, user}) => type === 'report' && !user?.email?.includes('nobody') && !isKnown(user),
    ),
    'a report creates a user who is not stored': losing('users', 'report'),
  }),
  ...breaking('store.orders.known-user-is-not-created-again', {
    'every order makes a user': doubling(() => true),
    'an order of a user whom an order created makes another': doubling(
      ({external_id: id, uuid}) => id !== null && uuid !== undefined,
    ),
    'the id of a user whom an order made is forgotten': {
      seam: 'change',
      in: CREATE,
      table: 'users',
      set: {external_id: null},
    },
  }),
  ...breaking('store.orders.parallel-orders-create-one-user', {
    'whether the user exists is read before and written after': {
      seam: 'stale',
      in: CREATE,
      table: 'users',
    },
    'two orders at the same moment make two users': {
      seam: 'several',
      seams: [{seam: 'stale', in: CREATE, table: 'users'}, doubling(() => false)],
    },
  }),
  ...atPlace(
    'among all users',
    breaking('store.orders.parallel-orders-create-one-user', {
      'two orders at the same moment make two users, of whom the email finds one': {
        seam: 'several',
        seams: [{seam: 'stale', in: CREATE, table: 'users'}, findingOne],
      },
      'the second of two orders at the same moment has no user': withoutUserAtOnce,
    }),
  ),
  ...breaking('store.orders.missing-product-is-created', {
    'name and url are not enough': refusing(isMissing, 'products.0.id', 'product-not-found'),
    'the product is not stored': dropping('issues'),
  }),
  ...breaking('store.orders.missing-product-is-created', {
    'a missing product is created where it is the only one': refusing(
      ({products = []}, view) =>
        products.length > 1 &&
        products.some((product) => isMissing({products: [product]} as Wanted, view)),
      'products.1.id',
      'product-not-found',
    ),
    'a product that an order has created is missing without name and url': refusing(
      ({type, products: [product] = []}, view) =>
        type !== 'permission' &&
        product?.type === 'content' &&
        product.url === undefined &&
        titleById(view, String(product.id))?.kind === 'External link',
      'products.0.id',
      'product-not-found',
    ),
    'a report creates no product': refusing(
      (body, view) => body.type === 'report' && isMissing(body, view),
      'products.0.id',
      'product-not-found',
    ),
  }),
  ...breaking('store.orders.missing-product-needs-name-and-url', {
    'neither is needed': completed(({type}) => type !== 'permission'),
    'a name is not needed': completed(
      ({products, type}) => type !== 'permission' && products?.[0]?.url !== undefined,
    ),
  }),
  ...breaking('store.orders.missing-product-needs-name-and-url', {
    'a report needs no url': completed(
      ({products, type}) => type === 'report' && products?.[0]?.name !== undefined,
    ),
  }),
  ...breaking('store.orders.created-product-is-an-external-link', {
    'it is an ebook': linksAs({kind: 'digital'}),
    'it points elsewhere': linksAs({file_url: 'https://store.example/'}),
    'a report makes one that points elsewhere': afterwards(CREATE, (done, _view, {body}) => ({
      ...done,
      changes: (done.changes ?? []).map((change) =>
        change.table === 'issues' && 'put' in change && (body as Wanted).type === 'report'
          ? {table: 'issues', put: {...change.put, file_url: 'https://store.example/'}}
          : change,
      ),
    })),
  }),
  ...breaking('store.orders.created-product-is-not-in-the-storefront', {
    'the storefront shows it': linksAs({storefront: true}),
    'the catalog says that the storefront shows everything': afterwards(
      ['readCatalogEntry'],
      (done) => ({...done, body: {...(done.body as object), storefront: true}}),
    ),
  }),
  ...atPlace(
    'once the order is paid',
    breaking('store.orders.created-product-is-not-in-the-storefront', {
      'the storefront shows what has been paid': afterwards(
        ['readCatalogEntry'],
        (done, view, {body}) => {
          const {product} = body as {product: unknown};
          const isPaid = ({type, status, products}: Order): boolean =>
            type === 'sale' && status === 'approved' && products.some(({id}) => id === product);
          const [sale] = view.newest<Order>('orders', {limit: 1, where: isPaid});
          return sale ? {...done, body: {...(done.body as object), storefront: true}} : done;
        },
      ),
    }),
  ),
  ...atPlace(
    'wherever it stands',
    breaking('store.orders.created-product-is-not-in-the-storefront', {
      'the storefront shows all but the first that an order creates': linksBehindTheFirst({
        storefront: true,
      }),
    }),
  ),
  ...atPlace(
    'wherever it stands',
    breaking('store.orders.created-product-is-an-external-link', {
      'of those that an order creates only the first is a link': linksBehindTheFirst({
        kind: 'digital',
      }),
      'all but the first that an order creates point to the start of the store':
        linksBehindTheFirst({file_url: 'https://store.example/'}),
      'all but the first that an order creates are unnamed': linksBehindTheFirst({name: 'Unnamed'}),
    }),
  ),
  ...breaking('store.orders.permission-of-a-missing-product-is-refused', {
    'a permission creates it': completed(({type}) => type === 'permission'),
    'a permission of an id of digits creates it': completed(
      (body) => body.type === 'permission' && /^\d+$/.test(idOf(body)),
    ),
    'only the first product is looked at': takingFor((body, view) => {
      const [first, ...others] = body.products ?? [];
      if (body.type !== 'permission' || !first) return undefined;
      const known = others.filter((one) => !isMissing({products: [one]}, view));
      return {...body, products: [first, ...known]};
    }),
  }),
  ...(['permission', 'report', 'sale'] as const).flatMap((type) =>
    atPlace(
      `${type} of several products`,
      breaking(
        type === 'permission'
          ? 'store.orders.permission-of-a-missing-product-is-refused'
          : 'store.orders.missing-product-needs-name-and-url',
        {
          [`a ${type} leaves a third product out that is missing`]: withoutMissing(
            type,
            (_product, at) => at === 2,
          ),
          [`a ${type} leaves a subscription out that is missing`]: withoutMissing(
            type,
            (product, at) => product.type === 'subscription' && at === 0,
          ),
        },
      ),
    ),
  ),
  ...atPlace(
    'and takes no reference',
    breaking('store.orders.refused-create-makes-nothing', {
      'a refused creation keeps its reference': around(CREATE, (next) => {
        const kept = new Set<unknown>();
        return (view, input) => {
          const {external_reference: reference} = input.body as Wanted;
          if (reference !== undefined && kept.has(reference))
            return invalid({external_reference: ['The external_reference has been used.']});
          const done = next(view, input);
          if (isRefused(done)) kept.add(reference);
          return done;
        };
      }),
    }),
  ),
  ...breaking('store.orders.refused-create-makes-nothing', {
    'an order of the products that are known': leaving(
      (body) =>
        (body.products?.length ?? 0) > 1
          ? {...body, products: body.products?.slice(0, 1) ?? []}
          : undefined,
      'orders',
    ),
    'an order without a reference': leaving(
      ({external_reference: _reference, ...body}) =>
        (body.products?.length ?? 0) > 1
          ? {...body, products: body.products?.slice(0, 1) ?? []}
          : undefined,
      'orders',
    ),
  }),
  ...breaking('store.orders.refused-create-makes-no-user', {
    'the user of an order for no product': leaving(
      (body) =>
        body.type === 'permission' ? withValue(body, '/products/0/id', 'book-tides') : undefined,
      'users',
    ),
    'the user of an order whose second product is missing': leaving(
      (body) =>
        body.type === 'permission'
          ? withValue(body, '/products', [{type: 'content', id: 'book-tides'}])
          : undefined,
      'users',
    ),
  }),
  ...atPlace(
    'whose second product is missing',
    breaking('store.orders.refused-create-makes-no-user', {
      'the user of an order whose first product is in the catalog': leaving((body, view) => {
        const [first, ...others] = body.products ?? [];
        const isKnown = body.type === 'permission' && isInCatalog(body, view);
        return first && others.length > 0 && isKnown ? {...body, products: [first]} : undefined;
      }, 'users'),
    }),
  ),
  ...breaking('store.orders.refused-create-makes-no-product', {
    'the product of an order that lacks a currency': leaving(
      (body) => withValue(body, '/products/0/currency_id', body.currency_id ?? 'ARS'),
      'issues',
    ),
    'the product of a sale that lacks a currency': leaving(
      (body) =>
        body.type === 'sale'
          ? withValue(body, '/products/0/currency_id', body.currency_id ?? 'ARS')
          : undefined,
      'issues',
    ),
  }),
  ...(['report', 'sale'] as const).flatMap((type) =>
    atPlace(
      `of a ${type} whose second product is missing`,
      breaking('store.orders.refused-create-makes-no-product', {
        [`the first product of a ${type} whose second one is missing`]: leaving(
          (body) =>
            body.type === type && body.products?.[1]?.url === undefined
              ? {...body, products: body.products?.slice(0, 1) ?? []}
              : undefined,
          'issues',
        ),
      }),
    ),
  ),
  ...atPlace(
    'of a sale in two currencies',
    breaking('store.orders.refused-create-makes-no-product', {
      'the first product of a sale whose second one has another currency': leaving((body) => {
        const [first, ...others] = body.products ?? [];
        const isOther = others.some(({currency_id: code}) => code !== body.currency_id);
        return first && body.type === 'sale' && isOther ? {...body, products: [first]} : undefined;
      }, 'issues'),
    }),
  ),
];

/** Whether the suite created the user before: generated users have another form of id. */
const isKnown = (user: Wanted['user']): boolean => user?.id === undefined;
