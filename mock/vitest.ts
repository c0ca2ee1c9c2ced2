import {test as base} from 'vitest';
import type {World, WorldOptions} from './library/world.ts';
import {createMock, type Mock} from './library.ts';

/** What tests get from `test`. */
export interface Fixtures {
  /** A world of its own, which is dropped after the test. */
  world: World;
  /** How it is made: `test.extend({worldOptions: {from: 'seed.yaml'}})`. */
  worldOptions: WorldOptions;
}

/** One mock for all tests of a worker. */
interface WorkerFixtures {
  mock: Mock;
}

/** The `test` of Vitest, with a world of its own for each test that asks for one: `test('...', async ({world}) => ...)`. */
export const test = base.extend<Fixtures & WorkerFixtures>({
  mock: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of fixtures from the pattern
    async ({}, use) => {
      const mock = await createMock();
      await use(mock);
      await mock.close();
    },
    {scope: 'worker'},
  ],
  worldOptions: {},
  world: async ({mock, worldOptions}, use) => {
    const world = await mock.world(worldOptions);
    await use(world);
    await world.drop();
  },
});
