import type {Readable} from 'node:stream';
import type {ObjectStore, StoredObject} from './object-store.ts';

/** One world's part of object storage. */
export interface Bucket {
  put(
    key: string,
    bytes: Readable,
    contentType: string,
    limit: number,
  ): Promise<StoredObject | undefined>;
  head(key: string): StoredObject | undefined;
  list(): string[];
  read(key: string, from: number, to: number): Readable;
}

/** @param place the name under which the store keeps the world's objects */
export const bucketOf = (store: ObjectStore, place: string): Bucket => ({
  put: (key, bytes, contentType, limit) => store.put(place, key, bytes, contentType, limit),
  head: (key) => store.head(place, key),
  list: () => store.list(place),
  read: (key, from, to) => store.read(place, key, from, to),
});
