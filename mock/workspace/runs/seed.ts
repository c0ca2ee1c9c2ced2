import type {Change} from '../../world/change.ts';
import type {World} from '../../world/world.ts';
import type {SpentRow} from './rows.ts';

/** Metered runs that count as started just now; no publication knows of them. */
export function seedSpentRuns(world: World, workspace: string, count: number): Promise<void> | undefined {
  const changes = Array.from({length: count}, (): Change => {
    const row: SpentRow = {key: world.ids.id('run'), tenant: workspace, seq: world.newSeq(), at: world.now(), publication: '', tool: ''};
    return {table: 'spent_runs', put: row};
  });
  return world.commit({changes, effects: []});
}
