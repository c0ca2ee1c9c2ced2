import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {account} from './account.ts';
import {afterChanges} from './after-changes.ts';
import {afterEveryStep} from './after-every-step.ts';
import {downloads} from './downloads.ts';
import {drawnTimesAndOrders} from './drawn-times-and-orders.ts';
import {drawnValues} from './drawn-values.ts';
import {files} from './files.ts';
import {laterStates} from './later-states.ts';
import {limits} from './limits.ts';
import {manyRuns} from './many-runs.ts';
import {mcp} from './mcp.ts';
import {oddRequests} from './odd-requests.ts';
import {otherClientsAndStates} from './other-clients-and-states.ts';
import {publications} from './publications.ts';
import {reader} from './reader.ts';
import {runs} from './runs.ts';
import {sideBySide} from './side-by-side.ts';
import {tools} from './tools.ts';
import {uncounted} from './uncounted.ts';
import {uploads} from './uploads.ts';
import {usage} from './usage.ts';
import {usesAndRefusals} from './uses-and-refusals.ts';

/** The defects of all chapters of the workspace API. */
export const workspace: Defect[] = [
  ...access,
  ...account,
  ...uploads,
  ...publications,
  ...tools,
  ...usage,
  ...files,
  ...downloads,
  ...runs,
  ...reader,
  ...mcp,
  ...limits,
  ...uncounted,
  ...drawnValues,
  ...drawnTimesAndOrders,
  ...laterStates,
  ...afterChanges,
  ...manyRuns,
  ...sideBySide,
  ...afterEveryStep,
  ...oddRequests,
  ...usesAndRefusals,
  ...otherClientsAndStates,
];
