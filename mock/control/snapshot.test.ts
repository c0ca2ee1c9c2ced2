import {expect, test} from 'vitest';
import {createMock} from '../create-mock.ts';
import {memoryObjects} from '../objects/memory-objects.ts';

/** Object storage in which every object says that it has a number of bytes. */
function sized(size: number) {
  const objects = memoryObjects();
  const head = objects.head.bind(objects);
  const read: string[] = [];
  objects.head = (world, key) => {
    const found = head(world, key);
    return found && {...found, size};
  };
  const readBytes = objects.read.bind(objects);
  objects.read = (world, key, from, to) => {
    read.push(key);
    return readBytes(world, key, from, to);
  };
  return {objects, read};
}

test('a snapshot of too many bytes is refused before any is read', async () => {
  const {objects, read} = sized(750_000_000);
  const mock = await createMock({objects});
  const response = await fetch(`${mock.urls.control}/worlds/demo/snapshot`);
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({
    error: expect.stringMatching(
      /^the world is too large for a snapshot: its files have \d+ bytes/,
    ),
    what_to_do: 'start the mock with `--data DIR`, stop it, and copy that folder instead',
  });
  expect(read).toEqual([]);
  await mock.close();
});
