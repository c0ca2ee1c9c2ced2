import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createMock, type Mock} from '../create-mock.ts';
import {plant} from '../seeds/plant.ts';
import {systemPorts} from '../world/ports.ts';
import {suiteWorld, type SuiteWorld} from '../testing/client.ts';
import type {ControlRequest} from './handler.ts';
import {resetOperations} from './reset.ts';
import {worldOperations} from './worlds.ts';

let on: SuiteWorld;
beforeAll(async () => {
  on = await suiteWorld();
});
afterAll(() => on.mock.close());

test.each([
  ['dropWorld', 'dropWorld'],
  ['dropWorld', 'resetWorld'],
])('after %s, a %s that was sent at the same time finds no world', async (...names) => {
  await on.mock.worlds.create({id: 'both'});
  const sent = {
    worlds: on.mock.worlds,
    path: {world: 'both'},
    url: () => '',
  } as Partial<ControlRequest> as ControlRequest<never>;
  const [first, second] = await Promise.allSettled(
    names.map(async (name) => ({...worldOperations, ...resetOperations})[name]?.(sent)),
  );
  expect(first).toMatchObject({status: 'fulfilled', value: {status: 204}});
  expect(second).toMatchObject({status: 'rejected', reason: {name: 'Problem', status: 404}});
});

describe('who waits', () => {
  let mock: Mock;
  beforeAll(async () => void (mock = await createMock()));
  afterAll(() => mock.close());

  /** Begins to wait, for long. */
  async function waiting(world: string, name: string): Promise<{response: Promise<Response>}> {
    const response = fetch(`${mock.urls.control}/worlds/${world}/${name}?wait_ms=20000`);
    await systemPorts.wait(100);
    return {response};
  }

  test.each(['journal', 'outbox'])(
    'for the %s of a world is told when it is dropped',
    async (name) => {
      await mock.worlds.create({id: 'gone', template: 'empty'});
      const {response} = await waiting('gone', name);
      await mock.worlds.drop('gone');
      expect((await response).status).toBe(404);
    },
  );

  test('for mails sees those of a store that a seed has brought meanwhile', async () => {
    await mock.worlds.create({id: 'seeded', template: 'empty'});
    const {response} = await waiting('seeded', 'outbox');
    await plant(mock.worlds, 'seeded', {
      stores: [
        {
          name: 'Riverside',
          users: [{email: 'ada@readers.example'}],
          content: [{external_id: 'tides', name: 'Tides'}],
          orders: [{type: 'report', user: 'ada', products: [{content: 'tides'}]}],
        },
      ],
    });
    expect(((await (await response).json()) as {mail: unknown[]}).mail).toHaveLength(1);
  });
});
