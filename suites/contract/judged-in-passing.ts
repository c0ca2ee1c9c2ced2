import type {Check} from '../check.ts';

/**
 * The judge of a check whose rule is judged in passing: the engine judges it on every response of
 * the run, and the scene of the check only has to bring such a response about. The engine knows
 * these checks by this very function.
 */
export const IN_PASSING: Check['judge'] = () => ({witnesses: [], violations: []});

/** Whether the rule of a check is judged in passing, on the responses of every scene. */
export const isInPassing = (check: Check): boolean => check.judge === IN_PASSING;

/** Whether responses to any scene can decide a check, so that its own scene need not be run. */
export const isShownInPassing = (check: Check): boolean =>
  isInPassing(check) || check.plain === true;
