import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, normalize, sep} from 'node:path';

/**
 * The path of a fixture. A relative path below `fixtures/` that does not exist in the working
 * folder, for example `fixtures/examples/a-burst.yaml`, is taken from presscheck's own folder when
 * the file is there.
 */
export function fixtureFile(file: string): string {
  const isPackaged = normalize(file).startsWith(`fixtures${sep}`);
  if (!isPackaged || existsSync(file)) return file;
  const packaged = join(packageFolder(), file);
  return existsSync(packaged) ? packaged : file;
}

/** The folder of presscheck's package.json. */
const packageFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('presscheck/package.json'));
