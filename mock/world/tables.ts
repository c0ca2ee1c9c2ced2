import type {TableSpec} from '../chapter.ts';
import type {Change, Row, WorldImage} from './change.ts';
import {Table} from './table.ts';

/** The tables of one world, by name. */
export class Tables {
  readonly #specs: Readonly<Record<string, TableSpec>>;
  readonly #tables = new Map<string, Table>();

  /**
   * @param specs the tables that the chapters declare
   * @param rows the initial rows, by table
   * @throws RangeError for rows of a table that no chapter declares
   */
  constructor(specs: Readonly<Record<string, TableSpec>>, rows: WorldImage['tables']) {
    this.#specs = specs;
    for (const [name, first] of Object.entries(rows)) this.#make(name, first);
  }

  /** Returns a table; it is created on first use. @throws RangeError when no chapter declares it */
  table(name: string): Table {
    return this.#tables.get(name) ?? this.#make(name);
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
    for (const table of this.#tables.values()) count += table.size;
    return count;
  }

  /** Every row, by table. */
  image(): WorldImage['tables'] {
    const rows: WorldImage['tables'] = {};
    for (const [name, table] of this.#tables) rows[name] = [...table.all()];
    return rows;
  }

  #make(name: string, rows?: Row[]): Table {
    const spec = this.#specs[name];
    if (!spec) throw new RangeError(`no chapter declares a table \`${name}\``);
    const table = new Table(spec, rows);
    this.#tables.set(name, table);
    return table;
  }
}
