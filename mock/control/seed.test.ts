import {expect, test} from 'vitest';
import {createMock} from '../create-mock.ts';

test.each([
  ['publications', 'workspace', 'ws_harbour'],
  ['users', 'store', 'riverside'],
])('while many %s are seeded, other requests are answered', async (things, tenant, id) => {
  const mock = await createMock();
  let isSeeded = false;
  const seeded = fetch(`${mock.urls.control}/worlds/demo/seed`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({[things]: {[tenant]: id, count: 20_000}}),
  }).finally(() => (isSeeded = true));
  const before = mock.world('demo')?.table(things).size ?? 0;
  const sizes = new Set<number>();
  while (!isSeeded) {
    await fetch(`${mock.urls.control}/worlds/demo/clock`);
    sizes.add(mock.world('demo')?.table(things).size ?? 0);
  }
  expect((await seeded).status).toBe(201);
  expect(mock.world('demo')?.table(things).size).toBe(before + 20_000);
  expect(sizes.size).toBeGreaterThan(3);
  await mock.close();
});
