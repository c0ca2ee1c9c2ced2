import type {Index, TableSpec} from '../chapter.ts';
import type {Row} from './change.ts';

export interface Page<R extends Row = Row> {
  limit: number;
  where?: (row: R) => boolean;
}

interface Lookup {
  spec: Index;
  found: Map<string, Row | Row[]>;
}

const NOTHING: Row[] = [];

/** Rows by key, by tenant in order of `seq`, and by declared indexes. Rows are values: a put replaces. */
export class Table {
  readonly #spec: TableSpec;
  readonly #rows = new Map<string, Row>();
  readonly #tenants = new Map<string, Row[]>();
  readonly #lookups = new Map<string, Lookup>();

  constructor(spec: TableSpec, rows: Iterable<Row> = []) {
    this.#spec = spec;
    for (const [name, index] of Object.entries(spec.indexes ?? {})) this.#lookups.set(name, {spec: index, found: new Map()});
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
    return this.#tenants.get(tenant) ?? NOTHING;
  }

  /** All rows under a value of an index, oldest first; the tenant is ignored by an index of the whole world. */
  by(index: string, value: string, tenant: string): readonly Row[] {
    const lookup = this.#lookups.get(index);
    if (!lookup) throw new Error(`no index \`${index}\` is declared`);
    const found = lookup.found.get(place(lookup.spec, value, tenant));
    return found === undefined ? NOTHING : Array.isArray(found) ? found : [found];
  }

  newest(tenant: string, {before, limit, where}: Page & {before?: number}): Row[] {
    const rows = this.of(tenant);
    const page: Row[] = [];
    for (let i = (before === undefined ? rows.length : firstFrom(rows, before)) - 1; i >= 0 && page.length < limit; i--)
      if (!where || where(rows[i]!)) page.push(rows[i]!);
    return page;
  }

  oldest(tenant: string, {after, limit, where}: Page & {after?: number}): Row[] {
    const rows = this.of(tenant);
    const page: Row[] = [];
    for (let i = after === undefined ? 0 : firstFrom(rows, after + 1); i < rows.length && page.length < limit; i++)
      if (!where || where(rows[i]!)) page.push(rows[i]!);
    return page;
  }

  put(row: Row): void {
    const old = this.#rows.get(row.key);
    if (old && (old.tenant !== row.tenant || old.seq !== row.seq)) this.del(row.key);
    const rows = this.#tenants.get(row.tenant) ?? [];
    if (rows.length === 0) this.#tenants.set(row.tenant, rows);
    const at = firstFrom(rows, row.seq);
    const replaces = rows[at]?.key === row.key;
    if (replaces) this.#forget(rows[at]!);
    this.#rows.set(row.key, row);
    if (replaces) rows[at] = row;
    else if (at === rows.length) rows.push(row);
    else rows.splice(at, 0, row);
    for (const lookup of this.#lookups.values()) index(lookup, row);
  }

  del(key: string): void {
    const row = this.#rows.get(key);
    if (!row) return;
    this.#forget(row);
    this.#rows.delete(key);
    const rows = this.#tenants.get(row.tenant)!;
    rows.splice(firstFrom(rows, row.seq), 1);
  }

  /** A table with the same rows that later changes do not reach. */
  snapshot(): Table {
    return new Table(this.#spec, this.#rows.values());
  }

  #forget(row: Row): void {
    for (const {spec, found} of this.#lookups.values()) {
      const value = spec.of(row);
      if (value === undefined) continue;
      const at = place(spec, value, row.tenant);
      const here = found.get(at);
      const rest = Array.isArray(here) ? here.filter((other) => other.key !== row.key) : [];
      if (rest.length) found.set(at, rest);
      else found.delete(at);
    }
  }
}

function index({spec, found}: Lookup, row: Row): void {
  const value = spec.of(row);
  if (value === undefined) return;
  const at = place(spec, value, row.tenant);
  const here = found.get(at);
  if (here === undefined) found.set(at, row);
  else {
    const rows = Array.isArray(here) ? here : [here];
    rows.splice(firstFrom(rows, row.seq), 0, row);
    found.set(at, rows);
  }
}

const place = (spec: Index, value: string, tenant: string): string =>
  spec.scope === 'world' ? value : `${tenant}\0${value}`;

/** Position of the first row whose `seq` is at least this. */
function firstFrom(rows: readonly Row[], seq: number): number {
  const last = rows.at(-1);
  if (!last || last.seq < seq) return rows.length;
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
