import type {Chapter} from '../../check.ts';

export const tools: Chapter = {chapter: 'workspace/tools', visits: [], provocations: [], checks: []};
