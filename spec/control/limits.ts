import {count, orNull, text, word} from './hook-value.ts';
import {WORKSPACE_ROLE, type VerbDescription} from './verb-description.ts';

/** Verbs that use up or leave what a limit allows. */
export const LIMIT_VERBS = {
  'leave-places': {
    does: 'leaves `places` registrations in the publication allowance of the present cycle',
    args: {
      role: WORKSPACE_ROLE,
      places: orNull(
        count(
          'also more than the plan allows (a total that the usage shows may stay as it is); ' +
            'null: undoes earlier calls, so that as many are left as the present plan gives without them',
          1,
        ),
      ),
    },
    undo: {arg: 'places', value: null},
    shownBy: {
      of: 'role',
      arg: 'places',
      at: '/publications_left',
      in: ['getAccount', 'getAccountUsage'],
    },
  },
  'leave-runs': {
    does: 'counts so many metered runs as started just now that `runs` are left under the daily ceiling',
    args: {
      role: WORKSPACE_ROLE,
      runs: orNull(count('null: undoes earlier calls', 1)),
    },
    undo: {arg: 'runs', value: null},
    shownBy: {
      of: 'role',
      arg: 'runs',
      at: '/daily_runs_limit',
      minus: '/daily_runs_used',
      in: ['getAccountUsage'],
    },
  },
  'leave-reads': {
    does:
      'counts so many further reads as made just now that `reads` are left of the daily quota of the token ' +
      '(2,000) or of its store (5,000); reads that were made before stay, and end a day after they were made',
    args: {
      role: text(
        'a role of the configuration: its token, or the store of its token, is meant',
        'admin',
      ),
      of: word('whose quota', ['token', 'store']),
      reads: orNull(count('null: undoes earlier calls', 1)),
    },
    undo: {arg: 'reads', value: null},
  },
} as const satisfies Record<string, VerbDescription>;
