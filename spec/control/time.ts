import {count} from './hook-value.ts';
import type {VerbDescription} from './verb-description.ts';

/** Verbs for the clock and the initial state. */
export const TIME_VERBS = {
  advance: {
    does:
      'moves the clock of the deployment on, with everything that follows it: limits, links, ' +
      'tokens, allowances, and the runs that are under way',
    args: {ms: count('milliseconds', 60_000)},
    shownBy: 'times',
  },
  reset: {
    does: 'puts the deployment into its initial state; its credentials stay as they are',
    args: {},
  },
} as const satisfies Record<string, VerbDescription>;
