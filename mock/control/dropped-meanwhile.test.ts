import {afterAll, beforeAll, expect, test} from 'vitest';
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
