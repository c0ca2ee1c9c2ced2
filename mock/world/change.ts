import type {Json} from '../../spec/json.ts';
import type {SecondOfReads} from './rolling-count.ts';

/** A row of a world's table. Rows are values: a change puts a new row in the old one's place. */
export interface Row {
  /** Unique in its table. */
  readonly key: string;
  /** The workspace or store that the row belongs to. */
  readonly tenant: string;
  /** Grows with every row of a world: the order of creation. */
  readonly seq: number;
}

/** One row put (made or replaced) or deleted. */
export type Change = {table: string; put: Row} | {table: string; del: string};

/** Something that happens besides rows: an event in the due queue. */
export type Effect = {effect: 'due'; at: number; event: string; key: string};

/**
 * What an operation does, whole or not at all: what is committed and what the journal shows.
 */
export interface ChangeSet {
  changes: Change[];
  effects: Effect[];
}

/** What a world must know again after a restart besides its rows. */
export interface WorldMeta {
  /** Instant of a frozen clock, or offset of a running one, in milliseconds. */
  clock: {frozen: number} | {offset: number};
  seed: number;
  /** Next `seq`. */
  seq: number;
  /** Counters from which ids derive, by kind. */
  ids: Record<string, number>;
  /**
   * The bucket that holds its bytes in object storage, where that has another name than the world:
   * each reset and restore takes a new one.
   */
  place?: string;
  /** Settings of the world: limits on or off, freedoms, numbers that were changed. */
  settings: Record<string, Json>;
}

/** A whole world as data: what persistence loads, snapshot gives and restore takes. */
export interface WorldImage {
  meta: WorldMeta;
  tables: Record<string, Row[]>;
  due: {at: number; seq: number; event: string; key: string}[];
  /**
   * Daily read counters by name, with the instants of reads, compacted by the second.
   */
  reads: Record<string, SecondOfReads[]>;
}
