import type {Readable} from 'node:stream';

/** What is known of a stored object, besides its bytes. */
export interface StoredObject {
  /** Number of bytes. */
  size: number;
  /** Strong entity tag, with its quotes (RFC 9110, section 8.8.3). */
  etag: string;
  contentType: string;
}

/** Stores bytes by world and object key. Presigned links lead to them. */
export interface ObjectStore {
  /**
   * Streams bytes into storage, in the place of an older object of the key. The object is there
   * whole or not at all.
   * @param limit maximum number of bytes
   * @returns undefined when there were more bytes: then nothing is stored
   */
  put(
    world: string,
    key: string,
    bytes: Readable,
    contentType: string,
    limit: number,
  ): Promise<StoredObject | undefined>;
  /** Describes an object; undefined when there is none under the key. */
  head(world: string, key: string): StoredObject | undefined;
  /** Keys of a world's objects. */
  list(world: string): string[];
  /** Reads the bytes `from` to `to` of an object, both included, counted from 0. */
  read(world: string, key: string, from: number, to: number): Readable;
  /** Every world that has objects. */
  worlds(): string[];
  /** Removes all objects of a world. */
  drop(world: string): Promise<void>;
}
