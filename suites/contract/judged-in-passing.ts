import type {Check} from '../check.ts';

/**
 * Stands for the verdict of rules that are judged in passing: the scene only has to bring the
 * response about.
 */
export const IN_PASSING: Check['judge'] = () => ({witnesses: [], violations: []});

/** Whether a check leaves its rule to whichever scene shows the response. */
export const isInPassing = (check: Check): boolean => check.judge === IN_PASSING;
