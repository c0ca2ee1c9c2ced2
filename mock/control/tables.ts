import type {JournalEntry} from '../world/journal.ts';
import {maskedBody} from '../world/secrets.ts';
import type {World} from '../world/world.ts';
import {idOf, worldOf, type ControlRequest, type Handler} from './handler.ts';
import {Problem} from './problem.ts';

/** The rows of a world, for reading. */
export const tableOperations: Record<string, Handler> = {
  listTables(request) {
    const world = worldOf(request);
    const tables = namesOf(request).map((name) => ({name, rows: world.table(name).size}));
    return {status: 200, body: {tables: tables.filter(({rows}) => rows > 0)}};
  },

  getTable(request) {
    const world = worldOf(request);
    const name = idOf(request);
    requireTable(request, name);
    const limit = Number(request.query['limit'] ?? 100);
    const changes = changedBy(world);
    const rows = [...world.table(name).all()].slice(-limit).reverse();
    return {
      status: 200,
      body: {
        rows: rows.map((row) => ({
          row: JSON.parse(maskedBody(JSON.stringify(row))) as object,
          changed_by: changes.get(`${name}/${row.key}`) ?? null,
        })),
      },
    };
  },
};

const namesOf = ({worlds}: ControlRequest): string[] =>
  Object.keys(worlds.definition.tables).sort();

/** @throws Problem 404 for a table that no chapter declares */
function requireTable(request: ControlRequest, name: string): void {
  const names = namesOf(request);
  if (names.includes(name)) return;
  throw new Problem(404, `there is no table \`${name}\``, `there are ${names.join(', ')}`);
}

/** The last request in the journal that changed a row, by table and key of the row. */
function changedBy({journal}: World): Map<string, Pick<JournalEntry, 'n' | 'method' | 'path'>> {
  const changed = new Map<string, Pick<JournalEntry, 'n' | 'method' | 'path'>>();
  journal.each(({n, method, path, changes = []}) => {
    for (const change of changes) changed.set(change, {n, method, path});
  });
  return changed;
}
