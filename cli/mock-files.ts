import {rmSync} from 'node:fs';
import {Problem} from '../mock/control/problem.ts';
import type {World} from '../mock/world/world.ts';
import {UsageError} from '../spec/usage-error.ts';
import type {MockFlags} from './mock-options.ts';
import {envText, FIRST_LINE, variablesOf, type Reachable} from './mock-variables.ts';
import {requireWritable, writeWhole, type OwnFile} from './own-file.ts';

/** The files that a mock writes for its user. */
export interface MockFiles {
  /** Called when the mock serves. */
  serving(mock: Reachable): void;
  /** Called before the mock stops, with its root world. @throws UsageError for a file that cannot be written any more */
  ended(world: World): Promise<void>;
}

/** A snapshot begins with this. */
const SNAPSHOT = '{"presscheck":"snapshot"';

/**
 * The files that flags name. One that an earlier mock wrote for `--write-env` is removed at once.
 * @throws UsageError for one that cannot be written, before the mock starts
 */
export function filesOf({writeEnv, save}: MockFlags): MockFiles {
  const env = writeEnv === undefined ? [] : [fileOf('--write-env', writeEnv, FIRST_LINE)];
  const saved = save === undefined ? [] : [fileOf('--save', save, SNAPSHOT)];
  // A file of an earlier mock would name addresses at which nothing serves.
  for (const {path} of env) rmSync(path, {force: true});
  return {
    serving(mock) {
      for (const file of env) writeWhole(file, envText(variablesOf(mock)));
    },
    async ended(world) {
      for (const {path} of env) rmSync(path, {force: true});
      for (const file of saved) writeWhole(file, await snapshotText(world, file));
    },
  };
}

function fileOf(flag: string, path: string, beginning: string): OwnFile {
  const file = {flag, path, beginning};
  requireWritable(file);
  return file;
}

async function snapshotText(world: World, {flag, path}: OwnFile): Promise<string> {
  const {snapshotOf} = await import('../mock/control/snapshot.ts');
  try {
    return JSON.stringify(await snapshotOf(world));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new UsageError(`${flag} ${path}: ${error.message}; ${error.whatToDo}`);
  }
}
