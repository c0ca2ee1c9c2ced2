import {defined} from '../../../spec/defined.ts';
import type {View} from '../../operation.ts';
import type {WorkspaceRow} from './rows.ts';

/** The row of the workspace that the credential of the request belongs to. */
export const ownWorkspace = (view: View): WorkspaceRow =>
  defined(view.find<WorkspaceRow>('workspaces', view.tenant), `the workspace ${view.tenant}`);
