import {createMock, type Mock} from '../mock/create-mock.ts';
import {seedIssues} from '../mock/store/content/seed.ts';
import {seedOrders} from '../mock/store/orders/seed.ts';
import {seedUsers} from '../mock/store/users/seed.ts';
import type {World} from '../mock/world/world.ts';
import {defined} from '../spec/defined.ts';
import {ratio, type Figure} from './figure.ts';
import {medianOf, STORE, tokenOf} from './store-reads.ts';

const MANY = 100_000;
const FEW = 100;
/** Requests of one round. */
const REQUESTS = 200;

/** The requests, by their description. */
const READS: Record<string, string> = {
  'order by external reference': '/orders/seeded-50?id_type=external',
  'order list': '/orders',
  'user search by email': '/dashboard/users?query=',
  'content list': '/dashboard/issues',
  'a later page of the content list': '/dashboard/issues?page=5',
  'content by external id': '/dashboard/issues/seeded-70050',
};

/** Compares reads of a store with 100,000 users, orders and contents with those of one with 100. */
export async function orders(rounds: number): Promise<Figure[]> {
  const mock = await createMock({control: false, world: 'empty'});
  const few = await storeWith(mock, FEW);
  const many = await storeWith(mock, MANY);
  const figures: Figure[] = [];
  for (const [what, path] of Object.entries(READS)) {
    const times: [number[], number[]] = [[], []];
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++)
      for (const [at, store] of [few, many].entries()) {
        const time = await read(mock, store, path);
        if (round >= 0) defined(times[at], 'the times of a store').push(time);
      }
    const [ofFew, ofMany] = times;
    figures.push(ratio(`${what}, 100,000 beside 100`, ofMany, ofFew, 'at most', 1.1, 'ms'));
  }
  await mock.close();
  return figures;
}

/** A store to read, with the email of one of its users. */
interface ReadStore {
  world: World;
  token: string;
  email: string;
}

async function storeWith(mock: Mock, count: number): Promise<ReadStore> {
  const world = await mock.worlds.create({template: 'suite', seed: count, limits: false});
  seedUsers(world, STORE, count);
  await seedIssues(world, STORE, count).persisted;
  await seedOrders(world, STORE, count);
  const user = defined(world.table('users').of(STORE).at(-1), 'a user of the store');
  return {world, token: tokenOf(world), email: (user as unknown as {email: string}).email};
}

/** Median of the requests of one round, in milliseconds. */
async function read(mock: Mock, {world, token, email}: ReadStore, path: string): Promise<number> {
  const query = path.endsWith('=') ? encodeURIComponent(email) : '';
  const url = `${mock.urls.store}/w/${world.id}/integration-api/v1${path}${query}`;
  return medianOf(() => url, token, REQUESTS);
}
