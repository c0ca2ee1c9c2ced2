import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import type {ObjectStore, StoredObject} from './object-store.ts';

/** Object storage in memory. */
export function memoryObjects(): ObjectStore {
  const worlds = new Map<string, Map<string, StoredObject & {bytes: Buffer}>>();
  return {
    async put(world, key, bytes, contentType, limit) {
      const hash = createHash('sha256');
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > limit) return undefined;
        hash.update(chunk);
        chunks.push(chunk);
      }
      const stored = {
        size,
        etag: `"${hash.digest('hex').slice(0, 32)}"`,
        contentType,
        bytes: Buffer.concat(chunks),
      };
      const objects = worlds.get(world) ?? new Map<string, typeof stored>();
      worlds.set(world, objects.set(key, stored));
      return {size, etag: stored.etag, contentType};
    },
    head(world, key) {
      return worlds.get(world)?.get(key);
    },
    list(world) {
      return [...(worlds.get(world)?.keys() ?? [])];
    },
    read(world, key, from, to) {
      const bytes = worlds.get(world)?.get(key)?.bytes ?? Buffer.alloc(0);
      return Readable.from([bytes.subarray(from, to + 1)]);
    },
    worlds: () => [...worlds.keys()],
    async drop(world) {
      worlds.delete(world);
    },
  };
}
