import {derivedKey} from '../objects/derived.ts';
import type {StoredObject} from '../objects/object-store.ts';
import type {Rendered, View} from '../operation.ts';
import type {Row} from './change.ts';
import type {Page} from './ordered-rows.ts';
import type {Table} from './table.ts';
import type {World} from './world.ts';

/** What defects of an operation do to its view. */
export interface ViewOverride {
  /** Situations whose check is skipped. */
  skips: Pick<ReadonlySet<string>, 'has'>;
  /** Rows of other tenants are found and listed. */
  tenancy: boolean;
  /** Tables as they were on arrival. */
  stale?: ReadonlyMap<string, Table>;
}

/** The view of an operation that checks nothing. */
export const UNCHECKED: ViewOverride = {skips: {has: () => true}, tenancy: false};

/** One tenant's view of a world. */
export class WorldView implements View {
  readonly tenant: string;
  readonly now: number;
  readonly #world: World;
  readonly #blur: ViewOverride | undefined;

  constructor(world: World, tenant: string, now: number, override?: ViewOverride) {
    this.#world = world;
    this.tenant = tenant;
    this.now = now;
    this.#blur = override;
  }

  number(name: string): number {
    const number = this.#world.numbers[name];
    if (number === undefined) throw new Error(`no chapter declares a number \`${name}\``);
    return number;
  }

  freedom(name: string): unknown {
    return this.#world.freedom(name);
  }

  checks(situation: string): boolean {
    return !this.#blur?.skips.has(situation);
  }

  find<R extends Row>(table: string, key: string): R | undefined {
    const row = this.#table(table).get(key);
    return row && (row.tenant === this.tenant || this.#blur?.tenancy) ? (row as R) : undefined;
  }

  by<R extends Row>(table: string, index: string, value: string): R | undefined {
    for (const tenant of this.#tenants(table)) {
      const row = this.#table(table).first(index, value, tenant);
      if (row) return row as R;
    }
    return undefined;
  }

  all<R extends Row>(table: string, index: string, value: string): R[] {
    return this.#tenants(table).flatMap((tenant) =>
      this.#table(table).by(index, value, tenant),
    ) as R[];
  }

  newest<R extends Row>(table: string, page: Page<R> & {before?: number}): R[] {
    const found = this.#tenants(table).map(
      (tenant) => this.#table(table).newest(tenant, page as Page) as R[],
    );
    return found.length === 1
      ? found[0]!
      : found
          .flat()
          .sort((a, b) => b.seq - a.seq)
          .slice(0, page.limit);
  }

  oldest<R extends Row>(table: string, page: Page<R> & {after?: number}): R[] {
    const found = this.#tenants(table).map(
      (tenant) => this.#table(table).oldest(tenant, page as Page) as R[],
    );
    return found.length === 1
      ? found[0]!
      : found
          .flat()
          .sort((a, b) => a.seq - b.seq)
          .slice(0, page.limit);
  }

  count(table: string): number {
    return this.#table(table).count(this.tenant);
  }

  anywhere<R extends Row>(table: string, key: string): R | undefined {
    return this.#table(table).get(key) as R | undefined;
  }

  newId(kind: string): string {
    return this.#world.ids.id(kind);
  }

  newNumber(kind: string): number {
    return this.#world.ids.number(kind);
  }

  newSeq(): number {
    return this.#world.newSeq();
  }

  object(key: string): StoredObject | undefined {
    return this.#world.objects.head(key);
  }

  derived(from: string, note: string, extension: string): {object: string; size: number} {
    const object = derivedKey({from, note, extension});
    return {object, size: this.object(object)?.size ?? 0};
  }

  seal(purpose: string, text: string): string {
    return this.#world.ids.seal(purpose, text);
  }

  rendered<R extends Row>(row: R, render: (row: R) => unknown): Rendered {
    return this.#world.rendered(row, render);
  }

  /** Whose rows are looked at. */
  #tenants(table: string): string[] {
    return this.#blur?.tenancy ? this.#table(table).tenants() : [this.tenant];
  }

  #table(name: string): Table {
    return this.#blur?.stale?.get(name) ?? this.#world.table(name);
  }
}
