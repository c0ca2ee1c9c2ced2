import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('workspace');

/** The rules about ids of which nothing exists. */
const UNKNOWN = [
  'publications.unknown-is-not-found',
  'files.list-of-unknown-is-not-found',
  'files.current-of-unknown-is-not-found',
  'downloads.unknown-is-not-found',
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
  'files.no-file-yet-is-not-found',
  'downloads.unavailable-is-told',
  'reader.unknown-is-not-found',
  'runs.daily-limit-is-refused',
  'uploads.reservation-needs-allowance',
  'uploads.registration-needs-allowance',
  'uploads.registration-needs-the-object',
  'uploads.registration-needs-every-byte',
  'uploads.registration-refuses-format',
  'uploads.registration-refuses-foreign-key',
  'uploads.reserved-is-no-publication',
  'access.foreign-is-not-found',
  'access.foreign-tells-nothing',
  'access.missing-key-comes-first',
  'mcp.refusals-carry-the-same-reason',
  'mcp.what-is-missing-has-the-same-reason',
];

/** Rules about credentials, tenancy and refusals without which others cannot be judged. */
export const ACCESS_FOUNDATIONS: readonly Foundation[] = [
  // If refusals have no error envelope, their summary and reason are missing, too.
  foundation('access.failure-has-reason', [
    ...REFUSALS,
    'access.reason-is-stable',
    'access.failure-has-summary',
  ]),
  // If a repeated refusal has another reason, it no longer has the documented one.
  foundation('access.reason-is-stable', REFUSALS),
  // A foreign id must be answered like an unknown one. If the answer to an unknown id is wrong, the
  // answer to a foreign id is either equally wrong, or correct and therefore distinguishable.
  foundation(UNKNOWN, ['access.foreign-is-not-found'], {alike: 'refusal'}),
  foundation(UNKNOWN, ['access.foreign-tells-nothing'], {alike: 'operation'}),
  // To the API, an OAuth token is an unknown key. An operation that is served without a key is also
  // served with a token.
  foundation(
    ['access.missing-key-is-refused', 'access.unknown-key-is-refused'],
    ['mcp.token-is-no-key', 'access.bearer-key-is-accepted'],
    {alike: 'response'},
  ),
  // What an operation does with a wrong key that it accepts depends on the body.
  foundation('access.unknown-key-is-refused', ['access.missing-key-comes-first'], {
    alike: 'operation',
  }),
  // An operation that checks the wrong ability refuses the right key and serves a wrong one. This
  // is only excused for reads: that a wrong key can write is a failure of its own.
  foundation('access.ability-alone-suffices', ['access.ability-is-needed'], {
    alike: 'operation',
    operations: READS,
  }),
  // If a new key lacks the abilities of the library, its abilities are wrong as a whole.
  foundation('access.new-key-has-library-abilities', ['tools.new-key-has-tools-ability']),
  foundation('access.foreign-is-not-found', [
    'access.foreign-tells-nothing',
    'access.no-workspace-parameter',
    'mcp.foreign-is-not-found',
    'runs.what-runs-made-is-own',
  ]),
  foundation('access.list-shows-own-only', [
    'access.no-workspace-parameter',
    'mcp.foreign-is-not-found',
  ]),
  foundation('runs.foreign-start-makes-no-run', [
    'access.foreign-is-not-found',
    'mcp.foreign-is-not-found',
  ]),
  // If a refused request takes effect, a repetition of it finds the result and is answered
  // differently.
  foundation('access.ability-refusal-has-no-effect', [
    'access.ability-is-needed',
    'access.ability-comes-before-lookup',
  ]),
  foundation('access.ability-is-needed', ['access.ability-comes-before-lookup']),
  // If other keys share the limit, fewer requests of this key are served.
  foundation('limits.counted-per-key', ['limits.sixty-a-minute']),
  // If requests are performed before the limit is checked, they are answered as if there were no
  // limit.
  foundation('limits.refused-has-no-effect', [
    'limits.sixty-a-minute',
    'limits.operations-count-together',
  ]),
  foundation('limits.sixty-a-minute', ['limits.operations-count-together', 'limits.minute-passes']),
].flat();
