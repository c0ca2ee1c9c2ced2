import {count, flag, id, listOf, optional, orNull, text, word} from './hook-value.ts';
import {WORKSPACE_ROLE, type VerbDescription} from './verb-description.ts';

/** Verbs for the runs, the plan, the files and the publications of a workspace. */
export const WORKSPACE_VERBS = {
  'end-runs': {
    does: 'makes the next runs end as the list `as` says, one after the other',
    args: {
      role: WORKSPACE_ROLE,
      as: listOf(
        'an empty list: they end by themselves',
        word('one end', ['succeeded', 'failed', 'rejected']),
      ),
    },
    undo: {arg: 'as', value: []},
  },
  'withhold-downloads': {
    does: 'makes storage unable to issue download links',
    args: {role: WORKSPACE_ROLE, withheld: optional(flag('true; false: able again', true))},
    undo: {arg: 'withheld', value: false},
  },
  'unresolve-plan': {
    does: 'makes the plan unresolvable',
    args: {role: WORKSPACE_ROLE, unresolved: optional(flag('true; false: resolvable again', true))},
    undo: {arg: 'unresolved', value: false},
  },
  'set-plan': {
    does: 'puts the workspace on `plan`',
    args: {
      role: WORKSPACE_ROLE,
      plan: optional(
        text(
          'one of the plans that a call without it answers; without it nothing changes',
          'press',
        ),
      ),
    },
    answer: {
      plans: {
        ...listOf('at least two plans with different allowances', text('a plan', 'press')),
        example: ['press', 'studio'],
      },
      plan: orNull(text('the present one; null while it cannot be resolved', 'press')),
    },
    undo: {arg: 'plan', responseMember: 'plan'},
  },
  'seed-publications': {
    does: 'adds `count` registered publications, without spending the allowance',
    args: {role: WORKSPACE_ROLE, count: count('how many', 20, 1)},
    answer: {publications: optional(listOf('their ids', id('an id', 'pub_17')))},
  },
  'seed-empty-publication': {
    does: 'adds a publication whose file does not exist yet',
    args: {role: WORKSPACE_ROLE},
    answer: {publications: listOf('a list of its id', id('the id', 'pub_18'))},
  },
  'push-mirrors': {
    does: 'pushes the original and the modified version of a publication to the reader store',
    args: {role: WORKSPACE_ROLE, publication: id('its id', 'pub_17')},
  },
  'configure-reader': {
    does: 'switches the integration with the reader store off or on',
    args: {role: WORKSPACE_ROLE, configured: flag('false; true: on again', false)},
    undo: {arg: 'configured', value: true},
  },
} as const satisfies Record<string, VerbDescription>;
