import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {usedToday} from '../runs/spent.ts';
import {left} from '../uploads/allowance.ts';

/** Metered runs and the limits that they count for; the limit of a tool on a publication has no one used figure (Resources, Usage). */
const getAccountUsage: Transition = (view) => ({
  situation: 'usage',
  body: {
    daily_runs_limit: view.number('runs.daily_limit'),
    daily_runs_used: usedToday(view),
    runs_per_tool_and_publication_limit: view.number('runs.per_tool_and_publication_limit'),
    publications_left: left(view.find<WorkspaceRow>('workspaces', view.tenant)!, view.now),
  },
});

export const usage: Chapter = {name: 'workspace/usage', operations: {getAccountUsage}};
