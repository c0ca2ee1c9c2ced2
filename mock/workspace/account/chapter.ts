import {orNull, text} from '../../../spec/schema-parts.ts';
import type {Chapter} from '../../chapter.ts';
import type {Transition} from '../../operation.ts';
import {ownWorkspace} from '../access/own-workspace.ts';
import {publicationsLeft} from '../uploads/allowance.ts';

/**
 * GET /account: returns the workspace to which the key belongs. A plan that cannot be determined is null, never zero
 * (Resources, Workspace).
 */
const getAccount: Transition = (view) => {
  const workspace = ownWorkspace(view);
  return {
    situation: 'account',
    body: {
      workspace: workspace.key,
      plan: workspace.plan,
      paid_work: workspace.paidWork,
      publications_left: publicationsLeft(workspace, view.now),
    },
  };
};

/** The account of a workspace (Resources, Workspace). */
export const account: Chapter = {
  name: 'workspace/account',
  forms: () => ({'Account/plan': orNull(text)}),
  operations: {getAccount},
};
