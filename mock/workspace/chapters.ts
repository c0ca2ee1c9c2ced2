import type {Chapter} from '../chapter.ts';
import {access} from './access/chapter.ts';
import {account} from './account/chapter.ts';
import {downloads} from './downloads/chapter.ts';
import {files} from './files/chapter.ts';
import {limits} from './limits/chapter.ts';
import {mcp} from './mcp/chapter.ts';
import {publications} from './publications/chapter.ts';
import {reader} from './reader/chapter.ts';
import {runs} from './runs/chapter.ts';
import {tools} from './tools/chapter.ts';
import {uploads} from './uploads/chapter.ts';
import {usage} from './usage/chapter.ts';

/** The chapters of the Workspace Publishing API, in the order in which they add the rows of templates. */
export const workspaceChapters: readonly Chapter[] = [
  access,
  limits,
  account,
  uploads,
  publications,
  tools,
  usage,
  runs,
  files,
  downloads,
  reader,
  mcp,
];
