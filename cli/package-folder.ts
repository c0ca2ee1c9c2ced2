import {createRequire} from 'node:module';
import {dirname} from 'node:path';

/** The folder of presscheck's package.json: that of the clone, or of the installed package. */
export const packageFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('presscheck/package.json'));
