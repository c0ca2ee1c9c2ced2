import type {Json} from '../../spec/json.ts';
import type {SecondOfReads} from './rolling-count.ts';

/** A row of a world's table. Rows are immutable values: a change replaces a row by a new one. */
export interface Row {
  /** Unique in its table. */
  readonly key: string;
  /** The workspace or store that the row belongs to. */
  readonly tenant: string;
  /** Sequence number: increases with every row of a world in the order of creation. */
  readonly seq: number;
}

/** A row that is put (created or replaced) or deleted. */
export type Change = {table: string; put: Row} | {table: string; del: string};

/**
 * An effect other than a change of rows: an event for the queue of due events. The first request to the world after the
 * instant `at`, or the first move of its clock past it, handles the event by `onDue` of the chapter.
 */
export type Effect = {effect: 'due'; at: number; event: string; key: string};

/** The changes of an operation. They are committed atomically, and listed in the journal. */
export interface ChangeSet {
  changes: Change[];
  effects: Effect[];
}

/** The persisted data of a world other than its rows. */
export interface WorldMeta {
  /**
   * The instant of a frozen clock, or the offset of a running one, in milliseconds; how many times as fast as real time it
   * runs (default: 1); and the last instant that a running one showed, in a data folder.
   */
  clock: ({frozen: number} | {offset: number}) & {speed?: number; shown?: number};
  seed: number;
  /** The next `seq`. */
  seq: number;
  /** The counters from which ids are derived, by kind. */
  ids: Record<string, number>;
  /**
   * The bucket in object storage that contains the world's files, when its name differs from the world's: each reset
   * and restore uses a new bucket.
   */
  place?: string;
  /** Settings of the world: whether limits are enforced, freedoms, changed numbers. */
  settings: Record<string, Json>;
}

/** A whole world as data: loaded from persistence, returned by snapshots, accepted by restore. */
export interface WorldImage {
  meta: WorldMeta;
  tables: Record<string, Row[]>;
  due: {at: number; seq: number; event: string; key: string}[];
  /** Daily read counts by name, with the instants of reads, grouped by second. */
  reads: Record<string, SecondOfReads[]>;
}
