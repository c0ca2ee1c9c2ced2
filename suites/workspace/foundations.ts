import type {Foundation} from '../language/foundation.ts';
import {foundationsOf} from '../language/foundations-of.ts';
import {ACCESS_FOUNDATIONS} from './access/foundations.ts';
import {LIBRARY_FOUNDATIONS, PUBLICATION_MEMBERS} from './publications/foundations.ts';
import {RUN_FOUNDATIONS} from './runs/foundations.ts';

/** Rules, and those that cannot be judged while one of them is broken. */
const foundation = foundationsOf('workspace');

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
].map((key) => `mcp.${key}`);

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
].map((key) => `mcp.${key}`);

/** The rules of the workspace without which others cannot be judged. */
export const WORKSPACE_FOUNDATIONS: readonly Foundation[] = [
  // If a request is served without a key, it is also served with a wrong one.
  foundation('access.missing-key-is-refused', [
    'access.unknown-key-is-refused',
    'access.other-scheme-is-refused',
    'access.store-token-is-refused',
    'access.key-in-query-is-no-key',
    'access.missing-key-comes-first',
  ]),
  // These checks read an unknown id to see that nothing was created.
  foundation('publications.unknown-is-not-found', [
    'access.ability-refusal-has-no-effect',
    'access.no-workspace-parameter',
    'access.missing-key-comes-first',
    'access.foreign-upload-cannot-be-registered',
    'mcp.refusals-carry-the-same-reason',
    ...PUBLICATION_MEMBERS,
  ]),
  foundation('publications.newest-first', [
    'publications.cursor-is-optional',
    'publications.page-is-stable',
    'uploads.repetition-spends-nothing',
    'uploads.registered-is-listed',
  ]),
  foundation('uploads.registration-keeps-the-id', [
    'access.operations-stand-under-the-prefix',
    'uploads.repetition-spends-nothing',
    'uploads.registered-is-readable',
  ]),
  foundation('downloads.link-needs-no-key', ['downloads.link-brings-the-bytes']),
  // The MCP server uses the same header `Content-Type`.
  foundation('access.success-is-json', ['mcp.server-answers-at-mcp']),
  foundation('mcp.server-answers-at-mcp', [...AGENTS, ...TOOL_CALLS]),
  // The credentials of agents are tried with one operation.
  foundation('mcp.tool-answers-as-the-operation', AGENTS, {alike: 'operation'}),
  // If a link or a limit is wrong in the API, it is also wrong through a tool.
  foundation('downloads.link-lives-10-minutes', [
    'mcp.tool-answers-as-the-operation',
    'mcp.download-link-lives-10-minutes',
  ]),
  foundation('runs.tool-limit-is-refused', ['mcp.tool-limit-refuses-both-faces']),
  // If the use through a tool is not counted, no allowance and no ceiling is reached by it.
  foundation('mcp.publications-count-in-one-allowance', ['mcp.spent-allowance-refuses-both-faces']),
  foundation('mcp.runs-count-in-one-usage', ['mcp.spent-ceiling-refuses-both-faces']),
  // If every refusal through a tool has another reason, so does the refusal of a foreign id.
  foundation('mcp.refusals-carry-the-same-reason', ['mcp.foreign-is-not-found'], {
    branches: ['another-reason'],
  }),
  // Through a tool, the refusal by a limit is recognized by its reason.
  foundation(
    'mcp.refusals-carry-the-same-reason',
    [
      'spent-allowance-refuses-both-faces',
      'spent-ceiling-refuses-both-faces',
      'tool-limit-refuses-both-faces',
      'what-is-missing-has-the-same-reason',
    ].map((key) => `mcp.${key}`),
  ),
  // Without a usable reservation, no bytes can be uploaded and nothing can be registered.
  foundation('uploads.link-needs-no-key', [
    'access.operations-stand-under-the-prefix',
    'mcp.tool-answers-as-the-operation',
  ]),
  ...RUN_FOUNDATIONS,
  ...ACCESS_FOUNDATIONS,
  ...LIBRARY_FOUNDATIONS,
].flat();
