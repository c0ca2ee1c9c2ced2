import type {Defect} from '../../defect.ts';
import type {View} from '../../operation.ts';
import type {RunRow} from '../../workspace/runs/rows.ts';
import {recalling, showing} from '../families/reads.ts';
import {defects, overMcp} from '../table.ts';
import {
  ACCOUNT,
  CURRENT,
  DOWNLOAD,
  FILES,
  ofFiles,
  ofPublications,
  ofRuns,
  ofWorkspaces,
  PUBLICATION,
  REPORT,
  RUN,
  runsOf,
} from './rows.ts';

/** Whether the last run of a publication ended so. */
const lastEnded = (view: View, publication: string, state: string): boolean =>
  runsOf(view, publication)[0]?.state === state;

const TOOL_RULE = 'workspace.mcp.tool-answers-as-the-operation @ holdings: everything for agents';

/** One state or request changes what is shown of a publication, its run, or the account. */
export const holdings: Defect[] = [
  ...defects({
    'workspace.account.has-plan @ holdings: the account': {
      'after a plan that could not be resolved another one is shown': recalling(
        ACCOUNT,
        'plan',
        (now, before) => (before?.was === null && now !== null ? 'the plan before' : now),
      ),
    },
    'workspace.downloads.download-answers-302 @ holdings: the download': {
      'after a run that was rejected there is no link': ofFiles.refusing(
        DOWNLOAD,
        'downloads-unavailable',
        ({before, view}) => lastEnded(view, before?.publication ?? '', 'rejected'),
      ),
    },
    'workspace.runs.report-is-readable-after-success @ holdings: the report': {
      'after a run that was rejected there is none': ofRuns.refusing(
        REPORT,
        'forbidden',
        ({before, view}) => lastEnded(view, before?.publication ?? '', 'rejected'),
      ),
    },
    'workspace.files.current-answers-200 @ holdings: the working version': {
      'after a run that was rejected there is none': ofPublications.refusing(
        CURRENT,
        'file-not-found',
        ({before, view}) => lastEnded(view, before?.key ?? '', 'rejected'),
      ),
    },
    'workspace.files.list-answers-200 @ holdings: the version list': {
      'there is none while the plan cannot be resolved': ofWorkspaces.refusing(
        FILES,
        'forbidden',
        ({before}) => before?.plan === null,
      ),
    },
    'workspace.publications.read-answers-200 @ holdings: the publication': {
      'after a run that failed it is not found': ofPublications.refusing(
        PUBLICATION,
        'publication-not-found',
        ({before, view}) => lastEnded(view, before?.key ?? '', 'failed'),
      ),
    },
    'workspace.runs.succeeded-is-final @ holdings: the run': {
      'a later run that fails makes earlier ones fail': showing<{state: string}>(
        RUN,
        ({state}, view, {path}) => {
          const run = view.find<RunRow>('runs', path['run'] ?? '');
          const isLate = run !== undefined && lastEnded(view, run.publication, 'failed');
          return isLate && state === 'succeeded' ? {state: 'failed'} : undefined;
        },
      ),
    },
  }),
  ...overMcp(
    defects({
      [TOOL_RULE]: {
        'the tool shows a plan where there is none': showing<{plan: unknown}>(
          ACCOUNT,
          ({plan}) => ({
            plan: plan ?? 'none',
          }),
        ),
        'the tool finds no working version after a run that was rejected': ofPublications.refusing(
          CURRENT,
          'publication-not-found',
          ({before, view}) => lastEnded(view, before?.key ?? '', 'rejected'),
        ),
      },
    }),
  ),
];
