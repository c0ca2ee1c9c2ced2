import type {Chapter} from '../../check.ts';

export const usage: Chapter = {chapter: 'workspace/usage', visits: [], provocations: [], checks: []};
