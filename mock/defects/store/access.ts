import type {Defect} from '../../defect.ts';
import {messages} from './access/messages.ts';
import {tenancy} from './access/tenancy.ts';
import {tokens} from './access/tokens.ts';

/** Defects of the rules of `store/access`. */
export const access: Defect[] = [...tokens, ...tenancy, ...messages];
