import type {Foundation} from '../language/foundation.ts';
import {rulesOf} from '../language/foundations-of.ts';
import {ACCESS_FOUNDATIONS} from './access/foundations.ts';
import {LIBRARY_FOUNDATIONS, PUBLICATION_MEMBERS} from './publications/foundations.ts';
import {RUN_FOUNDATIONS} from './runs/foundations.ts';

const MCP = 'workspace.mcp';
const RUNS = 'workspace.runs';
const UPLOADS = 'workspace.uploads';
const ACCESS = 'workspace.access';
const PUBLICATIONS = 'workspace.publications';

/**
 * The rules about the credentials of agents. The check of each also calls the server with a valid
 * credential.
 */
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
  // If a request is served without a key, it is also served with a wrong one.
  {
    rule: `${ACCESS}.missing-key-is-refused`,
    spoils: [
      `${ACCESS}.unknown-key-is-refused`,
      `${ACCESS}.other-scheme-is-refused`,
      `${ACCESS}.store-token-is-refused`,
      `${ACCESS}.key-in-query-is-no-key`,
      `${ACCESS}.missing-key-comes-first`,
    ],
  },
  // These checks read an unknown id to see that nothing was created.
  {
    rule: `${PUBLICATIONS}.unknown-is-not-found`,
    spoils: [
      `${ACCESS}.ability-refusal-has-no-effect`,
      `${ACCESS}.no-workspace-parameter`,
      `${ACCESS}.missing-key-comes-first`,
      `${ACCESS}.foreign-upload-cannot-be-registered`,
      `${MCP}.refusals-carry-the-same-reason`,
      ...PUBLICATION_MEMBERS.map((key) => `${PUBLICATIONS}.${key}`),
    ],
  },
  {
    rule: `${PUBLICATIONS}.newest-first`,
    spoils: [
      `${PUBLICATIONS}.cursor-is-optional`,
      `${PUBLICATIONS}.page-is-stable`,
      `${UPLOADS}.repetition-spends-nothing`,
      `${UPLOADS}.registered-is-listed`,
    ],
  },
  {
    rule: `${UPLOADS}.registration-keeps-the-id`,
    spoils: [
      `${ACCESS}.operations-stand-under-the-prefix`,
      `${UPLOADS}.repetition-spends-nothing`,
      `${UPLOADS}.registered-is-readable`,
    ],
  },
  {
    rule: 'workspace.downloads.link-needs-no-key',
    spoils: ['workspace.downloads.link-brings-the-bytes'],
  },
  // The MCP server uses the same header `Content-Type`.
  {rule: `${ACCESS}.success-is-json`, spoils: [`${MCP}.server-answers-at-mcp`]},
  {rule: `${MCP}.server-answers-at-mcp`, spoils: [...AGENTS, ...TOOL_CALLS]},
  // The credentials of agents are tried with one operation.
  {rule: `${MCP}.tool-answers-as-the-operation`, spoils: AGENTS, alike: 'operation'},
  // If a link or a limit is wrong in the API, it is also wrong through a tool.
  {
    rule: 'workspace.downloads.link-lives-10-minutes',
    spoils: [`${MCP}.tool-answers-as-the-operation`, `${MCP}.download-link-lives-10-minutes`],
  },
  {rule: `${RUNS}.tool-limit-is-refused`, spoils: [`${MCP}.tool-limit-refuses-both-faces`]},
  // If the use through a tool is not counted, no allowance and no ceiling is reached by it.
  {
    rule: `${MCP}.publications-count-in-one-allowance`,
    spoils: [`${MCP}.spent-allowance-refuses-both-faces`],
  },
  {rule: `${MCP}.runs-count-in-one-usage`, spoils: [`${MCP}.spent-ceiling-refuses-both-faces`]},
  // If every refusal through a tool has another reason, so does the refusal of a foreign id.
  {
    rule: `${MCP}.refusals-carry-the-same-reason`,
    spoils: [`${MCP}.foreign-is-not-found`],
    branches: ['another-reason'],
  },
  // Through a tool, the refusal by a limit is recognized by its reason.
  {
    rule: `${MCP}.refusals-carry-the-same-reason`,
    spoils: [
      'spent-allowance-refuses-both-faces',
      'spent-ceiling-refuses-both-faces',
      'tool-limit-refuses-both-faces',
      'what-is-missing-has-the-same-reason',
    ].map((key) => `${MCP}.${key}`),
  },
  // Without every part of a reservation, no bytes can be uploaded and nothing can be registered.
  ...[
    'reservation-has-id',
    'reservation-has-key',
    'reservation-has-upload-url',
    'reservation-has-upload-headers',
    'link-needs-no-key',
  ].map((key) => ({
    rule: `${UPLOADS}.${key}`,
    spoils: [`${ACCESS}.operations-stand-under-the-prefix`, `${MCP}.tool-answers-as-the-operation`],
  })),
  ...['reservation-has-id', 'reservation-has-key'].map((key) => ({
    rule: `${UPLOADS}.${key}`,
    spoils: [
      `${UPLOADS}.registration-needs-allowance`,
      `${UPLOADS}.registration-needs-every-byte`,
      `${UPLOADS}.reservation-ids-differ`,
      `${ACCESS}.missing-key-comes-first`,
      `${ACCESS}.ability-refusal-has-no-effect`,
      ...rulesOf('workspace.publications', PUBLICATION_MEMBERS),
    ],
  })),
  ...RUN_FOUNDATIONS,
  ...ACCESS_FOUNDATIONS,
  ...LIBRARY_FOUNDATIONS,
];
