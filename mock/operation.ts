import type {StoredObject} from './objects/object-store.ts';
import type {Change, Effect, Row} from './world/change.ts';

/**
 * What an operation may know: one tenant's rows through indexed queries, the clock, named numbers,
 * ids. Reading is free of side effects; only `newId`, `newNumber` and `newSeq` move a counter of
 * the world.
 */
export interface View {
  /** Key of the workspace or store. */
  readonly tenant: string;
  /** The world's clock, in epoch milliseconds. */
  readonly now: number;
  /**
   * A limit, lifetime or page size by name; the chapters declare them. Throws for a name that
   * nobody declared.
   */
  number(name: string): number;
  /** A behavioural freedom of this world (see Chapter.freedoms). */
  freedom(name: string): unknown;
  /** A row of this tenant by key. */
  find<R extends Row>(table: string, key: string): R | undefined;
  /** The first row of this tenant by a declared index. */
  by<R extends Row>(table: string, index: string, value: string): R | undefined;
  /** All rows of this tenant under a value of a declared index, oldest first. */
  all<R extends Row>(table: string, index: string, value: string): R[];
  /**
   * Up to `limit` rows of this tenant, newest first, older than `before` (a `seq`), after the first
   * `skip`; O(page).
   */
  newest<R extends Row>(
    table: string,
    page: {before?: number; skip?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /**
   * Up to `limit` rows of this tenant, oldest first, newer than `after` (a `seq`), after the first
   * `skip`; O(page).
   */
  oldest<R extends Row>(
    table: string,
    page: {after?: number; skip?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /**
   * As `newest`, of the rows under any of some values of a declared index. It costs a look at each value,
   * and a page of some, however many rows stand under them.
   */
  newestUnder<R extends Row>(
    table: string,
    under: {index: string; values: readonly string[]},
    page: {before?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /** As `oldest`, of the rows under any of some values of a declared index; costs as `newestUnder`. */
  oldestUnder<R extends Row>(
    table: string,
    under: {index: string; values: readonly string[]},
    page: {after?: number; limit: number; where?: (row: R) => boolean},
  ): R[];
  /** How many rows of this tenant stand under any of some values of a declared index. */
  countUnder(table: string, under: {index: string; values: readonly string[]}): number;
  /** How many rows this tenant has. */
  count(table: string): number;
  /** A row of any tenant: for what the whole world shares. It is not for what a client names. */
  anywhere<R extends Row>(table: string, key: string): R | undefined;
  /** A new id that cannot be guessed: the kind's prefix and 20 letters, such as `pub_q3...`. */
  newId(kind: string): string;
  /** The next integer of a kind, from 1. */
  newNumber(kind: string): number;
  /** The next place in the order of creation; every new row takes one. */
  newSeq(): number;
  /** What landed in object storage under a key. */
  object(key: string): StoredObject | undefined;
  /**
   * A file that is made of an object whenever it is read.
   * @param note unlike that of every other file derived from the same object; letters, digits and
   * dashes
   * @returns its key and its size; 0 bytes where nothing lies under `from`
   */
  derived(from: string, note: string, extension: string): {object: string; size: number};
  /** A code for texts, in their order, that only this world can make for this tenant; URL-safe. */
  seal(purpose: string, ...parts: string[]): string;
  /**
   * A row as responses show it, rendered once for each value of the row and renderer. The renderer
   * depends on nothing but the row and the freedoms of the world.
   */
  rendered<R extends Row>(row: R, render: Renderer<R>): Rendered;
}

/** Makes of a row what responses show, by the freedoms of its world. */
export type Renderer<R extends Row> = (row: R, freedom: View['freedom']) => unknown;

/** A request as an operation sees it. The body has passed the contract's request schema. */
export interface Input {
  path: Record<string, string>;
  /** Declared query parameters, the last value of each name. */
  query: Record<string, string>;
  /** Declared headers, by lower-case name. */
  headers: Record<string, string>;
  body: unknown;
  /** Key of the credential's row. */
  by: string;
}

/** Success: a response and what is committed. */
export interface Done {
  situation: string;
  /** Which of several documented statuses. Default 0. */
  form?: number;
  /**
   * A JSON value; anywhere in it a `Rendered`, a `Link` or a `Page` may stand. Absent: a response without
   * body.
   */
  body?: unknown;
  /** What stands there instead of JSON. */
  text?: {type: string; text: string};
  /** Documented headers of this response. */
  headers?: Record<string, string | Link>;
  changes?: Change[];
  effects?: Effect[];
}

/**
 * A refusal by situation; status and reason come from contract and profile, the message from the
 * chapter's table.
 */
export interface Refused {
  refused: string;
  /**
   * Which of several documented forms (statuses and reasons pair up by position in the profile).
   * Default 0.
   */
  form?: number;
  /** For the journal only: never on the wire. */
  why: Why;
  /** What the failure says instead of the message of the chapter's table. */
  message?: string;
  /** Messages by field, for failure shapes that carry them (store). */
  errors?: Record<string, string[]>;
}

/** Why a request was refused, for the person at the terminal. */
export interface Why {
  expected: string;
  got: string;
  /** What to do. */
  todo: string;
}

/** Pure and synchronous: no I/O, clock, storage or chance but through the view. */
export type Transition = (view: View, input: Input) => Done | Refused;

/** What a due event does; `view.now` is the instant at which it fell due. */
export type Settle = (view: View, key: string) => {changes?: Change[]; effects?: Effect[]};

/** Situation (or `operation.situation`) to the message for a human reader. */
export type Refusals = Record<string, string>;

/** Whether an operation refused a request, and has nothing to change. */
export const isRefused = (outcome: Done | Refused): outcome is Refused => 'refused' in outcome;

/** A refusal of a situation, and why. */
export const refuse = (situation: string, why: Why): Refused => ({refused: situation, why});

/** A JSON value together with its text, which is made once. */
export class Rendered {
  readonly value: unknown;
  readonly text: string;
  constructor(value: unknown) {
    this.value = value;
    this.text = JSON.stringify(value);
  }
}

/** A page beside the API as a value; the interface writes it as a URL of its world and origin. */
export class Page {
  /** Path and query below the world's address, from `/`. */
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A presigned link as a value; the interface writes it as a URL of its world and origin. */
export class Link {
  readonly method: 'PUT' | 'GET';
  /** Key of the object. */
  readonly object: string;
  /** Epoch milliseconds. */
  readonly expires: number;
  /** Headers that are signed along, by lower-case name. */
  readonly headers: Record<string, string>;
  /** Size limit of a PUT, in bytes. */
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
