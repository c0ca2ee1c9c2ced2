import type {Defect} from '../../defect.ts';
import {sharing} from './mcp/sharing.ts';
import {tokens} from './mcp/tokens.ts';
import {tools} from './mcp/tools.ts';

/** Defects of the rules of `workspace/mcp`. */
export const mcp: Defect[] = [...tools, ...sharing, ...tokens];
