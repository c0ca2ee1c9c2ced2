import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {transformSync} from 'rolldown/utils';

const OPTIONS = {
  target: 'es2023',
  typescript: {rewriteImportExtensions: true, onlyRemoveTypeImports: true},
};

/**
 * Writes the modules of some folders to `dist` without their types, those that are newer than what is there, and removes
 * modules without a source. The types are not checked: the compiler would need most of the time of a build.
 * @param {string} root the folder of the project
 * @param {readonly string[]} folders
 * @returns {boolean} false when a file is no TypeScript
 */
export function stripTypes(root, folders) {
  const sources = folders.flatMap((folder) => filesIn(root, folder, /(?<!\.test)\.c?ts$/));
  const modules = new Set(sources.map(moduleOf));
  const dist = join(root, 'dist');
  for (const file of folders.flatMap((folder) => filesIn(dist, folder, /\.c?js$/)))
    if (!modules.has(file)) rmSync(join(dist, file));
  const errors = sources.flatMap((source) => {
    const [from, to] = [join(root, source), join(dist, moduleOf(source))];
    return timeOf(to) > timeOf(from) ? [] : strip(from, to);
  });
  for (const {message} of errors) console.error(message);
  return errors.length === 0;
}

/** The module that is made of a source: `cli/main.js` of `cli/main.ts`. */
const moduleOf = (source) => source.replace(/ts$/, 'js');

/** The files in a folder whose names fit a pattern; none if it does not exist. */
function filesIn(root, folder, pattern) {
  const path = join(root, folder);
  const names = existsSync(path) ? readdirSync(path, {recursive: true}) : [];
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}

/** When a file was changed, in milliseconds since 1970; 0: it does not exist. */
const timeOf = (file) => statSync(file, {throwIfNoEntry: false})?.mtimeMs ?? 0;

/** Writes one module. @returns the mistakes in its source */
function strip(from, to) {
  const {code, errors} = transformSync(from, readFileSync(from, 'utf8'), OPTIONS);
  if (errors.length > 0) return errors;
  mkdirSync(dirname(to), {recursive: true});
  // What imports types is marked as an ES module, which `.cts` is not.
  writeFileSync(to, from.endsWith('.cts') ? code.replace(/^export \{\};$/m, '') : code);
  return [];
}
