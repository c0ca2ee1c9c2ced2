import type {Chapter} from '../../check.ts';

export const runs: Chapter = {chapter: 'workspace/runs', visits: [], provocations: [], checks: []};
