import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import type {WorkspaceRow} from '../access/rows.ts';
import {left} from '../uploads/allowance.ts';

/**
 * The workspace behind the key; a plan that cannot be resolved is null, never zero (Resources,
 * Workspace).
 */
const getAccount: Transition = (view) => {
  const workspace = view.find<WorkspaceRow>('workspaces', view.tenant)!;
  return {
    situation: 'account',
    body: {
      workspace: workspace.key,
      plan: workspace.plan,
      paid_work: workspace.paidWork,
      publications_left: left(workspace, view.now),
    },
  };
};

export const account: Chapter = {name: 'workspace/account', operations: {getAccount}};
