import type {Chapter} from '../language/chapter.ts';
import {access} from './access/access.ts';
import {account} from './account/account.ts';
import {downloads} from './downloads/downloads.ts';
import {files} from './files/files.ts';
import {limits} from './limits/limits.ts';
import {mcp} from './mcp/mcp.ts';
import {publications} from './publications/publications.ts';
import {reader} from './reader/reader.ts';
import {runs} from './runs/runs.ts';
import {tools} from './tools/tools.ts';
import {uploads} from './uploads/uploads.ts';
import {usage} from './usage/usage.ts';

/** The chapters of the Workspace Publishing API. */
export const WORKSPACE: Chapter[] = [
  access,
  account,
  uploads,
  publications,
  tools,
  usage,
  files,
  downloads,
  runs,
  reader,
  mcp,
  limits,
];
