import type {View} from '../../operation.ts';
import type {ChangeSet} from '../../world/change.ts';
import type {RunRow} from './rows.ts';

/**
 * Releases the held runs of a workspace: they continue as if they had been started now.
 * @param view a view of that workspace
 */
export function release(view: View): ChangeSet {
  const held = view.oldest<RunRow>('runs', {limit: Infinity, where: (run) => run.held === true});
  return {
    changes: held.map(({held: _held, ...run}) => ({table: 'runs', put: run})),
    effects: held.map(({key}) => ({
      effect: 'due',
      at: view.now + view.number('runs.waits_ms'),
      event: 'run-begins',
      key,
    })),
  };
}
