import type {Foundation} from '../../check.ts';

const within = (chapter: string, keys: string[]): string[] =>
  keys.map((key) => `workspace.${chapter}.${key}`);

/** The rules about ids of which nothing exists. */
const UNKNOWN = [
  'workspace.publications.unknown-is-not-found',
  'workspace.files.list-of-unknown-is-not-found',
  'workspace.files.current-of-unknown-is-not-found',
  'workspace.downloads.unknown-is-not-found',
];

/** The rules about refusals, each of which names a reason. */
const REFUSALS = [
  ...UNKNOWN,
  'workspace.files.no-file-yet-is-not-found',
  'workspace.downloads.unavailable-is-told',
  'workspace.reader.unknown-is-not-found',
  'workspace.runs.daily-limit-is-refused',
  ...within('uploads', [
    'reservation-needs-allowance',
    'registration-needs-allowance',
    'registration-needs-the-object',
    'registration-needs-every-byte',
    'registration-refuses-format',
    'registration-refuses-foreign-key',
    'reserved-is-no-publication',
  ]),
  ...within('access', ['foreign-is-not-found', 'foreign-tells-nothing', 'missing-key-comes-first']),
  ...within('mcp', ['refusals-carry-the-same-reason', 'what-is-missing-has-the-same-reason']),
];

/** Rules about credentials, tenancy and refusals without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  {
    rule: 'workspace.access.failure-has-reason',
    // A refusal without an envelope lacks its summary, too.
    spoils: [...REFUSALS, ...within('access', ['reason-is-stable', 'failure-has-summary'])],
  },
  // The documented reason comes, and then another one.
  {rule: 'workspace.access.reason-is-stable', spoils: REFUSALS},
  ...UNKNOWN.map((rule) => ({
    rule,
    spoils: within('access', ['foreign-is-not-found', 'foreign-tells-nothing']),
  })),
  {
    rule: 'workspace.access.foreign-is-not-found',
    spoils: [
      ...within('access', ['foreign-tells-nothing', 'no-workspace-parameter']),
      'workspace.mcp.foreign-is-not-found',
      'workspace.runs.what-runs-made-is-own',
    ],
  },
  {
    rule: 'workspace.access.list-shows-own-only',
    spoils: ['workspace.access.no-workspace-parameter', 'workspace.mcp.foreign-is-not-found'],
  },
  {
    rule: 'workspace.runs.foreign-start-makes-no-run',
    spoils: ['workspace.access.foreign-is-not-found', 'workspace.mcp.foreign-is-not-found'],
  },
  // What was done although it was refused is there when it is requested again.
  {
    rule: 'workspace.access.ability-refusal-has-no-effect',
    spoils: within('access', ['ability-is-needed', 'ability-comes-before-lookup']),
  },
  {
    rule: 'workspace.access.ability-is-needed',
    spoils: ['workspace.access.ability-comes-before-lookup'],
  },
  // Whether other keys are served decides how many requests of this one are.
  {rule: 'workspace.limits.counted-per-key', spoils: ['workspace.limits.sixty-a-minute']},
  {
    rule: 'workspace.limits.sixty-a-minute',
    spoils: within('limits', ['operations-count-together', 'minute-passes']),
  },
];
