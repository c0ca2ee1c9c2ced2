import type {Index, TableSpec} from '../chapter.ts';
import type {Row} from './change.ts';
import {OrderedRows, type Page} from './ordered-rows.ts';

interface Lookup {
  name: string;
  spec: Index;
  found: Map<string, Row | OrderedRows>;
}

const NOTHING: Row[] = [];

/**
 * Rows by key, by tenant in order of `seq`, and by declared indexes. Rows are values: a put
 * replaces.
 */
export class Table {
  readonly #spec: TableSpec;
  readonly #rows = new Map<string, Row>();
  readonly #tenants = new Map<string, OrderedRows>();
  readonly #lookups: Lookup[];

  constructor(spec: TableSpec, rows: Iterable<Row> = []) {
    this.#spec = spec;
    this.#lookups = Object.entries(spec.indexes ?? {}).map(([name, index]) => ({
      name,
      spec: index,
      found: new Map(),
    }));
    for (const row of rows) this.put(row);
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  /** Every row, in order of first arrival. */
  all(): IterableIterator<Row> {
    return this.#rows.values();
  }

  /** Who has rows. */
  tenants(): string[] {
    return [...this.#tenants.keys()];
  }

  of(tenant: string): readonly Row[] {
    return this.#tenants.get(tenant)?.all() ?? NOTHING;
  }

  count(tenant: string): number {
    return this.#tenants.get(tenant)?.size ?? 0;
  }

  /**
   * All rows under a value of an index, oldest first; the tenant is ignored by an index of the
   * whole world.
   */
  by(index: string, value: string, tenant: string): readonly Row[] {
    const found = this.#found(index, value, tenant);
    return found === undefined ? NOTHING : found instanceof OrderedRows ? found.all() : [found];
  }

  /** The oldest row under a value of an index. */
  first(index: string, value: string, tenant: string): Row | undefined {
    const found = this.#found(index, value, tenant);
    return found instanceof OrderedRows ? found.oldestOfAll : found;
  }

  newest(tenant: string, page: Page & {before?: number}): Row[] {
    return this.#tenants.get(tenant)?.newest(page) ?? [];
  }

  oldest(tenant: string, page: Page & {after?: number}): Row[] {
    return this.#tenants.get(tenant)?.oldest(page) ?? [];
  }

  put(row: Row): void {
    const old = this.#rows.get(row.key);
    if (old && (old.tenant !== row.tenant || old.seq !== row.seq)) this.del(row.key);
    let rows = this.#tenants.get(row.tenant);
    if (!rows) this.#tenants.set(row.tenant, (rows = new OrderedRows()));
    const replaced = rows.put(row);
    this.#rows.set(row.key, row);
    for (const lookup of this.#lookups) index(lookup, row.tenant, row, replaced);
  }

  del(key: string): void {
    const row = this.#rows.get(key);
    if (!row) return;
    this.#rows.delete(key);
    this.#tenants.get(row.tenant)!.drop(row);
    for (const lookup of this.#lookups) index(lookup, row.tenant, undefined, row);
  }

  /** A table with the same rows that later changes do not reach. */
  snapshot(): Table {
    return new Table(this.#spec, this.#rows.values());
  }

  #found(index: string, value: string, tenant: string): Row | OrderedRows | undefined {
    const lookup = this.#lookups.find(({name}) => name === index);
    if (!lookup) throw new Error(`no index \`${index}\` is declared`);
    return lookup.found.get(place(lookup.spec, value, tenant));
  }
}

/** Enters a row of a tenant into an index, in the place of another. */
function index(
  {spec, found}: Lookup,
  tenant: string,
  row: Row | undefined,
  old: Row | undefined,
): void {
  const from = old && spec.of(old);
  const to = row && spec.of(row);
  if (from !== undefined && from !== to) {
    const at = place(spec, from, tenant);
    const here = found.get(at);
    if (here instanceof OrderedRows) here.drop(old!);
    if (!(here instanceof OrderedRows) || here.size === 0) found.delete(at);
  }
  if (to === undefined) return;
  const at = place(spec, to, tenant);
  const here = found.get(at);
  if (here instanceof OrderedRows) here.put(row!);
  // Most values of most indexes have one row: it stands alone.
  else if (here === undefined || from === to) found.set(at, row!);
  else found.set(at, new OrderedRows(here, row!));
}

const place = (spec: Index, value: string, tenant: string): string =>
  spec.scope === 'world' ? value : `${tenant}\0${value}`;
