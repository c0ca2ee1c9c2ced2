import type {DefectOf} from './select.ts';
import type {Change, Row} from '../../world/change.ts';
import type {World} from '../../world/world.ts';

/** Changes after several defects, each of which concerns one table. */
export function changedByAll(
  world: World,
  changes: Change[],
  defects: readonly DefectOf<'change'>[],
): Change[] {
  let changed = changes;
  for (const defect of defects)
    changed = changedRows(world, changed, (table) => table === defect.table, defect);
  return changed;
}

/** How a defect changes rows. */
type RowChange = Pick<DefectOf<'change'>, 'drop' | 'keep' | 'set'>;

/** Changes after the defect: lost, with members that keep their old value, or with members that are set. */
export function changedRows(
  world: World,
  changes: Change[],
  isTouched: (table: string) => boolean,
  {drop, keep = [], set}: RowChange,
): Change[] {
  if (drop) return changes.filter(({table}) => !isTouched(table));
  return changes.map((change) => {
    if (!('put' in change) || !isTouched(change.table)) return change;
    const {table, put} = change;
    const old = world.table(table).get(put.key);
    return {table, put: {...put, ...membersOf(old, keep), ...set}};
  });
}

/** Some members of a row. */
const membersOf = (row: Row | undefined, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => names.includes(name)));
