import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import {localDay} from '../access/local-time.ts';
import {uuidFrom, type User} from '../users/user.ts';
import type {Issue} from '../content/issue.ts';
import type {Order} from './order.ts';

/**
 * Adds approved permission orders in bulk: one for each of the newest users of a store, for its first title. Their
 * references are `seeded-1`, `seeded-2` and so on.
 * @returns a promise that settles when they are on disk
 * @throws RangeError for a store without titles or with fewer users
 */
export function seedOrders(world: World, store: string, count: number): Promise<void> | undefined {
  const [title] = world.table('issues').of(store) as Issue[];
  const users = (world.table('users').of(store) as User[]).slice(-count);
  if (!title || users.length < count)
    throw new RangeError(`store ${store} has no title, or less than ${count} users`);
  const changes = users.map(({key}, at): Change => {
    const reference = `seeded-${at + 1}`;
    return {table: 'orders', put: seededOrder(world, {store, user: key, reference, title})};
  });
  return world.commit({changes, effects: []});
}

function seededOrder(
  world: World,
  {store, user, reference, title}: {store: string; user: string; reference: string; title: Issue},
): Order {
  const now = world.now();
  return {
    key: uuidFrom((kind) => world.ids.id(kind)),
    tenant: store,
    seq: world.newSeq(),
    external_reference: reference,
    type: 'permission',
    source: 'internal',
    unit_price: 0,
    currency_id: null,
    status: 'approved',
    created: now,
    created_day: localDay(now, String(world.freedom('store.timezone'))),
    user,
    products: [
      {
        type: 'content',
        id: title.external_id ?? String(title.id),
        product: title.key,
        name: title.name,
        status: 'approved',
        expiration_date: null,
        access_until: null,
        unit_price: 0,
        currency_id: null,
      },
    ],
    return_url: null,
    cancellation: null,
  };
}
