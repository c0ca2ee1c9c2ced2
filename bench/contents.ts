import {createMock, type Mock} from '../mock/create-mock.ts';
import {seedIssues} from '../mock/store/content/seed.ts';
import type {World} from '../mock/world/world.ts';
import {ratio, type Figure} from './figure.ts';
import {medianOf, STORE, tokenOf} from './store-reads.ts';

const MANY = 100_000;
const FEW = 100;

/** A store to read. */
interface Shelf {
  world: World;
  token: string;
  /** Ids of its content, oldest first. */
  ids: number[];
}

/** The requests to a store, by their description: the query. */
const READS: Record<string, (shelf: Shelf, turn: number) => string> = {
  'first page of content': () => '',
  'last full page of content': ({ids}) => `page=${Math.floor(ids.length / PAGE)}`,
  // The same number of names in both stores, so that the same number of rows is rendered for the first time.
  'content by its name': ({ids}, turn) =>
    `query=Seeded+title+${ids[Math.floor((turn * ids.length) / FEW)] ?? 0}`,
};

/** Rows of a page. */
const PAGE = 15;

/** Compares pages of a store with 100,000 contents with those of one with 100. */
export async function contents(rounds: number): Promise<Figure[]> {
  const mock = await createMock({control: false, world: 'empty'});
  const few = await shelfWith(mock, FEW);
  const many = await shelfWith(mock, MANY);
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(READS)) {
    const times = {few: [] as number[], many: [] as number[]};
    // The first round is a warm-up.
    for (let round = -1; round < rounds; round++) {
      const ofFew = await read(mock, few, query);
      const ofMany = await read(mock, many, query);
      if (round < 0) continue;
      times.few.push(ofFew);
      times.many.push(ofMany);
    }
    const words = `${what}, 100,000 beside 100`;
    figures.push(ratio(words, times.many, times.few, 'at most', 1.1, 'ms'));
  }
  await mock.close();
  return figures;
}

async function shelfWith(mock: Mock, count: number): Promise<Shelf> {
  const world = await mock.worlds.create({template: 'suite', seed: count, limits: false});
  const {ids, persisted} = seedIssues(world, STORE, count);
  await persisted;
  return {world, token: tokenOf(world), ids};
}

const read = (
  mock: Mock,
  shelf: Shelf,
  query: (shelf: Shelf, turn: number) => string,
): Promise<number> =>
  medianOf((turn) => {
    const base = `${mock.urls.store}/w/${shelf.world.id}/integration-api/v1/dashboard/issues`;
    return `${base}?${query(shelf, turn)}`;
  }, shelf.token);
