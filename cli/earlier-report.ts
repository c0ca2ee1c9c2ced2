import {existsSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {isObject, parseJson} from '../spec/json.ts';
import type {RunRecord} from '../spec/run-record.ts';
import {FILES, moveReport, removeReport} from './report-files.ts';

/** The folder in a report that keeps the report of the last run that began. */
export const EARLIER = 'earlier';

/**
 * Makes room for a report. If the run could not begin, an earlier report of a run that began is moved to the folder
 * `earlier`: the new one decides nothing, and must not be all that is left. Otherwise such a folder is removed.
 */
export function makeRoom(folder: string, {couldNotBegin}: RunRecord): void {
  const earlier = join(folder, EARLIER);
  if (couldNotBegin === undefined) removeReport(earlier);
  else if (hasDecidingReport(folder)) moveReport(folder, earlier);
}

/** Makes room for the mistakes of a run that was refused: a report of a run that began is moved, and any other removed. */
export function makeRoomForMistakes(folder: string): void {
  if (hasDecidingReport(folder)) moveReport(folder, join(folder, EARLIER));
  else for (const name of FILES) rmSync(join(folder, name), {force: true});
}

/** Whether a folder has the report of a run that began. */
function hasDecidingReport(folder: string): boolean {
  const path = join(folder, 'report.json');
  if (!existsSync(path)) return false;
  const content = parseJson(readFileSync(path, 'utf8'));
  return isObject(content) && 'rules' in content && content['couldNotBegin'] === undefined;
}
