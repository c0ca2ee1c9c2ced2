import type {Defect, Seam} from '../../../defect.ts';
import {refuse} from '../../../operation.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {around, breaking, receiving, refusingFrom} from '../../breaking.ts';
import {readAs, START} from './altered-runs.ts';

const toolOf = (body: unknown): string => (body as {tool: string}).tool;
const refuseTool = () => refuse('tool-refused', {expected: 'a slug', got: 'another', todo: 'none'});

/** Ways in which a run leaves a final state. */
const reopened = (state: string): Record<string, Seam> => ({
  'the run is running again after a minute': readAs((now, {createdAt}, view) =>
    now === state && view.now - createdAt > 60_000 ? 'running' : undefined,
  ),
  'the next run of the publication queues it again': readAs((now, row, view) =>
    now === state &&
    view.newest<RunRow>('runs', {
      limit: 1,
      where: ({publication}) => publication === row.publication,
    })[0] !== row
      ? 'queued'
      : undefined,
  ),
});

/** Gives runs in some states a report that they should not have. */
const reporting = (...states: string[]): Seam =>
  around(['readReport'], (next) => (view, input) => {
    const row = view.find<RunRow>('runs', input.path['run'] ?? '');
    return row && states.includes(row.state)
      ? {situation: 'report', body: {tool: row.tool}}
      : next(view, input);
  });

/** Makes the report of a failed run available once another run of its publication has succeeded. */
const reportingAfterAnother: Seam = around(['readReport'], (next) => (view, input) => {
  const row = view.find<RunRow>('runs', input.path['run'] ?? '');
  const succeeded =
    row?.state === 'failed' &&
    view.newest<RunRow>('runs', {
      limit: 1,
      where: (other) => other.publication === row.publication && other.state === 'succeeded',
    }).length > 0;
  return succeeded ? {situation: 'report', body: {tool: row.tool}} : next(view, input);
});

/** Makes the report of a run available a second before its end. */
const reportingEarly: Seam = around(['readReport'], (next) => (view, input) => {
  const row = view.find<RunRow>('runs', input.path['run'] ?? '');
  const isNearEnd = row?.state === 'running' && view.now - row.createdAt > 4000;
  return isNearEnd ? {situation: 'report', body: {tool: row.tool}} : next(view, input);
});

/** Defects of states and reports of runs (States, Runs). */
export const states: Defect[] = [
  ...breaking('workspace.runs.catalog-slug-starts', {
    'one tool of the catalogue is refused': around(
      START,
      (next) => (view, input) =>
        toolOf(input.body) === 'file-validation' ? refuseTool() : next(view, input),
    ),
    'the display name is required instead of the slug': receiving(START, ({body}) => ({
      body: {tool: toolOf(body) === 'File validation' ? 'file-validation' : 'none'},
    })),
  }),
  ...breaking('workspace.runs.held-back-tool-is-refused', {
    'tools that are not public can be run': {seam: 'skip', situation: 'tool-refused', in: START},
    'the held-back tool can be run': receiving(START, ({body}) => ({
      body: {tool: toolOf(body) === 'cover-studio' ? 'file-validation' : toolOf(body)},
    })),
    'the tool excluded from the API can be run': receiving(START, ({body}) => ({
      body: {tool: toolOf(body) === 'rights-ledger' ? 'file-validation' : toolOf(body)},
    })),
  }),
  ...breaking('workspace.runs.runs-end', {
    'runs wait forever': {seam: 'number', number: 'runs.waits_ms', set: 10 ** 9},
  }).map((defect) => ({...defect, place: 'left alone for a day'})),
  ...breaking('workspace.runs.runs-end', {
    'a success ends as completed': readAs((state) =>
      state === 'succeeded' ? 'completed' : undefined,
    ),
    'a success ends as SUCCEEDED': readAs((state) =>
      state === 'succeeded' ? 'SUCCEEDED' : undefined,
    ),
  }),
  ...breaking('workspace.runs.success-ends-as-succeeded', {
    'a success ends as failed': readAs((state) => (state === 'succeeded' ? 'failed' : undefined)),
  }),
  ...breaking('workspace.runs.error-ends-as-failed', {
    'an error ends as error': readAs((state) => (state === 'failed' ? 'error' : undefined)),
    'an error ends as rejected': readAs((state) => (state === 'failed' ? 'rejected' : undefined)),
    'an error ends as succeeded': readAs((state) => (state === 'failed' ? 'succeeded' : undefined)),
  }),
  ...breaking('workspace.runs.refusal-ends-as-rejected', {
    'a rejection ends as failed': readAs((state) => (state === 'rejected' ? 'failed' : undefined)),
    'a rejection ends as refused': readAs((state) =>
      state === 'rejected' ? 'refused' : undefined,
    ),
  }),
  ...(['succeeded', 'failed', 'rejected'] as const).flatMap((state) =>
    breaking(`workspace.runs.${state}-is-final`, reopened(state)),
  ),
  ...breaking('workspace.runs.report-is-readable-after-success', {
    'the report is never readable': refusingFrom('readReport', 1, 'no-report'),
    'the report is readable once': refusingFrom('readReport', 2, 'no-report'),
  }),
  ...breaking('workspace.runs.no-report-before-the-end', {
    'a queued run has a report': reporting('queued'),
    'a running run has a report': reporting('running'),
    'a run has a report in its last second': reportingEarly,
    'every run has a report': {seam: 'skip', situation: 'no-report', in: ['readReport']},
  }),
  ...breaking('workspace.runs.no-report-of-a-failed-run', {
    'a failed run has a report': reporting('failed'),
    'failed and rejected runs have a report': reporting('failed', 'rejected'),
    'a failed run has a report once another has succeeded': reportingAfterAnother,
  }),
  ...breaking('workspace.runs.no-report-of-a-rejected-run', {
    'a rejected run has a report': reporting('rejected'),
    'failed and rejected runs have a report': reporting('failed', 'rejected'),
  }),
];
