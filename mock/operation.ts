import type {StoredObject} from './objects/object-store.ts';
import type {Change, Effect, Row} from './world/change.ts';

/**
 * What an operation can read: the rows of one tenant through indexed queries, the clock, named numbers. Reading has no
 * side effects; only `newId`, `newNumber` and `newSeq` increment counters of the world.
 */
export interface View {
  /** Key of the workspace or store in whose name the request is made. */
  readonly tenant: string;
  /** The world's clock, in epoch milliseconds. */
  readonly now: number;
  /**
   * Returns a limit, lifetime or page size by name; the chapters declare them. Throws for a name that no chapter
   * declares.
   */
  number(name: string): number;
  /** Returns the value of a freedom in this world (see Chapter.freedoms). */
  freedom(name: string): unknown;
  /** Returns a row of this tenant by key. */
  find<R extends Row>(table: string, key: string): R | undefined;
  /** Returns the first row of this tenant with a value in a declared index. */
  by<R extends Row>(table: string, index: string, value: string): R | undefined;
  /** Returns all rows of this tenant with a value in a declared index, oldest first. */
  all<R extends Row>(table: string, index: string, value: string): R[];
  /**
   * Returns up to `limit` rows of this tenant, newest first: those older than `before` (a `seq`), except for the first
   * `skip`. Cost: O(page).
   */
  newest<R extends Row>(
    table: string,
    page: {before?: number; skip?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /**
   * Returns up to `limit` rows of this tenant, oldest first: those newer than `after` (a `seq`), except for the first
   * `skip`. Cost: O(page).
   */
  oldest<R extends Row>(
    table: string,
    page: {after?: number; skip?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /**
   * Like `newest`, for the rows with any of some values in a declared index. The cost depends on the number of values
   * and the size of the page, not on the number of rows.
   */
  newestUnder<R extends Row>(
    table: string,
    under: {index: string; values: readonly string[]},
    page: {before?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /** Like `oldest`, for the rows with any of some values in a declared index. The cost is that of `newestUnder`. */
  oldestUnder<R extends Row>(
    table: string,
    under: {index: string; values: readonly string[]},
    page: {after?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /** Counts the rows of this tenant with any of some values in a declared index. */
  countUnder(table: string, under: {index: string; values: readonly string[]}): number;
  /** Counts the rows of this tenant. */
  count(table: string): number;
  /** Returns a row of any tenant, for data that the whole world shares. Not for keys that a client sends. */
  anywhere<R extends Row>(table: string, key: string): R | undefined;
  /** Makes a new id that cannot be guessed: the prefix of the kind and 20 letters, such as `pub_q3...`. */
  newId(kind: string): string;
  /** Returns the next integer of a kind, from 1. */
  newNumber(kind: string): number;
  /** Returns the next sequence number for the order of creation. Every new row takes one. */
  newSeq(): number;
  /** Returns the metadata of an object in object storage. */
  object(key: string): StoredObject | undefined;
  /**
   * Declares a file that is generated from an object whenever it is read.
   * @param note differs for every file derived from the same object; letters, digits and dashes
   * @returns its key and its size; 0 bytes when there is no object with the key `from`
   */
  derived(from: string, note: string, extension: string): {object: string; size: number};
  /** Makes a message authentication code over texts, in their order, for this world and tenant. It is URL-safe. */
  seal(purpose: string, ...parts: string[]): string;
  /**
   * Returns a row in the form that responses show. It is rendered once for each version of the row and each renderer.
   * The renderer must depend only on the row and the freedoms of the world.
   */
  rendered<R extends Row>(row: R, render: Renderer<R>): Rendered;
}

/** Converts a row into the form that responses show, depending on the freedoms of its world. */
export type Renderer<R extends Row> = (row: R, freedom: View['freedom']) => unknown;

/** A request in the form that an operation receives. The body has been validated by the contract's request schema. */
export interface Input {
  path: Record<string, string>;
  /** The declared query parameters, the last value of each name. */
  query: Record<string, string>;
  /** The declared headers, by lower-case name. */
  headers: Record<string, string>;
  body: unknown;
  /** Key of the row of the credential. */
  by: string;
}

/** A success: a response, and changes to commit. */
export interface Done {
  situation: string;
  /** Index of the status, when several are documented. Default: 0. */
  form?: number;
  /** A JSON value; it may contain a `Rendered`, a `Link` or a `Page` anywhere. Absent: a response without a body. */
  body?: unknown;
  /** The content to send instead of JSON. */
  text?: {type: string; text: string};
  /** The documented headers of this response. */
  headers?: Record<string, string | Link>;
  changes?: Change[];
  effects?: Effect[];
}

/**
 * A refusal, identified by its situation. Status and reason come from contract and profile, the message from the
 * chapter's table.
 */
export interface Refused {
  refused: string;
  /**
   * Index of the status and reason, when several are documented (they correspond by position in the profile). Default:
   * 0.
   */
  form?: number;
  /** For the journal only; never sent to the client. */
  why: Why;
  /** The message of the failure, instead of the one in the chapter's table. */
  message?: string;
  /** Messages by field, for failure shapes that contain them (store). */
  errors?: Record<string, string[]>;
}

/** Why a request was refused, for the person who reads the terminal. */
export interface Why {
  expected: string;
  got: string;
  /** How to correct the request. */
  todo: string;
}

/** An operation. It is pure and synchronous: it accesses I/O, clock, storage and randomness only through the view. */
export type Transition = (view: View, input: Input) => Done | Refused;

/** Handles a due event. `view.now` is the instant at which the event was due. */
export type DueHandler = (view: View, key: string) => {changes?: Change[]; effects?: Effect[]};

/** Messages for people, by situation or `operation.situation`. */
export type Refusals = Record<string, string>;

/** Whether an operation refused a request. Then there is nothing to commit. */
export const isRefused = (outcome: Done | Refused): outcome is Refused => 'refused' in outcome;

/** Makes a refusal with a situation and its reason for the journal. */
export const refuse = (situation: string, why: Why): Refused => ({refused: situation, why});

/** A JSON value together with its serialized text, which is made once. */
export class Rendered {
  readonly value: unknown;
  readonly text: string;
  constructor(value: unknown) {
    this.value = value;
    this.text = JSON.stringify(value);
  }
}

/** A page of the mock for people. The interface turns it into a URL of its world and origin. */
export class Page {
  /** Path and query relative to the world's base URL, starting with `/`. */
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A presigned link. The interface turns it into a URL of its world and origin. */
export class Link {
  readonly method: 'PUT' | 'GET';
  /** Key of the object. */
  readonly object: string;
  /** Epoch milliseconds of its expiry. */
  readonly expires: number;
  /** Headers that are part of the signature, by lower-case name. */
  readonly headers: Record<string, string>;
  /** Maximum size of a PUT, in bytes. */
  readonly limit: number;
  constructor(
    method: 'PUT' | 'GET',
    object: string,
    expires: number,
    headers: Record<string, string> = {},
    limit = 0,
  ) {
    this.method = method;
    this.object = object;
    this.expires = expires;
    this.headers = headers;
    this.limit = limit;
  }
}
