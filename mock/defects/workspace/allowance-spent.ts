import type {View} from '../../operation.ts';
import {ownWorkspace} from '../../workspace/access/own-workspace.ts';
import {spendOne} from '../../workspace/uploads/allowance.ts';
import type {Change} from '../../world/change.ts';

/** The change of a registration that uses one publication of the allowance. */
export const spending = (view: View, workspace = ownWorkspace(view)): Change => ({
  table: 'workspaces',
  put: spendOne(workspace, view.now),
});

/** The changes of a refusal that uses one publication of the allowance. */
export const spendsOne = (view: View): Change[] => [spending(view)];
