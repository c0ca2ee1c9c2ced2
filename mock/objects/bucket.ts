import type {Readable} from 'node:stream';
import type {ObjectStore, StoredObject} from './object-store.ts';

/** The objects of one world; the methods are those of `ObjectStore`. */
export interface Bucket {
  put(
    key: string,
    bytes: Readable,
    contentType: string,
    limit: number,
    requireAllowed?: () => void,
  ): Promise<StoredObject | undefined>;
  head(key: string): StoredObject | undefined;
  list(): string[];
  read(key: string, from: number, to: number): Readable;
}

/** @param owner the name under which the store stores the world's objects */
export const bucketOf = (store: ObjectStore, owner: string): Bucket => ({
  put: (key, ...object) => store.put(owner, key, ...object),
  head: (key) => store.head(owner, key),
  list: () => store.list(owner),
  read: (key, from, to) => store.read(owner, key, from, to),
});
