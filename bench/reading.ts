import {request} from 'undici';
import {createMock, type Mock} from '../mock/create-mock.ts';
import {generateReading} from '../mock/store/reading/generate.ts';
import {seedUsers} from '../mock/store/users/seed.ts';
import type {World} from '../mock/world/world.ts';
import {defined} from '../spec/defined.ts';
import {figure, ratio, type Figure} from './figure.ts';
import {medianOf, STORE, tokenOf} from './store-reads.ts';

const MANY = 1_000_000;
const FEW = 100;
const READERS = 2000;
const MIB = 1_048_576;

/** The year over which the sessions are distributed. */
const YEAR = {from: '2024-01-01', to: '2024-12-31'};

/**
 * The requests to the large store, by their description; NEXT is the cursor of the second page. A filter finds less
 * than a page in the small store, so each is compared with a whole page there.
 */
const READS: Record<string, string> = {
  'reading sessions': '',
  'second page of reading sessions': 'cursor=NEXT',
  'reading of a content': 'issue_id=70001',
  'reading of a user': 'user_id=8',
  'reading by reason': 'reason_type=bought_issue',
  'reading by plan': 'reason_type=global_subscription&reason_value=501',
  'reading of a month': 'from_date=2024-03-01&to_date=2024-03-31',
  'reading of a content by reason in a year':
    'issue_id=70001&reason_type=gifted_issue&from_date=2024-01-01&to_date=2024-12-31',
};

/**
 * Compares pages of a store with 1,000,000 reading sessions with those of one with 100, and measures the
 * memory of both.
 */
export async function reading(rounds: number): Promise<Figure[]> {
  const mock = await createMock({control: false, world: 'empty'});
  const few = await storeWith(mock, FEW);
  const many = await storeWith(mock, MANY);
  const memory = process.memoryUsage().rss / MIB;
  const figures = [
    figure('memory with 1,000,000 reading sessions', [memory], 'at most', 1536, 'MiB'),
  ];
  for (const [what, query] of Object.entries(READS)) {
    const times: [number[], number[]] = [[], []];
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++)
      for (const [at, store] of [few, many].entries()) {
        const time = await read(mock, store, store === many ? query : '');
        if (round >= 0) defined(times[at], 'the times of a store').push(time);
      }
    const [ofFew, ofMany] = times;
    figures.push(ratio(`${what}, 1,000,000 beside 100`, ofMany, ofFew, 'at most', 1.5, 'ms'));
  }
  await mock.close();
  return figures;
}

/** A store to read, and the cursor of its second page. */
interface ReadStore {
  world: World;
  token: string;
  next: string;
}

async function storeWith(mock: Mock, count: number): Promise<ReadStore> {
  const world = await mock.worlds.create({template: 'suite', seed: count, limits: false});
  seedUsers(world, STORE, READERS);
  await generateReading(world, {store: STORE, sessions: count, ...YEAR});
  const token = tokenOf(world);
  const first = await request(urlOf(mock, world, ''), {headers: {'x-user-token': token}});
  const {next_cursor: next} = (await first.body.json()) as {next_cursor: string};
  return {world, token, next};
}

const urlOf = (mock: Mock, world: World, query: string): string =>
  `${mock.urls.store}/w/${world.id}/integration-api/v1/consumption/sessions?${query}`;

/** Median of the requests of one round, in milliseconds. */
const read = (mock: Mock, {world, token, next}: ReadStore, query: string): Promise<number> =>
  medianOf(() => urlOf(mock, world, query.replace('NEXT', next)), token);
