import type {Chapter} from '../../check.ts';

export const downloads: Chapter = {chapter: 'workspace/downloads', visits: [], provocations: [], checks: []};
