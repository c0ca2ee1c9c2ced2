import type {Readable} from 'node:stream';

/** The metadata of a stored object. */
export interface StoredObject {
  /** Number of bytes. */
  size: number;
  /** Strong entity tag, with its quotes (RFC 9110, section 8.8.3). */
  etag: string;
  contentType: string;
}

/** How an object is to be stored. */
export interface PutOptions {
  contentType: string;
  /** Maximum number of bytes. */
  limit: number;
  /**
   * Called when all bytes have arrived, at the instant of the change. An error that it throws prevents the change, and
   * rejects the promise.
   */
  requireAllowed?: (() => void) | undefined;
}

/** Stores objects by world and key. Presigned links refer to them. */
export interface ObjectStore {
  /**
   * Streams bytes into storage, replacing an older object with the key. The object is stored completely or not at all.
   * @returns undefined when there were more bytes than `limit`: then nothing is stored
   */
  put(
    world: string,
    key: string,
    bytes: Readable,
    options: PutOptions,
  ): Promise<StoredObject | undefined>;
  /** Returns the metadata of an object; undefined when there is none with the key. */
  head(world: string, key: string): StoredObject | undefined;
  /** Keys of a world's objects. */
  list(world: string): string[];
  /** Reads the bytes `from` to `to` of an object, inclusive, counted from 0. */
  read(world: string, key: string, from: number, to: number): Readable;
  /** Every world that has objects. */
  worlds(): string[];
  /** Removes all objects of a world. */
  drop(world: string): Promise<void>;
  /** The worlds that were being filled or dropped when the mock was ended. */
  unsettled(): string[];
  /** Notes durably that worlds are about to be filled or dropped. @throws NotKept */
  unsettle(worlds: readonly string[]): Promise<void>;
  /** Ends that. @throws NotKept */
  settle(worlds: readonly string[]): Promise<void>;
}
