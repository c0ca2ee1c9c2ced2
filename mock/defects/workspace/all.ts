import type {Defect} from '../../defect.ts';
import {access} from './access.ts';
import {account} from './account.ts';
import {limits} from './limits.ts';
import {publications} from './publications.ts';
import {uploads} from './uploads.ts';

export const workspace: Defect[] = [...access, ...account, ...uploads, ...publications, ...limits];
