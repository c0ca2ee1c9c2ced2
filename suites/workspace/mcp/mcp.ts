import type {Chapter} from '../../language/chapter.ts';
import type {Model} from '../../language/model.ts';
import {keysOfTools} from '../runs/start/distinct-keys.ts';
import {onRepair, sequences as runs} from '../runs/sequences.ts';
import {report} from '../running.ts';
import {sequences as uploads} from '../uploads/sequences.ts';
import {agentsAndFigures} from './agents-and-figures.ts';
import {access} from './access.ts';
import {everyPage} from './every-page.ts';
import {listings} from './listing.ts';
import {results} from './results.ts';
import {madeByTools, resultsInStates} from './states.ts';
import {quotas} from './quotas.ts';
import {reasons} from './reasons.ts';
import {secondAgent} from './second-agent.ts';
import {tenancy} from './tenancy.ts';

/** A model of a chapter whose every second command goes through the MCP server. */
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
 * (Rule 4).
 */
export const mcp: Chapter = {
  chapter: 'workspace/mcp',
  visits: [],
  provocations: [],
  properties: keysOfTools,
  checks: [
    ...listings,
    ...results,
    ...resultsInStates,
    ...madeByTools,
    ...everyPage,
    ...secondAgent,
    ...access,
    ...tenancy,
    ...quotas,
    ...reasons,
    ...agentsAndFigures,
  ],
  models: [
    throughBoth(uploads, 'workspace.mcp.uploads-are-the-same-through-both-faces'),
    throughBoth(runs, 'workspace.mcp.runs-are-the-same-through-both-faces', {
      // The path of a report may only be known from responses of the API (NS-WS-14); a tool only
      // needs the id of the run.
      commands: {
        'report of the repair': onRepair((s, run) => report(s.throughTools(), run)),
      },
      openings: [
        // Starts through both interfaces with one key; and a run that is started through one
        // interface and read through both.
        'publish, start with the key, wait a minute, start with the key',
        'publish, repair, wait a minute, read the usage, read the repair, read the repair',
      ],
    }),
  ],
};
