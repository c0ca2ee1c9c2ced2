import type {Readable} from 'node:stream';
import type {ObjectStore, PutOptions, StoredObject} from './object-store.ts';

/** The objects of one world; the methods are those of `ObjectStore`. */
export interface Bucket {
  put(key: string, bytes: Readable, options: PutOptions): Promise<StoredObject | undefined>;
  head(key: string): StoredObject | undefined;
  list(): string[];
  read(key: string, from: number, to: number): Readable;
}

/** @param owner the name under which the store stores the world's objects */
export const bucketOf = (store: ObjectStore, owner: string): Bucket => ({
  put: (key, bytes, options) => store.put(owner, key, bytes, options),
  head: (key) => store.head(owner, key),
  list: () => store.list(owner),
  read: (key, from, to) => store.read(owner, key, from, to),
});
