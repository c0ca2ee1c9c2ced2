import {guarded} from '../../guarded.ts';
import {refuse, type Refused, type Transition} from '../../operation.ts';
import {renderRun, type RunRow} from './rows.ts';

/** GET /runs/{run}: returns a run, for polling. The path is the mock's choice (NS-WS-14). */
export const readRun: Transition = (view, {path: {run = ''}}) => {
  const row = view.find<RunRow>('runs', run);
  return row ? {situation: 'run', body: view.rendered(row, renderRun)} : noSuchRun(run);
};

/** GET /runs/{run}/report: returns the report of a run that succeeded (Resources, Run). */
export const readReport = guarded<RunRow | undefined>({
  find: (view, {path: {run = ''}}) => view.find<RunRow>('runs', run),
  guards: [
    {
      situation: 'no-report',
      judge: (row) =>
        row && row.state !== 'succeeded'
          ? refuse('no-report', {
              expected: 'a run that succeeded',
              got: row.state,
              todo: 'poll the run until it has succeeded',
            })
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
  refuse('run-not-found', {
    expected: 'a run of this workspace',
    got: id,
    todo: 'take the id from the response of the start',
  });
