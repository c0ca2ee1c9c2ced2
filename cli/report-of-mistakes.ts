import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {junitOfMistakes} from '../reports/junit.ts';
import {markdownOfMistakes} from '../reports/markdown.ts';
import type {UsageError} from '../spec/usage-error.ts';
import {realClock} from '../suites/engine/ports.ts';
import {makeRoomForMistakes} from './earlier-report.ts';

/**
 * Writes why a run was refused into the folder of its report, as `summary.md` and `junit.xml`, so that a CI job does
 * not publish the report of an earlier run in its place. That report is moved to `earlier`.
 * @param folder a folder that can be written to; otherwise nothing is written
 */
export function reportMistakes(folder: string, {mistakes}: UsageError): void {
  if (!existsSync(folder)) return;
  try {
    makeRoomForMistakes(folder);
    writeFileSync(join(folder, 'summary.md'), markdownOfMistakes(mistakes));
    writeFileSync(join(folder, 'junit.xml'), junitOfMistakes(mistakes, new Date(realClock.epoch()).toISOString()));
  } catch {
    // The terminal says the same, and its exit code is 2.
  }
}
