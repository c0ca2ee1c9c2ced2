import {afterAll, beforeAll, expect, test} from 'vitest';
import {plant} from '../seeds/plant.ts';
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

test.each(['journal', 'outbox'])(
  'who waits for the %s of a world is told when it is dropped',
  async (name) => {
    await on.mock.worlds.create({id: 'gone', template: 'empty'});
    const waiting = fetch(`${on.mock.urls.control}/worlds/gone/${name}?wait_ms=20000`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await on.mock.worlds.drop('gone');
    expect((await waiting).status).toBe(404);
  },
);

test('who waits for mails sees those of a store that a seed has brought meanwhile', async () => {
  const {worlds, urls} = on.mock;
  await worlds.create({id: 'seeded', template: 'empty'});
  const waiting = fetch(`${urls.control}/worlds/seeded/outbox?wait_ms=20000`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await plant(worlds, 'seeded', {
    stores: [
      {
        name: 'Riverside',
        users: [{email: 'ada@readers.example'}],
        content: [{external_id: 'tides', name: 'Tides'}],
        orders: [{type: 'report', user: 'ada', products: [{content: 'tides'}]}],
      },
    ],
  });
  expect(((await (await waiting).json()) as {mail: unknown[]}).mail).toHaveLength(1);
});
