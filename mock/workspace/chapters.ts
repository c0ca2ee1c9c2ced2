import type {Chapter} from '../chapter.ts';
import {access} from './access/chapter.ts';
import {account} from './account/chapter.ts';
import {limits} from './limits/chapter.ts';
import {publications} from './publications/chapter.ts';
import {uploads} from './uploads/chapter.ts';

/** The chapters of the Workspace Publishing API, in the order in which templates fill a world. */
export const workspaceChapters: readonly Chapter[] = [access, limits, account, uploads, publications];
