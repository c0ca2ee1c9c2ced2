import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import {toolLimit, usedToday} from '../runs/spent.ts';
import {publicationsLeft} from '../uploads/allowance.ts';

/**
 * GET /account/usage: returns the metered runs of the last 24 hours and the limits for which they count. The limit of
 * a tool on a publication is shown without a count, because each pair has its own (Resources, Usage).
 */
const getAccountUsage: Transition = (view) => {
  const workspace = ownWorkspace(view);
  return {
    situation: 'usage',
    body: {
      daily_runs_limit: view.number('runs.daily_limit'),
      daily_runs_used: usedToday(view),
      runs_per_tool_and_publication_limit: toolLimit(view),
      publications_left:
        view.freedom('usage.allowance') === 'total'
          ? workspace.allowance
          : publicationsLeft(workspace, view.now),
    },
  };
};

/** The limits on runs, and how much of them is used (Resources, Usage). */
export const usage: Chapter = {
  name: 'workspace/usage',
  freedoms: {
    'usage.allowance': {
      values: ['remaining', 'total'],
      meaning:
        'What `publications_left` of the usage shows: the remainder of the allowance (`remaining`) or the whole allowance of a cycle (`total`).',
      open: ['NS-WS-04'],
    },
  },
  operations: {getAccountUsage},
};
