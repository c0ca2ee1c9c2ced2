import type {Seeding} from '../../chapter.ts';
import {localDay} from '../access/local-time.ts';
import type {User} from '../users/user.ts';
import {uuidFrom} from '../users/user.ts';
import {FIRST_PRODUCT_ID} from './catalog.ts';
import {movedOrder, type OrderEvent} from './order-states.ts';
import type {Order, OrderStatus, OrderType, Product} from './order.ts';

const DAY = 86_400_000;

/** A title of a template's catalog. */
interface Title {
  store: string;
  id: string;
  name: string;
  kind?: Product['kind'];
}

/** An order of a template; instants follow from `daysAgo`. */
interface TemplateOrder {
  /** External reference. */
  reference: string;
  type: OrderType;
  user: User;
  title: Product;
  daysAgo: number;
  price?: number;
  currency?: string;
  /** What has happened to it since. */
  events?: OrderEvent[];
}

const FORMATS: Record<Product['kind'], string> = {
  ebook: 'epub',
  audiobook: 'mp3',
  physical: 'physical',
  'External link': 'link',
};

/** Adds a title to the catalog of a store. */
function addTitle(seeding: Seeding, {store, id, name, kind = 'ebook'}: Title): void {
  const number = seeding.newNumber('product');
  const title: Product = {
    key: `product-${number}`,
    tenant: store,
    seq: seeding.newSeq(),
    id: FIRST_PRODUCT_ID + number,
    external_id: id,
    kind,
    name,
    description: `${name}, as the catalog describes it.`,
    url: null,
    pages_quantity: 100 + number,
    file_type: FORMATS[kind],
    is_free: false,
    storefront: true,
  };
  seeding.put('products', title);
}

const BEGINNING: Record<OrderType, OrderStatus> = {
  permission: 'approved',
  report: 'approved',
  sale: 'pending',
};

/** Adds an order that was made in the dashboard: its source is `internal`. */
function addOrder(seeding: Seeding, template: TemplateOrder): void {
  const {reference, type, user, title, daysAgo, price = 0, currency = null, events = []} = template;
  const created = seeding.now - daysAgo * DAY;
  const status = BEGINNING[type];
  const order: Order = {
    key: uuidFrom((kind) => seeding.newId(kind)),
    tenant: user.tenant,
    seq: seeding.newSeq(),
    external_reference: reference,
    type,
    source: 'internal',
    unit_price: price,
    currency_id: currency,
    status,
    created,
    created_day: localDay(created, String(seeding.freedom('store.timezone') ?? 'UTC')),
    user: user.key,
    products: [
      {
        type: 'content',
        id: title.external_id ?? String(title.id),
        product: title.key,
        name: title.name,
        status,
        expiration_date: null,
        access_until: null,
        unit_price: price,
        currency_id: currency,
      },
    ],
    return_url: type === 'permission' ? null : 'https://shop.example/thanks',
    cancellation: null,
  };
  const choices = {declined: 'cancelled', statusOfOneProduct: 'product'} as const;
  const moved = events.reduce((before, event) => {
    const after = movedOrder(before, event, created + DAY, choices);
    return 'order' in after ? after.order : before;
  }, order);
  seeding.put('orders', moved);
}

/** The catalogs of the demo stores. */
const DEMO_TITLES: Title[] = [
  {store: 'riverside', id: 'low-water', name: 'Low Water'},
  {store: 'riverside', id: 'the-quiet-harbour', name: 'The Quiet Harbour'},
  {store: 'riverside', id: 'tide-tables', name: 'Tide Tables', kind: 'audiobook'},
  {store: 'hilltop', id: 'field-notes', name: 'Field Notes'},
];

/** The demo world: two catalogs, and orders of every type and state in one store. */
export function demo(seeding: Seeding): void {
  for (const title of DEMO_TITLES) addTitle(seeding, title);
  const titles = seeding.rows<Product>('products');
  const users = seeding.rows<User>('users');
  const add = (name: string, title: string, rest: Omit<TemplateOrder, 'user' | 'title'>): void => {
    const user = users.find((one) => one.name === name);
    const product = titles.find(({external_id: id}) => id === title);
    if (user && product) addOrder(seeding, {...rest, user, title: product});
  };
  add('Ada Marsh', 'low-water', {reference: 'demo-1', type: 'permission', daysAgo: 70});
  const sale = {type: 'sale', price: 12.5, currency: 'USD'} as const;
  add('Boris Hale', 'the-quiet-harbour', {
    ...sale,
    reference: 'demo-2',
    daysAgo: 60,
    events: [{event: 'payment', outcome: 'approved'}],
  });
  add('Dario Pike', 'tide-tables', {
    reference: 'demo-3',
    type: 'report',
    daysAgo: 50,
    price: 8,
    currency: 'ARS',
    events: [{event: 'update', status: 'paused'}],
  });
  add('Elsa Thorne', 'low-water', {
    reference: 'demo-4',
    type: 'permission',
    daysAgo: 30,
    events: [{event: 'cancel', reason: 'Bought twice'}],
  });
  add('Hugo Lane', 'the-quiet-harbour', {...sale, reference: 'demo-5', daysAgo: 1});
}

/** Titles of a suite world: the first store has two, the second another one. */
const SUITE_TITLES: Title[] = [
  {store: 'store-a', id: 'book-tides', name: 'Of Tides'},
  {store: 'store-a', id: 'book-harbour', name: 'Of Harbours'},
  {store: 'store-b', id: 'book-hills', name: 'Of Hills'},
];

/** A suite world: catalogs, and one order of the dashboard in each store. */
export function suite(seeding: Seeding): void {
  for (const title of SUITE_TITLES) addTitle(seeding, title);
  const users = seeding.rows<User>('users');
  for (const title of seeding.rows<Product>('products')) {
    const user = users.find((one) => one.tenant === title.tenant && !one.admin);
    const reference = `internal-${title.external_id}`;
    const isFirst = title.external_id !== 'book-harbour';
    if (user && isFirst)
      addOrder(seeding, {reference, type: 'permission', user, title, daysAgo: 2});
  }
}
