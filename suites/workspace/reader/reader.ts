import type {Chapter} from '../../check.ts';

export const reader: Chapter = {chapter: 'workspace/reader', visits: [], provocations: [], checks: []};
