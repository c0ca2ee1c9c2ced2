import type {Defect} from '../defect.ts';
import type {Change, Row} from '../world/change.ts';
import type {World} from '../world/world.ts';

type Deviation = Omit<
  Extract<Defect, {seam: 'change'}>,
  'name' | 'breaks' | 'seam' | 'in' | 'table'
>;

/** Changes as a defect lets them through: lost, with members of old, or with members of its own. */
export function deviated(
  world: World,
  changes: Change[],
  touches: (table: string) => boolean,
  {drop, keep = [], set}: Deviation,
): Change[] {
  if (drop) return changes.filter(({table}) => !touches(table));
  return changes.map((change) =>
    'put' in change && touches(change.table)
      ? {
          table: change.table,
          put: {
            ...keeping(change.put, world.table(change.table).get(change.put.key), keep),
            ...set,
          },
        }
      : change,
  );
}

const keeping = (row: Row, old: Row | undefined, keep: string[]): Row =>
  old
    ? {
        ...row,
        ...Object.fromEntries(
          keep.filter((name) => name in old).map((name) => [name, old[name as keyof Row]]),
        ),
      }
    : row;
