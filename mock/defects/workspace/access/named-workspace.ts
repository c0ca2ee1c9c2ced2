import type {Defect} from '../../../defect.ts';
import {atPlace, breaking} from '../../breaking.ts';

const RULE = 'workspace.access.no-workspace-parameter';

/** An operation takes the workspace from a parameter. */
const obeying = (operation: string, parameter: string, where: 'query' | 'body' = 'query') =>
  breaking(RULE, {
    [`${operation} obeys ${parameter} in the ${where}`]: {
      seam: 'tenant',
      in: [operation],
      parameter,
      ...(where === 'body' && {body: true}),
    },
  });

/** Defects by which a request chooses its workspace, where it asks for neither account nor publication. */
export const namedWorkspace: Defect[] = [
  ...atPlace('getAccountUsage', obeying('getAccountUsage', 'workspace_id')),
  ...atPlace('what a publication has', [
    ...obeying('listPublicationFiles', 'workspace'),
    ...obeying('getCurrentPublicationFile', 'workspace_id'),
    ...obeying('getPublicationReader', 'account'),
    ...obeying('downloadFile', 'account_id'),
    ...obeying('startRun', 'workspace'),
    ...obeying('startRun', 'workspace_id', 'body'),
    ...obeying('readRun', 'workspace_id'),
  ]),
];
