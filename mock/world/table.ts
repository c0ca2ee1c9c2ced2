import type {Index, TableSpec} from '../chapter.ts';
import type {Row} from './change.ts';
import {OrderedRows, type Page} from './ordered-rows.ts';

interface Lookup {
  name: string;
  spec: Index;
  found: Map<string, Row | OrderedRows>;
}

const NOTHING: Row[] = [];

/** Some values of an index. */
export interface Under {
  index: string;
  values: readonly string[];
}

/**
 * Rows by key, by tenant in order of `seq`, and by declared indexes. Rows are immutable values: `put` replaces them.
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

  /** Every row, in the order in which keys were first put. */
  all(): IterableIterator<Row> {
    return this.#rows.values();
  }

  /** The tenants that have rows. */
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
   * Returns all rows with a value in an index, oldest first. For an index of the whole world the tenant is ignored.
   */
  by(index: string, value: string, tenant: string): readonly Row[] {
    const found = this.#found(index, value, tenant);
    if (found === undefined) return NOTHING;
    return found instanceof OrderedRows ? found.all() : [found];
  }

  /** Returns the oldest row with a value in an index. */
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

  /** Returns up to `limit` rows with any of the values, newest first. */
  newestUnder({tenant, ...under}: Under & {tenant: string}, page: Page & {before?: number}): Row[] {
    const {where: _where, ...anywhere} = page;
    return merged(this.#underEach(under, tenant), {
      limit: page.limit,
      headOf: (rows) => rows.newest({...anywhere, limit: 1})[0],
      found: (rows) => rows.newest(page),
      order: (a, b) => b.seq - a.seq,
    });
  }

  /** Returns up to `limit` rows with any of the values, oldest first. */
  oldestUnder({tenant, ...under}: Under & {tenant: string}, page: Page & {after?: number}): Row[] {
    const {where: _where, ...anywhere} = page;
    return merged(this.#underEach(under, tenant), {
      limit: page.limit,
      headOf: (rows) => rows.oldest({...anywhere, limit: 1})[0],
      found: (rows) => rows.oldest(page),
      order: (a, b) => a.seq - b.seq,
    });
  }

  /** Counts the rows with any of the values. */
  countUnder({tenant, ...under}: Under & {tenant: string}): number {
    return this.#underEach(under, tenant).reduce((sum, {size}) => sum + size, 0);
  }

  put(row: Row): void {
    const old = this.#rows.get(row.key);
    if (old && (old.tenant !== row.tenant || old.seq !== row.seq)) this.del(row.key);
    const replaced = this.#rowsOf(row.tenant).put(row);
    this.#rows.set(row.key, row);
    for (const lookup of this.#lookups) indexPut(lookup, row, replaced);
  }

  del(key: string): void {
    const row = this.#rows.get(key);
    if (!row) return;
    this.#rows.delete(key);
    this.#rowsOf(row.tenant).drop(row);
    for (const lookup of this.#lookups) indexDel(lookup, row);
  }

  /** Returns a copy of the table that later changes do not affect. */
  snapshot(): Table {
    return new Table(this.#spec, this.#rows.values());
  }

  #rowsOf(tenant: string): OrderedRows {
    const existing = this.#tenants.get(tenant);
    if (existing) return existing;
    const rows = new OrderedRows();
    this.#tenants.set(tenant, rows);
    return rows;
  }

  #underEach({index, values}: Under, tenant: string): OrderedRows[] {
    return values.flatMap((value) => {
      const found = this.#found(index, value, tenant);
      if (found === undefined) return [];
      return found instanceof OrderedRows ? [found] : [new OrderedRows(found)];
    });
  }

  #found(index: string, value: string, tenant: string): Row | OrderedRows | undefined {
    const lookup = this.#lookups.find(({name}) => name === index);
    if (!lookup) throw new Error(`no index \`${index}\` is declared`);
    return lookup.found.get(entryOf(lookup.spec, value, tenant));
  }
}

/** How rows of several lists are merged into one page. */
interface Merging {
  limit: number;
  /** The first row of a list that is in range, whether it is wanted or not. */
  headOf(rows: OrderedRows): Row | undefined;
  /** The rows of a list that are wanted for the page. */
  found(rows: OrderedRows): Row[];
  order(a: Row, b: Row): number;
}

/** Merges the first rows of several lists. A list is read only if it may contain one of them. */
function merged(lists: OrderedRows[], {limit, headOf, found, order}: Merging): Row[] {
  const begun = lists
    .flatMap((rows) => {
      const head = headOf(rows);
      return head ? [{rows, head}] : [];
    })
    .sort((a, b) => order(a.head, b.head));
  let page: Row[] = [];
  for (const {rows, head} of begun) {
    const last = page[limit - 1];
    if (last && order(last, head) < 0) break;
    page = [...page, ...found(rows)].sort(order).slice(0, limit);
  }
  return page;
}

/** Adds a row to an index, replacing the one with its key. */
function indexPut(lookup: Lookup, row: Row, old: Row | undefined): void {
  const values = lookup.spec.of(row);
  const oldValues = old && lookup.spec.of(old);
  const isSame = old !== undefined && areSame(values, oldValues);
  if (old && !isSame) indexDel(lookup, old);
  if (typeof values === 'string') enter(lookup, values, row, isSame);
  else for (const value of values ?? []) enter(lookup, value, row, isSame);
}

type Values = ReturnType<Index['of']>;

const areSame = (a: Values, b: Values): boolean =>
  a === b ||
  (Array.isArray(a) &&
    Array.isArray(b) &&
    a.length === b.length &&
    a.every((one, at) => one === b[at]));

/** @param isSame whether the row replaces one with the same value */
function enter({spec, found}: Lookup, value: string, row: Row, isSame: boolean): void {
  const entry = entryOf(spec, value, row.tenant);
  const here = found.get(entry);
  if (here instanceof OrderedRows) here.put(row);
  // In most indexes a value has one row, which is stored without an array.
  else if (here === undefined || isSame) found.set(entry, row);
  else found.set(entry, new OrderedRows(here, row));
}

/** Removes a row from an index. */
function indexDel(lookup: Lookup, row: Row): void {
  const values = lookup.spec.of(row);
  if (typeof values === 'string') leave(lookup, values, row);
  else for (const value of values ?? []) leave(lookup, value, row);
}

function leave({spec, found}: Lookup, value: string, row: Row): void {
  const entry = entryOf(spec, value, row.tenant);
  const here = found.get(entry);
  if (here instanceof OrderedRows) here.drop(row);
  if (!(here instanceof OrderedRows) || here.size === 0) found.delete(entry);
}

/** The key under which an index stores the rows with a value. */
const entryOf = (spec: Index, value: string, tenant: string): string =>
  spec.scope === 'world' ? value : `${tenant}\0${value}`;
