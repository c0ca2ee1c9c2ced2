import type {Foundation} from '../../language/foundation.ts';
import {rulesOf} from '../../language/foundations-of.ts';

/** The rules about ids of which nothing exists. */
const UNKNOWN = [
  'workspace.publications.unknown-is-not-found',
  'workspace.files.list-of-unknown-is-not-found',
  'workspace.files.current-of-unknown-is-not-found',
  'workspace.downloads.unknown-is-not-found',
];

/** The operations that only read. */
const READS = [
  'listTools',
  'getAccount',
  'getAccountUsage',
  'listPublications',
  'getPublication',
  'listPublicationFiles',
  'getCurrentPublicationFile',
  'downloadFile',
  'getPublicationReader',
];

/** The rules about refusals, each of which names a reason. */
const REFUSALS = [
  ...UNKNOWN,
  'workspace.files.no-file-yet-is-not-found',
  'workspace.downloads.unavailable-is-told',
  'workspace.reader.unknown-is-not-found',
  'workspace.runs.daily-limit-is-refused',
  ...rulesOf('workspace.uploads', [
    'reservation-needs-allowance',
    'registration-needs-allowance',
    'registration-needs-the-object',
    'registration-needs-every-byte',
    'registration-refuses-format',
    'registration-refuses-foreign-key',
    'reserved-is-no-publication',
  ]),
  ...rulesOf('workspace.access', [
    'foreign-is-not-found',
    'foreign-tells-nothing',
    'missing-key-comes-first',
  ]),
  ...rulesOf('workspace.mcp', [
    'refusals-carry-the-same-reason',
    'what-is-missing-has-the-same-reason',
  ]),
];

/** Rules about credentials, tenancy and refusals without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  {
    rule: 'workspace.access.failure-has-reason',
    // If refusals have no error envelope, their summary and reason are missing, too.
    spoils: [
      ...REFUSALS,
      ...rulesOf('workspace.access', ['reason-is-stable', 'failure-has-summary']),
    ],
  },
  // If a repeated refusal has another reason, it no longer has the documented one.
  {rule: 'workspace.access.reason-is-stable', spoils: REFUSALS},
  // A foreign id must be answered like an unknown one. If the answer to an unknown id is wrong, the
  // answer to a foreign id is either equally wrong, or correct and therefore distinguishable.
  ...UNKNOWN.map((rule) => ({
    rule,
    spoils: ['workspace.access.foreign-is-not-found'],
    alike: 'refusal' as const,
  })),
  ...UNKNOWN.map((rule) => ({
    rule,
    spoils: ['workspace.access.foreign-tells-nothing'],
    alike: 'operation' as const,
  })),
  // To the API, an OAuth token is an unknown key. An operation that is served without a key is also
  // served with a token.
  ...['missing-key-is-refused', 'unknown-key-is-refused'].map((key) => ({
    rule: `workspace.access.${key}`,
    spoils: ['workspace.mcp.token-is-no-key', 'workspace.access.bearer-key-is-accepted'],
    alike: 'response' as const,
  })),
  // What an operation does with a wrong key that it accepts depends on the body.
  {
    rule: 'workspace.access.unknown-key-is-refused',
    spoils: ['workspace.access.missing-key-comes-first'],
    alike: 'operation',
  },
  // An operation that checks the wrong ability refuses the right key and serves a wrong one. This
  // is only excused for reads: that a wrong key can write is a failure of its own.
  {
    rule: 'workspace.access.ability-alone-suffices',
    spoils: ['workspace.access.ability-is-needed'],
    alike: 'operation',
    operations: READS,
  },
  // If a new key lacks the abilities of the library, its abilities are wrong as a whole.
  {
    rule: 'workspace.access.new-key-has-library-abilities',
    spoils: ['workspace.tools.new-key-has-tools-ability'],
  },
  {
    rule: 'workspace.access.foreign-is-not-found',
    spoils: [
      ...rulesOf('workspace.access', ['foreign-tells-nothing', 'no-workspace-parameter']),
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
  // If a refused request takes effect, a repetition of it finds the result and is answered
  // differently.
  {
    rule: 'workspace.access.ability-refusal-has-no-effect',
    spoils: rulesOf('workspace.access', ['ability-is-needed', 'ability-comes-before-lookup']),
  },
  {
    rule: 'workspace.access.ability-is-needed',
    spoils: ['workspace.access.ability-comes-before-lookup'],
  },
  // If other keys share the limit, fewer requests of this key are served.
  {rule: 'workspace.limits.counted-per-key', spoils: ['workspace.limits.sixty-a-minute']},
  // If requests are performed before the limit is checked, they are answered as if there were no
  // limit.
  {
    rule: 'workspace.limits.refused-has-no-effect',
    spoils: rulesOf('workspace.limits', ['sixty-a-minute', 'operations-count-together']),
  },
  {
    rule: 'workspace.limits.sixty-a-minute',
    spoils: rulesOf('workspace.limits', ['operations-count-together', 'minute-passes']),
  },
];
