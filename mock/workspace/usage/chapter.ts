import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {toolLimit, usedToday} from '../runs/spent.ts';
import {left} from '../uploads/allowance.ts';

/**
 * Metered runs and the limits that they count for; the limit of a tool on a publication has no one
 * used figure (Resources, Usage).
 */
const getAccountUsage: Transition = (view) => {
  const workspace = view.find<WorkspaceRow>('workspaces', view.tenant)!;
  return {
    situation: 'usage',
    body: {
      daily_runs_limit: view.number('runs.daily_limit'),
      daily_runs_used: usedToday(view),
      runs_per_tool_and_publication_limit: toolLimit(view),
      publications_left:
        view.freedom('usage.allowance') === 'total'
          ? workspace.allowance
          : left(workspace, view.now),
    },
  };
};

export const usage: Chapter = {
  name: 'workspace/usage',
  freedoms: {
    /**
     * The allowance that the usage tells: what is left of it (`remaining`), or the `total` of a
     * cycle (NS-WS-04).
     */
    'usage.allowance': 'remaining',
  },
  operations: {getAccountUsage},
};
