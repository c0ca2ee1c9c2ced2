import type {Chapter} from '../check.ts';
import {access} from './access/access.ts';
import {account} from './account/account.ts';
import {limits} from './limits/limits.ts';
import {publications} from './publications/publications.ts';
import {uploads} from './uploads/uploads.ts';

export const WORKSPACE: Chapter[] = [access, account, uploads, publications, limits];
