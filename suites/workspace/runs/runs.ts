import type {Chapter} from '../../language/chapter.ts';
import type {Provocation} from '../../language/provocation.ts';
import {awaitEnd, keyed, publishWithFile, start} from '../running.ts';
import {ceilings, runsLeft} from './limits/ceilings.ts';
import {distinctKeys} from './start/distinct-keys.ts';
import {instants, staysForGood} from './instants.ts';
import {laterRuns} from './versions/later-runs.ts';
import {keptReports} from './versions/kept-reports.ts';
import {keysOfRefusedStarts} from './start/keys-of-refused-starts.ts';
import {keyedStartChecks} from './start/keyed-starts.ts';
import {listedTools} from './start/listed-tools.ts';
import {manyRunsInTurn} from './versions/many-runs.ts';
import {retries} from './start/retries.ts';
import {refusedStarts} from './limits/refused-starts.ts';
import {sequences} from './sequences.ts';
import {severalRuns} from './limits/several-runs.ts';
import {sideBySide} from './versions/side-by-side.ts';
import {newKeys} from './limits/several-runs.ts';
import {spendings} from './limits/spending.ts';
import {limitAfterRepair} from './limits/limit-after-repair.ts';
import {toolLimit} from './limits/tool-limit.ts';
import {toolSequences} from './versions/tool-sequences.ts';
import {toolsAgain} from './versions/tools-again.ts';
import {toolsAtLimits} from './limits/tools-at-limits.ts';
import {versions} from './versions/versions.ts';
import {heldBackTools, otherEnds} from './states.ts';
import {runLife} from './run-life.ts';
import {manyRetries} from '../again.ts';

const provoke = (
  condition: string,
  act: Provocation['act'],
  more: Partial<Provocation> = {},
): Provocation => ({
  api: 'workspace',
  op: 'startRun',
  condition,
  act,
  ...more,
});

/**
 * Workspace / runs: start, poll, report, retries, ceilings, and what runs do to the versions of a
 * file.
 */
export const runs: Chapter = {
  chapter: 'workspace/runs',
  counted: [manyRetries],
  properties: [
    ...distinctKeys,
    ...instants,
    ...staysForGood,
    ...toolSequences,
    ...sideBySide,
    ...severalRuns,
  ],
  models: [sequences],
  visits: [
    {
      api: 'workspace',
      op: 'startRun',
      args: (s) => ({
        path: {publication: publishWithFile(s).at('/id')},
        body: {tool: s.sample('unmetered_tool')},
      }),
    },
    {
      api: 'workspace',
      op: 'readRun',
      args: (s) => ({
        path: {
          run: start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'}).at('/id'),
        },
      }),
    },
    {
      api: 'workspace',
      op: 'readReport',
      args: (s) => {
        const run = start(s, publishWithFile(s), 'unmetered_tool', {expects: 'accepted'});
        awaitEnd(s, run);
        return {path: {run: run.at('/id')}};
      },
    },
  ],
  provocations: [
    provoke('replayed', (s) => {
      const registration = publishWithFile(s);
      const key = keyed(s);
      start(s, registration, 'unmetered_tool', {...key, expects: 'accepted'});
      return {subject: start(s, registration, 'unmetered_tool', key)};
    }),
    provoke('tool-refused', (s) => ({
      subject: start(s, publishWithFile(s), 'unknown_tool'),
      control: start(s, publishWithFile(s)),
    })),
    provoke(
      'daily-limit',
      (s) => ({
        subject: start(s, publishWithFile(s), 'metered_tool'),
        control: start(s, publishWithFile(s)),
      }),
      {given: runsLeft(0)},
    ),
    provoke('body-refused', (s) => {
      const registration = publishWithFile(s);
      return {
        subject: s.call('startRun', {
          path: {publication: registration.at('/id')},
          raw: '{"tool": ',
        }),
        control: start(s, registration),
      };
    }),
  ],
  checks: [
    ...keyedStartChecks,
    ...keysOfRefusedStarts,
    heldBackTools,
    ...runLife,
    ...otherEnds,
    ...keptReports,
    ...listedTools,
    ...versions,
    ...toolsAgain,
    ...manyRunsInTurn,
    ...laterRuns,
    ...retries,
    ...spendings,
    ...newKeys,
    ...ceilings,
    ...toolLimit,
    limitAfterRepair,
    ...toolsAtLimits,
    ...refusedStarts,
  ],
};
