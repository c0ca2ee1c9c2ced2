import {refuse, type Transition} from '../../operation.ts';
import {renderRun, type RunRow} from './rows.ts';

/** A run, to be polled; where it is read is presscheck's choice (NS-WS-14). */
export const readRun: Transition = (view, {path}) => {
  const row = view.find<RunRow>('runs', path['run']!);
  if (!row)
    return refuse(
      'run-not-found',
      'a run of this workspace',
      path['run']!,
      'take the id that the start was answered with',
    );
  return {situation: 'run', body: view.rendered(row, renderRun)};
};

/** The report of a run that succeeded (Resources, Run). */
export const readReport: Transition = (view, {path}) => {
  const row = view.find<RunRow>('runs', path['run']!);
  if (!row)
    return refuse(
      'run-not-found',
      'a run of this workspace',
      path['run']!,
      'take the id that the start was answered with',
    );
  if (view.checks('no-report') && row.state !== 'succeeded')
    return refuse(
      'no-report',
      'a run that succeeded',
      row.state,
      'poll the run until it has succeeded',
    );
  return {
    situation: 'report',
    body: row.report ?? {tool: row.tool, publication_id: row.publication},
  };
};
