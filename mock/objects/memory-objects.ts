import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import type {ObjectStore, PutOptions, StoredObject} from './object-store.ts';

interface MemoryObject extends StoredObject {
  bytes: Buffer;
}

/** Object storage in memory. */
export const memoryObjects = (): ObjectStore => new MemoryObjects();

class MemoryObjects implements ObjectStore {
  readonly #worlds = new Map<string, Map<string, MemoryObject>>();

  async put(
    world: string,
    key: string,
    source: Readable,
    {contentType, limit, requireAllowed}: PutOptions,
  ): Promise<StoredObject | undefined> {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) return undefined;
      hash.update(chunk);
      chunks.push(chunk);
    }
    const etag = `"${hash.digest('hex').slice(0, 32)}"`;
    requireAllowed?.();
    const objects = this.#worlds.get(world) ?? new Map<string, MemoryObject>();
    this.#worlds.set(world, objects);
    objects.set(key, {size, etag, contentType, bytes: Buffer.concat(chunks)});
    return {size, etag, contentType};
  }

  head(world: string, key: string): StoredObject | undefined {
    return this.#worlds.get(world)?.get(key);
  }

  list(world: string): string[] {
    return [...(this.#worlds.get(world)?.keys() ?? [])];
  }

  read(world: string, key: string, from: number, to: number): Readable {
    const bytes = this.#worlds.get(world)?.get(key)?.bytes ?? Buffer.alloc(0);
    return Readable.from([bytes.subarray(from, to + 1)]);
  }

  worlds(): string[] {
    return [...this.#worlds.keys()];
  }

  async drop(world: string): Promise<void> {
    this.#worlds.delete(world);
  }

  unsettled(): string[] {
    return [];
  }

  async unsettle(): Promise<void> {}

  async settle(): Promise<void> {}
}
