import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {SpentRow} from './rows.ts';
import {usedToday} from './spent.ts';

/** Deletes the runs that were counted without being real. */
const takeBack = (world: World, workspace: string): Change[] =>
  ([...world.table('spent_runs').of(workspace)] as SpentRow[])
    .filter(({publication}) => publication === '')
    .map(({key}) => ({table: 'spent_runs', del: key}));

/**
 * Counts metered runs as started now, until only `left` remain under the daily ceiling. They belong to no publication
 * and cannot be read.
 * @param left null: removes those that earlier calls added
 * @returns a promise that settles when they are on disk; undefined for a world in memory
 */
export function leaveRuns(
  world: World,
  workspace: string,
  left: number | null,
): Promise<void> | undefined {
  const view = world.view(workspace);
  if (left === null) return world.commit({changes: takeBack(world, workspace), effects: []});
  const count = Math.max(0, view.number('runs.daily_limit') - usedToday(view) - left);
  const changes = Array.from({length: count}, (): Change => {
    const row: SpentRow = {
      key: view.newId('run'),
      tenant: workspace,
      seq: view.newSeq(),
      at: view.now,
      publication: '',
      tool: '',
      by: '',
    };
    return {table: 'spent_runs', put: row};
  });
  return world.commit({changes, effects: []});
}
