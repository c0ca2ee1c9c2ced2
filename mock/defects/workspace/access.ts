import type {Defect} from '../../defect.ts';
import {keys} from './access/keys.ts';
import {messages} from './access/messages.ts';
import {tenancy} from './access/tenancy.ts';

/** Defects of the rules of `workspace/access`. */
export const access: Defect[] = [...keys, ...tenancy, ...messages];
