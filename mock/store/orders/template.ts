import {DAY_MS} from '../../../spec/durations.ts';
import type {Seeder} from '../../chapter.ts';
import {localDay} from '../access/local-time.ts';
import type {User} from '../users/user.ts';
import {uuidFrom} from '../users/user.ts';
import type {Issue} from '../content/issue.ts';
import {movedOrder, type OrderEvent} from './order-states.ts';
import type {Order, OrderStatus, OrderType} from './order.ts';

/** An order of a template; its instants are derived from `daysAgo`. */
interface TemplateOrder {
  /** External reference. */
  reference: string;
  type: OrderType;
  user: User;
  title: Issue;
  daysAgo: number;
  price?: number;
  currency?: string;
  /** Its later events. */
  events?: OrderEvent[];
}

const BEGINNING: Record<OrderType, OrderStatus> = {
  permission: 'approved',
  report: 'approved',
  sale: 'pending',
};

/** Adds an order that was created in the dashboard: its source is `internal`. */
function addOrder(seeder: Seeder, template: TemplateOrder): void {
  const choices = {declined: 'cancelled', statusOfOneProduct: 'product'} as const;
  let order = newOrder(seeder, template);
  for (const event of template.events ?? []) {
    const after = movedOrder(order, event, order.created + DAY_MS, choices);
    if ('order' in after) order = after.order;
  }
  seeder.put('orders', order);
}

/** The row of an order before its events. */
function newOrder(
  seeder: Seeder,
  {reference, type, user, title, daysAgo, price = 0, currency}: TemplateOrder,
): Order {
  const created = seeder.now - daysAgo * DAY_MS;
  const status = BEGINNING[type];
  return {
    key: uuidFrom((kind) => seeder.newId(kind)),
    tenant: user.tenant,
    seq: seeder.newSeq(),
    external_reference: reference,
    type,
    source: 'internal',
    unit_price: price,
    currency_id: currency ?? null,
    status,
    created,
    created_day: localDay(created, String(seeder.freedom('store.timezone') ?? 'UTC')),
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
        currency_id: currency ?? null,
      },
    ],
    return_url: type === 'permission' ? null : 'https://shop.example/thanks',
    cancellation: null,
  };
}

/** The demo world: orders of every type and state in one store. */
export function demo(seeder: Seeder): void {
  const titles = seeder.rows<Issue>('issues');
  const users = seeder.rows<User>('users');
  const add = (name: string, title: string, rest: Omit<TemplateOrder, 'user' | 'title'>): void => {
    const user = users.find((one) => one.name === name);
    const product = titles.find(({external_id: id}) => id === title);
    if (user && product) addOrder(seeder, {...rest, user, title: product});
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

/** A suite world: each store has one order from the dashboard. */
export function suite(seeder: Seeder): void {
  const users = seeder.rows<User>('users');
  for (const title of seeder.rows<Issue>('issues')) {
    const user = users.find((one) => one.tenant === title.tenant && !one.admin);
    const reference = `internal-${title.external_id}`;
    // The second title of its store.
    const isSecond = title.external_id === 'book-harbour';
    if (user && !isSecond)
      addOrder(seeder, {reference, type: 'permission', user, title, daysAgo: 2});
  }
}
