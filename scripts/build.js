// Builds `dist` when a source is newer than it, and does nothing otherwise.
//   node scripts/build.js            what `npm start` and the other commands begin with: types are removed, `npm run lint`
//                                    checks them
//   node scripts/build.js --prepare  from nothing, with the compiler, and only what the package holds: for `npm pack`, and
//                                    for a package that is installed from a clone or a git URL
import {spawnSync} from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {ENTRIES} from './entries.js';

const root = resolve(import.meta.dirname, '..');
const SOURCES = ['spec', 'mock', 'suites', 'proof', 'reports', 'cli', 'bench'];
const SETTINGS = [
  'package.json',
  'scripts/build.js',
  'scripts/bundle.js',
  'scripts/join-modules.js',
  'scripts/strip-types.js',
];
/** Written last by a build, so its time is that of the build. */
const LAST = 'dist/compiled/store.json';

/** The modification time of a file or folder of the project, in milliseconds since 1970; 0: it does not exist. */
const changed = (path) => statSync(join(root, path), {throwIfNoEntry: false})?.mtimeMs ?? 0;

/** The latest modification time in a folder. Removing a file changes the time of its folder. */
function newestIn(folder) {
  const names = readdirSync(join(root, folder), {recursive: true});
  return Math.max(changed(folder), ...names.map((name) => changed(join(folder, name))));
}

const isStale = () => Math.max(...SOURCES.map(newestIn), ...SETTINGS.map(changed)) >= changed(LAST);

/** The folders of the pages that the control plane serves, and the files that the build copies there. */
const PAGES = {
  console: [
    'mock/console',
    'node_modules/htm/preact/standalone.module.js',
    'node_modules/htm/LICENSE',
  ],
  viewer: [
    'mock/viewer',
    'node_modules/swagger-ui-dist/LICENSE',
    'node_modules/swagger-ui-dist/NOTICE',
  ],
};

/** The files of the viewer that are served compressed: a browser needs a quarter of the bytes, and so does the package. */
const COMPRESSED = ['swagger-ui-bundle.js', 'swagger-ui.css'];

/** Copies the files of the pages: folders with what is in them, except tests. */
function copyPages() {
  for (const [page, sources] of Object.entries(PAGES)) {
    const folder = join(root, 'dist', page);
    rmSync(folder, {recursive: true, force: true});
    mkdirSync(folder, {recursive: true});
    for (const source of sources) {
      const to = statSync(join(root, source)).isDirectory()
        ? folder
        : join(folder, basename(source));
      cpSync(join(root, source), to, {
        recursive: true,
        filter: (file) => !file.endsWith('.test.ts'),
      });
    }
  }
  for (const file of COMPRESSED) {
    const bytes = readFileSync(join(root, 'node_modules/swagger-ui-dist', file));
    writeFileSync(join(root, 'dist/viewer', `${file}.gz`), gzipSync(bytes, {level: 9}));
  }
}

/** Runs a program with Node; true if it ended with 0. */
const node = (...args) =>
  spawnSync(process.execPath, args, {cwd: root, stdio: 'inherit'}).status === 0;

const hasCompiler = () => existsSync(join(root, 'node_modules/typescript'));

const compileTypeScript = (settings) => node('node_modules/typescript/bin/tsc', '-p', settings);

/**
 * Builds if something has changed since the last build.
 * @returns false when the build fails
 */
async function buildIfStale() {
  if (!isStale()) return true;
  if (!hasCompiler()) {
    console.error('The libraries of this project are not installed yet: run `npm ci` first.');
    return false;
  }
  const {stripTypes} = await import('./strip-types.js');
  const last = changed(LAST);
  const isAllStale = SETTINGS.some((file) => changed(file) >= last);
  const isSpecificationStale = isAllStale || newestIn('spec') >= last;
  if (isAllStale) rmSync(join(root, 'dist'), {recursive: true, force: true});
  // What is broken off is made anew.
  else utimesSync(join(root, LAST), 0, 0);
  removeJoining();
  if (!stripTypes(root, SOURCES)) return false;
  copyPages();
  if (!node('scripts/bundle.js')) return false;
  if (isSpecificationStale) return node('dist/spec/compile.js');
  writeFileSync(join(root, LAST), readFileSync(join(root, LAST)));
  return true;
}

/** Removes what `scripts/bundle.js` has written, so that it joins the modules of the sources. */
function removeJoining() {
  rmSync(join(root, 'dist/chunks'), {recursive: true, force: true});
  for (const name of ENTRIES) rmSync(join(root, 'dist', `${name}.js`), {force: true});
}

/**
 * Makes `dist` for the package: only what the command and the library import. It is left stale, so that the next build
 * makes the rest.
 * @returns false when the build fails
 */
async function buildForPackage() {
  const compiled = join(root, dirname(LAST));
  rmSync(join(root, 'dist'), {recursive: true, force: true});
  if (!(await buildIfStale())) return false;
  const built = readdirSync(join(root, 'dist')).filter((name) => name !== basename(compiled));
  for (const name of built) rmSync(join(root, 'dist', name), {recursive: true});
  copyPages();
  utimesSync(join(root, LAST), 0, 0);
  const isBuilt =
    compileTypeScript('tsconfig.package.json') &&
    node('scripts/bundle.js') &&
    compileTypeScript('tsconfig.types.json');
  removeJoined();
  return isBuilt;
}

/** Removes the modules that `scripts/bundle.js` joined, except those whose lines `presscheck rules` names. */
function removeJoined() {
  const files = readdirSync(join(root, 'dist'), {recursive: true, withFileTypes: true});
  for (const file of files) {
    const path = relative(join(root, 'dist'), join(file.parentPath, file.name));
    const isKept = /^(chunks|compiled|console|viewer|suites|types|mock\/defects)\/|\.cjs$/.test(
      path,
    );
    if (file.isFile() && !isKept && !ENTRIES.some((name) => path === `${name}.js`))
      rmSync(join(root, 'dist', path));
  }
}

const [flag] = process.argv.slice(2);
// After `npm ci --omit=dev` there is no compiler: what was built before remains.
const built =
  flag === '--prepare' ? !hasCompiler() || (await buildForPackage()) : await buildIfStale();
process.exitCode = built ? 0 : 1;
