import type {Json} from '../spec/json.ts';
import type {Schema} from '../spec/schema.ts';
import type {DueHandler, Input, Refusals, Transition, View} from './operation.ts';
import type {Row} from './world/change.ts';
import type {Counter} from './world/counter.ts';

/**
 * What the OpenAPI document of a world has at a place, instead of what the contract allows any deployment: a schema;
 * `like` adds the schemas of another component to members without one; `shown` replaces members in the examples of a
 * component; `never` is not answered in this world; a response may have `no body`.
 */
export type PublishedForm =
  | Schema
  | {like: string}
  | {shown: Readonly<Record<string, unknown>>}
  | 'never'
  | 'no body';

/**
 * Forms by place: a component with a path of members (`Issue/price_morph/*`), or an operation and a status
 * (`createPlan 201`).
 */
export type PublishedForms = Readonly<Record<string, PublishedForm>>;

/** The indexes of a table. Every table can also be read by key and by tenant. */
export interface TableSpec {
  indexes?: Record<string, Index>;
}

/** An index of rows by one of their values. `world`: across tenants (credentials). Default: within a tenant. */
export interface Index {
  /** The value or values of a row under the index, without duplicates; undefined for a row that is not indexed. */
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
  /** A freedom with which the world was created; undefined for the mock's default. */
  freedom(name: string): unknown;
  put(table: string, row: Row): void;
  /** The rows that earlier chapters, and this one so far, have put into a table. */
  rows<R extends Row>(table: string): R[];
  newId(kind: string): string;
  newNumber(kind: string): number;
  newSeq(): number;
  /** An API key or token: `prefix` and 40 letters. */
  newSecret(prefix: string): string;
  /**
   * A credential of the demo world, such as `demo-key-harbour-full`, as this world has it: with its own id instead of
   * `demo`, unless it was made with the credentials of the demo.
   */
  ownCredential(ofDemo: string): string;
  /** The content of a small valid file of a format, by extension. */
  sampleFile(extension: string, title: string): Uint8Array;
  /** Puts an object into object storage. */
  object(key: string, bytes: Uint8Array, contentType: string): void;
}

export type TemplateName = 'demo' | 'suite';

/** A behaviour that the document leaves open. The control plane lists these texts. */
export interface Freedom {
  /** What the mock can do; the first is its own choice. */
  values: readonly [Json, ...Json[]];
  /** Further values that it can have. */
  others?: 'number of milliseconds' | 'length' | 'IANA name of a time zone';
  meaning: string;
  /** The open points that permit it (`spec/<api>/open-points.tsv`); absent where the document is only silent. */
  open?: readonly string[];
}

/** Freedoms by name. */
export type Freedoms = Record<string, Freedom>;

/**
 * One chapter's part of the mock, as data. To add one, write it in `mock/<api>/<chapter>/` and list it in
 * `mock/<api>/chapters.ts`. Operations are found by the contract's operationId; a contract operation without a
 * transition has no route.
 */
export interface Chapter {
  /** For example `workspace/uploads`. */
  name: string;
  tables?: Record<string, TableSpec>;
  /** Default limits, lifetimes and page sizes by name. */
  numbers?: Record<string, number>;
  /** The counters of its limits, by name. */
  counters?: Record<string, Counter>;
  /** Behaviours that the document leaves open. */
  freedoms?: Freedoms;
  /** How its answers look in a world, where the document leaves that open. */
  forms?: (freedom: View['freedom']) => PublishedForms;
  /** Freedoms of the worlds of a template, unless the creator of the world sets others. */
  templateFreedoms?: Partial<Record<TemplateName, Record<string, Json>>>;
  /** Tables by kind of resource, as path parameters name them (`x-names`). */
  resources?: Record<string, string>;
  refusals?: Refusals;
  operations?: Record<string, Transition>;
  /**
   * The keys of rows that a read shows, or of which its answer depends, and for which an event may be due, by operation:
   * in a world that skips waits, a read of what waits moves the clock.
   */
  waits?: Record<string, (view: View, input: Input) => string[]>;
  /**
   * Actions of people and gateways outside the API, by name: on the store's own pages, and through hooks
   * (`site/site-operations.ts`).
   */
  siteOperations?: Record<string, Transition>;
  /** What to do when an event is due, by the name of the event. */
  onDue?: Record<string, DueHandler>;
  /** Functions that add the rows of a template to a new world. They run in the order of the chapters. */
  templates?: Record<TemplateName, (seeder: Seeder) => void>;
}
