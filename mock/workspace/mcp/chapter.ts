import type {Chapter} from '../../chapter.ts';
import type {OauthTokenRow} from './rows.ts';
import {demo, suite} from './template.ts';

const secret = {of: (row: OauthTokenRow) => row.secret, scope: 'world'} as const;
const grant = {of: (row: OauthTokenRow) => row.grant, scope: 'world'} as const;

/**
 * The tables and lifetimes of OAuth 2.0 clients, codes and tokens, which authorize the use of `/mcp`. The tools
 * themselves are the operations of the other chapters.
 */
export const mcp: Chapter = {
  name: 'workspace/mcp',
  tables: {
    oauth_clients: {},
    oauth_codes: {},
    oauth_decisions: {},
    access_tokens: {indexes: {secret, grant}},
    refresh_tokens: {indexes: {secret, grant}},
  },
  numbers: {
    'workspace.mcp.access_token_seconds': 3600,
    'workspace.mcp.refresh_token_seconds': 30 * 86_400,
    'workspace.mcp.code_seconds': 60,
  },
  freedoms: {
    'mcp.revisions': {
      values: ['all', 'legacy', 'modern'],
      meaning:
        'Which revisions of MCP are spoken: `all`, only the `legacy` ones with `initialize` (2025-11-25 and before), or only the `modern` one without (2026-07-28).',
      open: ['NS-WS-46'],
    },
  },
  templates: {demo, suite},
};
