import type {Defect, Seam} from '../../../defect.ts';
import {refuse} from '../../../operation.ts';
import {hasEnded} from '../../../workspace/runs/moves.ts';
import type {RunRow} from '../../../workspace/runs/rows.ts';
import {around, breaking, hearing} from '../../breaking.ts';
import {readAs, START} from './runs-seen.ts';

const toolOf = (body: unknown): string => (body as {tool: string}).tool;
const none = () => refuse('tool-refused', 'a slug', 'another', 'none');

/** What has ended in a state is seen in another one. */
const reopened = (state: string): Record<string, Seam> => ({
  'after a minute it works again': readAs((now, {createdAt}, view) =>
    now === state && view.now - createdAt > 60_000 ? 'running' : undefined,
  ),
  'another run of its publication takes it along': readAs((now, row, view) =>
    now === state &&
    view.newest<RunRow>('runs', {
      limit: 1,
      where: ({publication}) => publication === row.publication,
    })[0] !== row
      ? 'queued'
      : undefined,
  ),
});

/** A report is there in states in which there is none. */
const reporting = (...states: string[]): Seam =>
  around(['readReport'], (next) => (view, input) => {
    const row = view.find<RunRow>('runs', input.path['run']!);
    return row && states.includes(row.state)
      ? {situation: 'report', body: {tool: row.tool}}
      : next(view, input);
  });

export const states: Defect[] = [
  ...breaking('workspace.runs.catalog-slug-starts', {
    'one of them is refused': around(
      START,
      (next) => (view, input) =>
        toolOf(input.body) === 'file-validation' ? none() : next(view, input),
    ),
    'the display name is asked for': hearing(START, ({body}) => ({
      body: {tool: toolOf(body) === 'File validation' ? 'file-validation' : 'none'},
    })),
  }),
  ...breaking('workspace.runs.held-back-tool-is-refused', {
    'both can be run': {seam: 'skip', situation: 'tool-refused', in: START},
    'the one that is held back can': hearing(START, ({body}) => ({
      body: {tool: toolOf(body) === 'cover-studio' ? 'file-validation' : toolOf(body)},
    })),
    'the one that is not for the API can': hearing(START, ({body}) => ({
      body: {tool: toolOf(body) === 'rights-ledger' ? 'file-validation' : toolOf(body)},
    })),
  }),
  ...breaking('workspace.runs.runs-end', {
    'they wait for ever': {seam: 'number', number: 'runs.waits_ms', set: 10 ** 9},
    'they end in a state of their own': readAs((state) =>
      hasEnded(state as RunRow['state']) ? 'done' : undefined,
    ),
  }),
  ...breaking('workspace.runs.success-ends-as-succeeded', {
    'as completed': readAs((state) => (state === 'succeeded' ? 'completed' : undefined)),
    'in capitals': readAs((state) => (state === 'succeeded' ? 'SUCCEEDED' : undefined)),
  }),
  ...breaking('workspace.runs.error-ends-as-failed', {
    'as an error': readAs((state) => (state === 'failed' ? 'error' : undefined)),
    'as rejected': readAs((state) => (state === 'failed' ? 'rejected' : undefined)),
    'as succeeded': readAs((state) => (state === 'failed' ? 'succeeded' : undefined)),
  }),
  ...breaking('workspace.runs.refusal-ends-as-rejected', {
    'as failed': readAs((state) => (state === 'rejected' ? 'failed' : undefined)),
    'as refused': readAs((state) => (state === 'rejected' ? 'refused' : undefined)),
  }),
  ...(['succeeded', 'failed', 'rejected'] as const).flatMap((state) =>
    breaking(`workspace.runs.${state}-is-final`, reopened(state)),
  ),
  ...breaking('workspace.runs.report-is-readable-after-success', {
    'it never is': {seam: 'status', situation: 'report', as: 404},
    'it is every second time': {seam: 'status', situation: 'report', every: 2, as: 404},
  }),
  ...breaking('workspace.runs.no-report-before-the-end', {
    'it is there at once': reporting('queued'),
    'it is there while it works': reporting('running'),
    'it is there all along': {seam: 'skip', situation: 'no-report', in: ['readReport']},
  }),
  ...breaking('workspace.runs.no-report-of-a-failed-run', {
    'there is one': reporting('failed'),
    'there is one of every run that ended': reporting('failed', 'rejected'),
  }),
  ...breaking('workspace.runs.no-report-of-a-rejected-run', {
    'there is one': reporting('rejected'),
    'there is one of every run that ended': reporting('failed', 'rejected'),
  }),
];
