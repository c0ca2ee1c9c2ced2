import type {TableSpec} from '../chapter.ts';
import type {Change, Row, WorldImage} from './change.ts';
import {Table} from './table.ts';

/** The tables of one world, by name. Each is made of its rows on first use: most worlds of tests use few. */
export class Tables {
  readonly #specs: Readonly<Record<string, TableSpec>>;
  /** In the order of their first rows. */
  readonly #tables: Map<string, Table | readonly Row[]>;

  /**
   * @param specs the tables that the chapters declare
   * @param rows the initial rows, by table
   * @throws RangeError for rows of a table that no chapter declares
   */
  constructor(specs: Readonly<Record<string, TableSpec>>, rows: WorldImage['tables']) {
    this.#specs = specs;
    this.#tables = new Map(Object.entries(rows));
    for (const name of this.#tables.keys()) this.#spec(name);
  }

  /** Returns a table; it is created on first use. @throws RangeError when no chapter declares it */
  table(name: string): Table {
    const existing = this.#tables.get(name);
    if (existing instanceof Table) return existing;
    const table = new Table(this.#spec(name), existing);
    this.#tables.set(name, table);
    return table;
  }

  apply(change: Change): void {
    const table = this.table(change.table);
    if ('put' in change) table.put(change.put);
    else table.del(change.del);
  }

  /** Returns the changes that undo some changes, in the order in which to apply them. */
  undoing(changes: readonly Change[]): Change[] {
    const undone = changes.map((change): Change => {
      const {table} = change;
      const key = 'put' in change ? change.put.key : change.del;
      const old = this.table(table).get(key);
      return old ? {table, put: old} : {table, del: key};
    });
    return undone.reverse();
  }

  get rowCount(): number {
    let count = 0;
    for (const table of this.#tables.values())
      count += table instanceof Table ? table.size : table.length;
    return count;
  }

  /** Every row, by table. */
  image(): WorldImage['tables'] {
    const rows: WorldImage['tables'] = {};
    for (const [name, table] of this.#tables)
      rows[name] = [...(table instanceof Table ? table.all() : table)];
    return rows;
  }

  #spec(name: string): TableSpec {
    const spec = this.#specs[name];
    if (!spec) throw new RangeError(`no chapter declares a table \`${name}\``);
    return spec;
  }
}
