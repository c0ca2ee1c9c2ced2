import type {Foundation} from '../../foundation.ts';
import {within} from '../within.ts';

const MCP = 'workspace.mcp';
const RUNS = 'workspace.runs';
const TOOLS = 'workspace.tools';

/** Rules about tools and runs without which others cannot be judged. */
export const RUN_FOUNDATIONS: readonly Foundation[] = [
  // Starts that show no run are neither compared nor told apart.
  {
    rule: `${RUNS}.start-answers-202`,
    spoils: [
      ...within('runs', ['new-key-starts-another', 'parallel-retries-start-one']),
      `${MCP}.tool-answers-as-the-operation`,
      `${MCP}.runs-are-the-same-through-both-faces`,
    ],
  },
  {rule: `${RUNS}.started-run-has-id`, spoils: [`${RUNS}.run-has-id`]},
  {
    rule: `${RUNS}.key-is-optional`,
    spoils: [`${RUNS}.started-run-is-not-terminal`, `${RUNS}.moves-are-the-listed-ones`],
  },
  {
    rule: 'workspace.files.current-is-the-flagged',
    spoils: [
      `${RUNS}.replacing-moves-current`,
      `${RUNS}.working-version-is-downloaded`,
      `${RUNS}.versions-add-up`,
      `${RUNS}.replacing-flag-is-true`,
    ],
  },
  // A refused start that is counted raises what is used above the ceiling.
  {rule: `${RUNS}.refused-start-spends-nothing`, spoils: [`${RUNS}.ceiling-rolls`]},
  // Where starts need a key, those without one are all refused alike.
  {
    rule: `${RUNS}.key-is-optional`,
    spoils: [`${RUNS}.catalog-slug-starts`],
    branches: ['a-listed-slug-is-unknown'],
  },
  // A tool that cannot be started at all is refused at the ceiling, too.
  {
    rule: `${RUNS}.catalog-slug-starts`,
    spoils: [`${RUNS}.ceiling-spares-unmetered`],
    alike: 'response',
  },
  // A run that never ends as one of the three does not end as the one that was ordered; and when
  // there is a report, it comes before an end.
  {
    rule: `${RUNS}.runs-end`,
    spoils: within('runs', [
      'success-ends-as-succeeded',
      'error-ends-as-failed',
      'refusal-ends-as-rejected',
      'no-report-before-the-end',
    ]),
  },
  // A retry that starts another run is accepted, spends, and is refused at the ceiling.
  {
    rule: `${RUNS}.replay-is-the-same-run`,
    spoils: [
      ...within('runs', [
        'replay-answers-200',
        'replay-spends-nothing',
        'parallel-retries-start-one',
        'replay-outlives-the-ceiling',
      ]),
      `${MCP}.runs-are-the-same-through-both-faces`,
    ],
  },
  {
    rule: `${RUNS}.replay-answers-200`,
    spoils: within('runs', ['started-run-is-not-terminal', 'replay-outlives-the-ceiling']),
  },
  {
    rule: `${RUNS}.replay-spends-nothing`,
    spoils: [`${RUNS}.parallel-retries-start-one`],
    branches: ['more-than-one-spent'],
  },
  // Where runs do not count, no ceiling is reached by them.
  {
    rule: `${RUNS}.metered-spends-one`,
    spoils: within('runs', [
      'ceiling-is-exact',
      'ceiling-is-workspace-wide',
      'parallel-starts-stay-within-ceiling',
    ]),
    branches: [
      'past-the-ceiling',
      'another-tool-past-the-ceiling',
      'with-a-key-past-the-ceiling',
      'a-ceiling-a-key',
      'both-started',
      'not-one-of-two',
    ],
  },
  // Where the ceiling refuses nobody, it does not stop one of two either.
  {
    rule: `${RUNS}.daily-limit-is-refused`,
    spoils: [`${RUNS}.parallel-starts-stay-within-ceiling`],
  },
  {
    rule: `${RUNS}.used-counts-all-keys`,
    spoils: [`${MCP}.runs-count-in-one-usage`],
  },
  // A run that the API shows to everybody is shown by a tool, too.
  {
    rule: `${RUNS}.what-runs-made-is-own`,
    spoils: [`${MCP}.foreign-is-not-found`],
    operations: ['readRun'],
  },
  // The tool was at its limit on every publication before its turn came on this one.
  {
    rule: `${RUNS}.tool-limit-is-counted-by-publication`,
    spoils: [`${RUNS}.tool-limit-is-counted-by-tool`],
    branches: ['another-tool-refused'],
  },
  // A flag that is missing, or is no flag, says nothing true of any tool.
  {
    rule: `${TOOLS}.says-whether-metered`,
    spoils: within('runs', ['metered-flag-is-true', 'ceiling-spares-unmetered']),
  },
  {
    rule: `${TOOLS}.says-whether-it-replaces`,
    spoils: [`${RUNS}.replacing-flag-is-true`],
  },
  // A metered tool that is said not to be is refused at the ceiling.
  {
    rule: `${RUNS}.metered-flag-is-true`,
    spoils: [`${RUNS}.ceiling-spares-unmetered`],
  },
  // A slug that is listed twice is tried twice.
  {
    rule: `${TOOLS}.slugs-are-unique`,
    spoils: within('runs', [
      'tool-limit-is-counted-by-tool',
      'metered-flag-is-true',
      'replacing-flag-is-true',
    ]),
  },
  {
    rule: `${TOOLS}.has-slug`,
    spoils: [
      `${TOOLS}.slugs-are-unique`,
      `${RUNS}.catalog-slug-starts`,
      `${RUNS}.replacing-flag-is-true`,
      `${RUNS}.metered-flag-is-true`,
    ],
  },
  // A tool that should not be listed cannot be started.
  ...['held-back-never-appears', 'excluded-never-appears'].map((key) => ({
    rule: `${TOOLS}.${key}`,
    spoils: [`${RUNS}.catalog-slug-starts`],
  })),
  ...['replacing-moves-current', 'other-tools-keep-current'].map((key) => ({
    rule: `${RUNS}.${key}`,
    spoils: [
      `${RUNS}.replacing-flag-is-true`,
      `${RUNS}.versions-add-up`,
      `${RUNS}.working-version-is-downloaded`,
      `${RUNS}.working-size-is-of-the-working-file`,
    ],
  })),
  // A version that is not listed has no row to be flagged.
  {
    rule: `${RUNS}.derived-is-listed`,
    spoils: within('files', [
      'exactly-one-is-current',
      'current-file-id-is-the-flagged',
      'current-is-the-flagged',
      'publication-names-the-current',
    ]),
  },
  ...['derived-is-listed', 'original-is-immutable'].map((key) => ({
    rule: `${RUNS}.${key}`,
    spoils: [`${RUNS}.versions-add-up`],
  })),
  ...['metered-spends-one', 'unmetered-spends-nothing'].map((key) => ({
    rule: `${RUNS}.${key}`,
    spoils: [`${RUNS}.metered-flag-is-true`],
  })),
];
