import type {Bucket} from '../objects/bucket.ts';
import {derivedKey} from '../objects/derived.ts';
import type {StoredObject} from '../objects/object-store.ts';
import type {Rendered, Renderer, View} from '../operation.ts';
import type {Row} from './change.ts';
import type {Ids} from './ids.ts';
import type {Page} from './ordered-rows.ts';
import type {Table, Under} from './table.ts';

/** The parts of a world that operations may read through a view. `World` implements it. */
export interface ViewSource {
  /** Limits, lifetimes and page sizes by name. */
  readonly numbers: Readonly<Record<string, number>>;
  readonly ids: Pick<Ids, 'id' | 'number'>;
  readonly objects: Pick<Bucket, 'head'>;
  freedom(name: string): unknown;
  seal(purpose: string, ...parts: string[]): string;
  table(name: string): Table;
  newSeq(): number;
  rendered<R extends Row>(row: R, render: Renderer<R>): Rendered;
}

/** One tenant's view of a world. */
export class WorldView implements View {
  readonly tenant: string;
  readonly now: number;
  readonly #source: ViewSource;

  constructor(source: ViewSource, tenant: string, now: number) {
    this.#source = source;
    this.tenant = tenant;
    this.now = now;
  }

  number(name: string): number {
    const number = this.#source.numbers[name];
    if (number === undefined) throw new Error(`no chapter declares a number \`${name}\``);
    return number;
  }

  freedom(name: string): unknown {
    return this.#source.freedom(name);
  }

  find<R extends Row>(table: string, key: string): R | undefined {
    const row = this.#source.table(table).get(key);
    return row?.tenant === this.tenant ? (row as R) : undefined;
  }

  by<R extends Row>(table: string, index: string, value: string): R | undefined {
    return this.#source.table(table).first(index, value, this.tenant) as R | undefined;
  }

  all<R extends Row>(table: string, index: string, value: string): R[] {
    return [...this.#source.table(table).by(index, value, this.tenant)] as R[];
  }

  newest<R extends Row>(table: string, page: Page<R> & {before?: number}): R[] {
    return this.#source.table(table).newest(this.tenant, page as Page) as R[];
  }

  oldest<R extends Row>(table: string, page: Page<R> & {after?: number}): R[] {
    return this.#source.table(table).oldest(this.tenant, page as Page) as R[];
  }

  newestUnder<R extends Row>(table: string, under: Under, page: Page<R> & {before?: number}): R[] {
    const rows = this.#source.table(table);
    return rows.newestUnder({...under, tenant: this.tenant}, page as Page) as R[];
  }

  oldestUnder<R extends Row>(table: string, under: Under, page: Page<R> & {after?: number}): R[] {
    const rows = this.#source.table(table);
    return rows.oldestUnder({...under, tenant: this.tenant}, page as Page) as R[];
  }

  countUnder(table: string, under: Under): number {
    return this.#source.table(table).countUnder({...under, tenant: this.tenant});
  }

  count(table: string): number {
    return this.#source.table(table).count(this.tenant);
  }

  anywhere<R extends Row>(table: string, key: string): R | undefined {
    return this.#source.table(table).get(key) as R | undefined;
  }

  newId(kind: string): string {
    return this.#source.ids.id(kind);
  }

  newNumber(kind: string): number {
    return this.#source.ids.number(kind);
  }

  newSeq(): number {
    return this.#source.newSeq();
  }

  object(key: string): StoredObject | undefined {
    return this.#source.objects.head(key);
  }

  derived(from: string, note: string, extension: string): {object: string; size: number} {
    const object = derivedKey({from, note, extension});
    return {object, size: this.object(object)?.size ?? 0};
  }

  seal(purpose: string, ...parts: string[]): string {
    return this.#source.seal(purpose, this.tenant, ...parts);
  }

  rendered<R extends Row>(row: R, render: Renderer<R>): Rendered {
    return this.#source.rendered(row, render);
  }
}
