import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {junitOfMistakes} from '../reports/junit.ts';
import {markdownOfMistakes} from '../reports/markdown.ts';
import type {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/facts/ports.ts';
import {makeRoomForMistakes} from './earlier-report.ts';

/**
 * Writes why a run was refused into the folder of its report, as `summary.md` and `junit.xml`, so that a CI job does
 * not publish the report of an earlier run in its place. That report is moved to `earlier`.
 * @param folder a folder that can be written to; otherwise nothing is written
 */
export const reportMistakes = (folder: string, {mistakes}: UsageError): void =>
  writeInstead(folder, mistakes, markdownOfMistakes(mistakes));

/**
 * Writes in the same way that a run has begun and not ended. The report of the run replaces it; a run that is killed
 * leaves it behind.
 * @param config the configuration of the deployment; absent for the mock, on which nothing is left
 */
export function reportUnended(folder: string, config?: string): void {
  const left =
    config === undefined
      ? ''
      : `; \`presscheck clean --config ${config}\` removes what it left on the deployment`;
  const why = `The run has not ended: it still goes on, or it was killed${left}`;
  writeInstead(folder, [why], `## presscheck: nothing was decided\n\n${why}.\n`);
}

function writeInstead(folder: string, mistakes: readonly string[], summary: string): void {
  if (!existsSync(folder)) return;
  try {
    makeRoomForMistakes(folder);
    const now = new Date(realClock.epoch()).toISOString();
    writeFileSync(join(folder, 'summary.md'), summary);
    writeFileSync(join(folder, 'junit.xml'), junitOfMistakes(mistakes, now));
  } catch {
    // The terminal says the same as soon as there is something to say.
  }
}
