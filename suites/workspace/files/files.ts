import type {Chapter} from '../../check.ts';

export const files: Chapter = {chapter: 'workspace/files', visits: [], provocations: [], checks: []};
