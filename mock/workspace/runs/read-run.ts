import {guarded} from '../../guarded.ts';
import {refuse, type Refused, type Transition} from '../../operation.ts';
import {renderRun, type RunRow} from './rows.ts';

/** A run, to be polled; where it is read is presscheck's choice (NS-WS-14). */
export const readRun: Transition = (view, {path: {run = ''}}) => {
  const row = view.find<RunRow>('runs', run);
  return row ? {situation: 'run', body: view.rendered(row, renderRun)} : noSuchRun(run);
};

/** The report of a run that succeeded (Resources, Run). */
export const readReport = guarded<RunRow | undefined>({
  find: (view, {path: {run = ''}}) => view.find<RunRow>('runs', run),
  guards: [
    {
      situation: 'no-report',
      judge: (row) =>
        row && row.state !== 'succeeded'
          ? refuse(
              'no-report',
              'a run that succeeded',
              row.state,
              'poll the run until it has succeeded',
            )
          : undefined,
    },
  ],
  perform: (row, _view, {path: {run = ''}}) =>
    row
      ? {
          situation: 'report',
          body: row.report ?? {tool: row.tool, publication_id: row.publication},
        }
      : noSuchRun(run),
});

const noSuchRun = (id: string): Refused =>
  refuse(
    'run-not-found',
    'a run of this workspace',
    id,
    'take the id that the start was answered with',
  );
