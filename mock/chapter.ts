import type {Json} from '../spec/json.ts';
import type {Refusals, Settle, Transition} from './operation.ts';
import type {Row} from './world/change.ts';
import type {Counter} from './world/counter.ts';

/** How the rows of a table are found besides their keys. */
export interface TableSpec {
  indexes?: Record<string, Index>;
}

/** Rows by a value of theirs. `world`: across tenants (credentials); default: within a tenant. */
export interface Index {
  /** The value of a row under the index, or several, each once; undefined for a row that it does not hold. */
  of(row: Row): string | readonly string[] | undefined;
  scope?: 'tenant' | 'world';
}

/**
 * The interface through which a template adds rows to a new world. Ids, secrets and order derive from the world's
 * seed.
 */
export interface Seeder {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A freedom that the world was made with; undefined: the mock's own choice. */
  freedom(name: string): unknown;
  put(table: string, row: Row): void;
  /** Rows put so far, by all chapters before this one. */
  rows<R extends Row>(table: string): R[];
  newId(kind: string): string;
  newNumber(kind: string): number;
  newSeq(): number;
  /** An API key or token: `prefix` and 40 letters. */
  newSecret(prefix: string): string;
  /** A small real file of a format, by extension. */
  sampleFile(extension: string, title: string): Uint8Array;
  /** Bytes to lie in object storage when the world opens. */
  object(key: string, bytes: Uint8Array, contentType: string): void;
}

export type TemplateName = 'demo' | 'suite';

/**
 * One chapter's part of the mock, as data. To add one: write it in `mock/<api>/<chapter>/`, put it
 * in the list of `mock/<api>/chapters.ts`. Operations are found by the contract's operationId; a
 * contract operation without a transition has no route.
 */
export interface Chapter {
  /** `workspace/uploads` */
  name: string;
  tables?: Record<string, TableSpec>;
  /** Limits, lifetimes and page sizes by name, with the values of a world that changed none. */
  numbers?: Record<string, number>;
  /** What its limits count, by name. */
  counters?: Record<string, Counter>;
  /** Behaviours that the document leaves open, by name, with the mock's own choice. */
  freedoms?: Record<string, unknown>;
  /** Freedoms that worlds of a template have, where whoever makes the world names no other. */
  templateFreedoms?: Partial<Record<TemplateName, Record<string, Json>>>;
  /** Tables by kind of resource, as path parameters name them (`x-names`). */
  resources?: Record<string, string>;
  refusals?: Refusals;
  operations?: Record<string, Transition>;
  /**
   * What people and gateways do beside the API, by name: on the store's own pages, and through hooks
   * (`site/site-operations.ts`).
   */
  siteOperations?: Record<string, Transition>;
  /** What falls due, by event. */
  settle?: Record<string, Settle>;
  /** What a new world holds. Chapters fill in the order of the list. */
  templates?: Record<TemplateName, (seeder: Seeder) => void>;
}
