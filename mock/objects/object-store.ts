import type {Readable} from 'node:stream';

/** What storage knows of a stored object. */
export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Strong entity tag, quoted (RFC 9110). */
  etag: string;
  contentType: string;
}

/** Bytes behind presigned links, by world and object key. */
export interface ObjectStore {
  /**
   * Streams bytes into storage; the object is there whole or not at all.
   * @param limit bytes at most
   * @returns undefined when the limit was exceeded: nothing is kept
   */
  put(
    world: string,
    key: string,
    bytes: Readable,
    contentType: string,
    limit: number,
  ): Promise<StoredObject | undefined>;
  head(world: string, key: string): StoredObject | undefined;
  /** Keys of a world's objects. */
  list(world: string): string[];
  /** Reads bytes `from`..`to`, both inclusive. */
  read(world: string, key: string, from: number, to: number): Readable;
  /** Every world that has objects. */
  worlds(): string[];
  /** Forgets a world's objects. */
  drop(world: string): Promise<void>;
}
