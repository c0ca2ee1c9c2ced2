import type {Foundation} from '../check.ts';

const MCP = 'workspace.mcp';
const RUNS = 'workspace.runs';
const TOOLS = 'workspace.tools';
const UPLOADS = 'workspace.uploads';

/** The rules about the credentials of agents: a good one is the control of each. */
const AGENTS = [
  'call-without-token-is-refused',
  'unknown-token-is-refused',
  'expired-token-is-refused',
  'revoked-token-is-refused',
  'scope-is-needed',
  'key-is-no-token',
].map((key) => `${MCP}.${key}`);

/** The other rules about the MCP server. */
const TOOL_CALLS = [
  'operation-has-tool',
  'tool-answers-as-the-operation',
  'download-link-lives-10-minutes',
  'foreign-is-not-found',
  'publications-count-in-one-allowance',
  'runs-count-in-one-usage',
  'spent-allowance-refuses-both-faces',
  'spent-ceiling-refuses-both-faces',
  'tool-limit-refuses-both-faces',
  'refusals-carry-the-same-reason',
  'what-is-missing-has-the-same-reason',
  'uploads-are-the-same-through-both-faces',
  'runs-are-the-same-through-both-faces',
].map((key) => `${MCP}.${key}`);

/** The rules of the workspace without which others cannot be judged. */
export const WORKSPACE_FOUNDATIONS: readonly Foundation[] = [
  // The server of the agents says what its answers are by the same header.
  {rule: 'workspace.access.success-is-json', spoils: [`${MCP}.server-answers-at-mcp`]},
  {rule: `${MCP}.server-answers-at-mcp`, spoils: [...AGENTS, ...TOOL_CALLS]},
  {rule: `${MCP}.tool-answers-as-the-operation`, spoils: AGENTS},
  // Without all of a reservation no bytes arrive, and nothing can be registered.
  ...['has-id', 'has-key', 'has-upload-url', 'has-upload-headers'].map((key) => ({
    rule: `${UPLOADS}.reservation-${key}`,
    spoils: [
      'workspace.access.operations-stand-under-the-prefix',
      `${MCP}.tool-answers-as-the-operation`,
    ],
  })),
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
    spoils: [`${RUNS}.replacing-flag-is-true`, `${RUNS}.versions-add-up`],
  })),
  ...['derived-is-listed', 'original-is-immutable'].map((key) => ({
    rule: `${RUNS}.${key}`,
    spoils: [`${RUNS}.versions-add-up`],
  })),
  ...['metered-spends-one', 'unmetered-spends-nothing'].map((key) => ({
    rule: `${RUNS}.${key}`,
    spoils: [`${RUNS}.metered-flag-is-true`],
  })),
];
