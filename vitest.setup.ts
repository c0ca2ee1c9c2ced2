import {spawnSync} from 'node:child_process';
import {readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

const SOURCES = ['spec', 'mock', 'suites', 'proof', 'reports', 'cli', 'bench'];

/** When the newest of some files was written, in milliseconds since 1970. */
const newest = (folder: string): number =>
  Math.max(
    0,
    ...readdirSync(folder, {recursive: true, withFileTypes: true})
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name)).mtimeMs),
  );

/**
 * Tests read the compiled law and start the built command: both are built anew when a source is
 * newer.
 */
export function setup(): void {
  const root = import.meta.dirname;
  const built =
    statSync(join(root, 'dist/compiled/store.json'), {throwIfNoEntry: false})?.mtimeMs ?? 0;
  if (Math.max(...SOURCES.map((folder) => newest(join(root, folder)))) < built) return;
  const node = (...args: string[]): number | null =>
    spawnSync(process.execPath, args, {cwd: root, stdio: 'inherit'}).status;
  // What has type errors is built all the same: `npm test` and `npm run lint` stop at them, a
  // single test need not.
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  if (node('dist/spec/compile.js') !== 0) throw new Error('the law does not compile');
}
