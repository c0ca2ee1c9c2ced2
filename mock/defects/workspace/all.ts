import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {account} from './account.ts';
import {askedTogether} from './asked-together.ts';
import {contested} from './contested.ts';
import {counted} from './counted.ts';
import {downloads} from './downloads.ts';
import {files} from './files.ts';
import {holdings} from './holdings.ts';
import {hookedStates} from './hooked-states.ts';
import {limits} from './limits.ts';
import {mcp} from './mcp.ts';
import {publications} from './publications.ts';
import {reader} from './reader.ts';
import {runs} from './runs.ts';
import {tools} from './tools.ts';
import {uploads} from './uploads.ts';
import {usage} from './usage.ts';

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
  ...counted,
  ...holdings,
  ...contested,
  ...askedTogether,
  ...hookedStates,
];
