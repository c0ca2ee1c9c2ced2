import {WORKSPACE_ROLE, type VerbDescription} from './verb-description.ts';

/** Verbs for the runs, the plan, the files and the publications of a workspace. */
export const WORKSPACE_VERBS = {
  'end-runs': {
    does: 'makes the next runs end as the list `as` says, one after the other',
    args: {
      role: WORKSPACE_ROLE,
      as: 'a list of `succeeded`, `failed`, `rejected`; an empty list: they end by themselves',
    },
    undo: {arg: 'as', value: []},
  },
  'withhold-downloads': {
    does: 'makes storage unable to issue download links',
    args: {role: WORKSPACE_ROLE, withheld: 'true; false: able again'},
    optional: ['withheld'],
    undo: {arg: 'withheld', value: false},
  },
  'unresolve-plan': {
    does: 'makes the plan unresolvable',
    args: {role: WORKSPACE_ROLE, unresolved: 'true; false: resolvable again'},
    optional: ['unresolved'],
    undo: {arg: 'unresolved', value: false},
  },
  'set-plan': {
    does: 'puts the workspace on `plan`',
    args: {
      role: WORKSPACE_ROLE,
      plan: 'one of the plans that a call without it answers; without it nothing changes',
    },
    optional: ['plan'],
    response:
      '`plans`: a list of at least two plans with different allowances; `plan`: the present one',
    undo: {arg: 'plan', responseMember: 'plan'},
  },
  'seed-publications': {
    does: 'adds `count` registered publications, without spending the allowance',
    args: {role: WORKSPACE_ROLE, count: 'from 1'},
    response: '`publications`: their ids',
  },
  'seed-empty-publication': {
    does: 'adds a publication whose file does not exist yet',
    args: {role: WORKSPACE_ROLE},
    response: '`publications`: a list of its id',
  },
  'push-mirrors': {
    does: 'pushes the original and the modified version of a publication to the reader store',
    args: {role: WORKSPACE_ROLE, publication: 'its id'},
  },
  'configure-reader': {
    does: 'switches the integration with the reader store off or on',
    args: {role: WORKSPACE_ROLE, configured: 'false; true: on again'},
    undo: {arg: 'configured', value: true},
  },
} as const satisfies Record<string, VerbDescription>;
