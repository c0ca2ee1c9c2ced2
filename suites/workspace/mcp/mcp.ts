import type {Chapter, Model} from '../../check.ts';
import {sequences as runs} from '../runs/sequences.ts';
import {report} from '../running.ts';
import {sequences as uploads} from '../uploads/sequences.ts';
import {access} from './access.ts';
import {listings} from './listing.ts';
import {results} from './results.ts';
import {sharing} from './sharing.ts';

const throughBoth = <S>(
  model: Model<S>,
  rule: string,
  {commands, openings = []}: Partial<Pick<Model<S>, 'commands' | 'openings'>> = {},
): Model<S> => ({
  ...model,
  rule,
  alternates: true,
  commands: {...model.commands, ...commands},
  openings: [...model.openings, ...openings],
});

/**
 * Workspace / MCP: every operation as a tool, with the same tenancy, quotas and reasons
 * (Conventions 4).
 */
export const mcp: Chapter = {
  chapter: 'workspace/mcp',
  visits: [],
  provocations: [],
  checks: [...listings, ...results, ...access, ...sharing],
  models: [
    throughBoth(uploads, 'workspace.mcp.uploads-are-the-same-through-both-faces'),
    throughBoth(runs, 'workspace.mcp.runs-are-the-same-through-both-faces', {
      // Where the API answers it may be known from its own answers only (NS-WS-14); a tool needs no
      // more than the id.
      commands: {
        'report of the repair': {on: 'repair', record: (s, run) => report(s.throughTools(), run!)},
      },
      openings: [
        // A tool twice with one key; and a tool asked of what the API has told.
        ['publish', ['start with the key', 0], 'wait a minute', ['start with the key', 0]],
        [
          'publish',
          ['repair', 0],
          'wait a minute',
          'read the usage',
          ['read the repair', 1],
          ['read the repair', 1],
        ],
      ],
    }),
  ],
};
