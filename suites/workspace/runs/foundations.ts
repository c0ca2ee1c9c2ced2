import type {Foundation} from '../../language/foundation.ts';
import {foundationsOf} from '../../language/foundations-of.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('workspace');

/** Rules about tools and runs without which others cannot be judged. */
export const RUN_FOUNDATIONS: readonly Foundation[] = [
  // If starts are not accepted, their runs cannot be compared.
  foundation('runs.start-answers-202', [
    'runs.new-key-starts-another',
    'runs.parallel-retries-start-one',
    'mcp.tool-answers-as-the-operation',
    'mcp.runs-are-the-same-through-both-faces',
  ]),
  foundation('runs.key-is-optional', ['runs.started-run-is-not-terminal']),
  foundation('files.current-is-the-flagged', [
    'runs.replacing-moves-current',
    'runs.working-version-is-downloaded',
    'runs.versions-add-up',
    'runs.replacing-flag-is-true',
  ]),
  // If refused starts are counted, the number of runs used is above the ceiling.
  foundation('runs.refused-start-spends-nothing', ['runs.ceiling-rolls']),
  // If a start needs a key, every start without one is refused in the same way, whatever its slug.
  foundation('runs.key-is-optional', ['runs.catalog-slug-starts'], {
    branches: ['a-listed-slug-is-unknown'],
  }),
  // If a tool cannot be started at all, it is also refused at the ceiling.
  foundation('runs.catalog-slug-starts', ['runs.ceiling-spares-unmetered'], {alike: 'response'}),
  // If a run does not end in a terminal state, it does not end in the expected one either, and
  // every report comes before the end.
  foundation('runs.runs-end', [
    'runs.success-ends-as-succeeded',
    'runs.error-ends-as-failed',
    'runs.refusal-ends-as-rejected',
    'runs.no-report-before-the-end',
  ]),
  // If a retry starts another run, it is answered 202, is counted, and is refused at the ceiling.
  // The run that the retry starts may replace the working file.
  foundation('runs.replay-is-the-same-run', [
    'runs.replay-answers-200',
    'runs.replay-spends-nothing',
    'runs.parallel-retries-start-one',
    'runs.replay-outlives-the-ceiling',
    'runs.other-tools-keep-current',
    'mcp.runs-are-the-same-through-both-faces',
  ]),
  // If a run that failed succeeds later, it has a report.
  foundation('runs.failed-is-final', ['runs.no-report-of-a-failed-run']),
  foundation('runs.rejected-is-final', ['runs.no-report-of-a-rejected-run']),
  foundation('runs.replay-answers-200', [
    'runs.started-run-is-not-terminal',
    'runs.replay-outlives-the-ceiling',
  ]),
  foundation('runs.replay-spends-nothing', ['runs.parallel-retries-start-one'], {
    branches: ['more-than-one-spent'],
  }),
  // If runs are not counted, they do not reach the ceiling.
  foundation(
    'runs.metered-spends-one',
    [
      'runs.ceiling-is-exact',
      'runs.ceiling-is-workspace-wide',
      'runs.parallel-starts-stay-within-ceiling',
    ],
    {
      branches: [
        'past-the-ceiling',
        'another-tool-past-the-ceiling',
        'with-a-key-past-the-ceiling',
        'a-ceiling-a-key',
        'both-started',
        'not-one-of-two',
      ],
    },
  ),
  // If the ceiling refuses nothing, it does not stop one of two parallel starts either.
  foundation('runs.daily-limit-is-refused', ['runs.parallel-starts-stay-within-ceiling']),
  foundation('runs.used-counts-all-keys', ['mcp.runs-count-in-one-usage']),
  // If the API shows a run to other workspaces, so does the tool.
  foundation('runs.what-runs-made-is-own', ['mcp.foreign-is-not-found'], {operations: ['readRun']}),
  // If the limit is not counted by publication, another tool may already be at its limit here.
  foundation('runs.tool-limit-is-counted-by-publication', ['runs.tool-limit-is-counted-by-tool'], {
    branches: ['another-tool-refused'],
  }),
  // If a metered tool is listed as unmetered, the ceiling refuses a tool that is listed as
  // unmetered, and the usage counts it.
  foundation('runs.metered-flag-is-true', [
    'runs.ceiling-spares-unmetered',
    'mcp.runs-are-the-same-through-both-faces',
  ]),
  // If a slug is listed twice, the checks start that tool twice.
  foundation('tools.slugs-are-unique', [
    'runs.tool-limit-is-counted-by-tool',
    'runs.metered-flag-is-true',
    'runs.replacing-flag-is-true',
  ]),
  // A tool that should not be listed cannot be started, either.
  foundation(
    ['tools.held-back-never-appears', 'tools.excluded-never-appears'],
    ['runs.catalog-slug-starts'],
  ),
  foundation(
    ['runs.replacing-moves-current', 'runs.other-tools-keep-current'],
    [
      'runs.replacing-flag-is-true',
      'runs.versions-add-up',
      'runs.working-version-is-downloaded',
      'runs.working-size-is-of-the-working-file',
    ],
  ),
  // If the current version is not listed, no row can be flagged as current.
  foundation('runs.derived-is-listed', [
    'files.exactly-one-is-current',
    'files.current-file-id-is-the-flagged',
    'files.current-is-the-flagged',
    'files.publication-names-the-current',
  ]),
  foundation(['runs.derived-is-listed', 'runs.original-is-immutable'], ['runs.versions-add-up']),
  foundation(
    ['runs.metered-spends-one', 'runs.unmetered-spends-nothing'],
    ['runs.metered-flag-is-true'],
  ),
].flat();
