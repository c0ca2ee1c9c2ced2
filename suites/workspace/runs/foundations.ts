import type {Foundation} from '../../language/foundation.ts';
import {rulesOf} from '../../language/foundations-of.ts';

const MCP = 'workspace.mcp';
const RUNS = 'workspace.runs';
const TOOLS = 'workspace.tools';

/** Rules about tools and runs without which others cannot be judged. */
export const RUN_FOUNDATIONS: readonly Foundation[] = [
  // If starts are not accepted, their runs cannot be compared.
  {
    rule: `${RUNS}.start-answers-202`,
    spoils: [
      ...rulesOf('workspace.runs', ['new-key-starts-another', 'parallel-retries-start-one']),
      `${MCP}.tool-answers-as-the-operation`,
      `${MCP}.runs-are-the-same-through-both-faces`,
    ],
  },
  {
    rule: `${RUNS}.started-run-has-id`,
    spoils: [`${RUNS}.run-has-id`, `${RUNS}.parallel-retries-start-one`],
  },
  {rule: `${RUNS}.run-has-id`, spoils: [`${RUNS}.parallel-retries-start-one`]},
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
  // If refused starts are counted, the number of runs used is above the ceiling.
  {rule: `${RUNS}.refused-start-spends-nothing`, spoils: [`${RUNS}.ceiling-rolls`]},
  // If a start needs a key, every start without one is refused in the same way, whatever its slug.
  {
    rule: `${RUNS}.key-is-optional`,
    spoils: [`${RUNS}.catalog-slug-starts`],
    branches: ['a-listed-slug-is-unknown'],
  },
  // If a tool cannot be started at all, it is also refused at the ceiling.
  {
    rule: `${RUNS}.catalog-slug-starts`,
    spoils: [`${RUNS}.ceiling-spares-unmetered`],
    alike: 'response',
  },
  // If a run does not end in a terminal state, it does not end in the expected one either, and
  // every report comes before the end.
  {
    rule: `${RUNS}.runs-end`,
    spoils: rulesOf('workspace.runs', [
      'success-ends-as-succeeded',
      'error-ends-as-failed',
      'refusal-ends-as-rejected',
      'no-report-before-the-end',
    ]),
  },
  // If a retry starts another run, it is answered 202, is counted, and is refused at the ceiling.
  {
    rule: `${RUNS}.replay-is-the-same-run`,
    spoils: [
      ...rulesOf('workspace.runs', [
        'replay-answers-200',
        'replay-spends-nothing',
        'parallel-retries-start-one',
        'replay-outlives-the-ceiling',
        // The run that the retry starts may replace the working file.
        'other-tools-keep-current',
      ]),
      `${MCP}.runs-are-the-same-through-both-faces`,
    ],
  },
  // If a run that failed succeeds later, it has a report.
  {rule: `${RUNS}.failed-is-final`, spoils: [`${RUNS}.no-report-of-a-failed-run`]},
  {rule: `${RUNS}.rejected-is-final`, spoils: [`${RUNS}.no-report-of-a-rejected-run`]},
  {
    rule: `${RUNS}.replay-answers-200`,
    spoils: rulesOf('workspace.runs', [
      'started-run-is-not-terminal',
      'replay-outlives-the-ceiling',
    ]),
  },
  {
    rule: `${RUNS}.replay-spends-nothing`,
    spoils: [`${RUNS}.parallel-retries-start-one`],
    branches: ['more-than-one-spent'],
  },
  // If runs are not counted, they do not reach the ceiling.
  {
    rule: `${RUNS}.metered-spends-one`,
    spoils: rulesOf('workspace.runs', [
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
  // If the ceiling refuses nothing, it does not stop one of two parallel starts either.
  {
    rule: `${RUNS}.daily-limit-is-refused`,
    spoils: [`${RUNS}.parallel-starts-stay-within-ceiling`],
  },
  {
    rule: `${RUNS}.used-counts-all-keys`,
    spoils: [`${MCP}.runs-count-in-one-usage`],
  },
  // If the API shows a run to other workspaces, so does the tool.
  {
    rule: `${RUNS}.what-runs-made-is-own`,
    spoils: [`${MCP}.foreign-is-not-found`],
    operations: ['readRun'],
  },
  // If the limit is not counted by publication, another tool may already be at its limit here.
  {
    rule: `${RUNS}.tool-limit-is-counted-by-publication`,
    spoils: [`${RUNS}.tool-limit-is-counted-by-tool`],
    branches: ['another-tool-refused'],
  },
  // If the flag is missing or not a boolean, it cannot be true for any tool.
  {
    rule: `${TOOLS}.says-whether-metered`,
    spoils: rulesOf('workspace.runs', ['metered-flag-is-true', 'ceiling-spares-unmetered']),
  },
  {
    rule: `${TOOLS}.says-whether-it-replaces`,
    spoils: [`${RUNS}.replacing-flag-is-true`],
  },
  // If a metered tool is listed as unmetered, the ceiling refuses a tool that is listed as
  // unmetered, and the usage counts it.
  {
    rule: `${RUNS}.metered-flag-is-true`,
    spoils: [
      `${RUNS}.ceiling-spares-unmetered`,
      `${RUNS}.moves-are-the-listed-ones`,
      `${MCP}.runs-are-the-same-through-both-faces`,
    ],
  },
  // If a slug is listed twice, the checks start that tool twice.
  {
    rule: `${TOOLS}.slugs-are-unique`,
    spoils: rulesOf('workspace.runs', [
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
  // A tool that should not be listed cannot be started, either.
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
  // If the current version is not listed, no row can be flagged as current.
  {
    rule: `${RUNS}.derived-is-listed`,
    spoils: rulesOf('workspace.files', [
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
